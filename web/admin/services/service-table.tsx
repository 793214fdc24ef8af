import { ActionIcon, Table, VisuallyHidden } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';

export interface ServiceTableProps {
  readonly services: readonly ServiceRecord[];
  /** The ids of those that the actor may change. */
  readonly accepted: ReadonlySet<string>;
}

export function ServiceTable({ services, accepted }: ServiceTableProps) {
  const { t } = useTranslation('console');
  return (
    <Table className="console-table" aria-label={t('services.list')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('services.serviceId')}</Table.Th>
          <Table.Th scope="col">{t('services.label')}</Table.Th>
          <Table.Th scope="col">{t('services.functions')}</Table.Th>
          <Table.Th scope="col">
            <VisuallyHidden>{t('action.edit')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {services.map((service) => (
          <ServiceRow key={service.serviceId} service={service} isAccepted={accepted.has(service.serviceId)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ServiceRow({ service, isAccepted }: { service: ServiceRecord; isAccepted: boolean }) {
  const { t } = useTranslation('console');
  const { serviceId, label, functions } = service;
  const editPath = `/admin/services/${serviceId}/edit`;
  const words = functions.map((each) => t(`function.${each}`));
  return (
    <Table.Tr>
      <Table.Th scope="row" className="service-id">
        {serviceId}
      </Table.Th>
      <Table.Td>{isAccepted ? <Link to={editPath}>{label}</Link> : label}</Table.Td>
      <Table.Td>{words.length > 0 ? words.join(t('services.and')) : t('services.none')}</Table.Td>
      <Table.Td className="console-table-actions">
        {isAccepted && (
          <ActionIcon component={Link} to={editPath} variant="subtle" aria-label={t('services.editOne', { label })}>
            <Pencil size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
