import { ActionIcon } from '@mantine/core';
import { ExternalLink, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { serviceEditPath } from '../../paths/console.ts';
import { Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';

export interface ServiceTableProps {
  readonly services: readonly ServiceRecord[];
  /** Ids of the services that the user may change. */
  readonly accepted: ReadonlySet<string>;
}

export function ServiceTable({ services, accepted }: ServiceTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('services.list')}
      columns={[t('services.label'), t('services.serviceId'), t('services.functions'), t('services.changedAt')]}
      actions={t('services.actions')}
    >
      {services.map((service) => (
        <ServiceRow key={service.serviceId} service={service} isAccepted={accepted.has(service.serviceId)} />
      ))}
    </RecordTable>
  );
}

function ServiceRow({ service, isAccepted }: { service: ServiceRecord; isAccepted: boolean }) {
  const { t } = useTranslation('console');
  const { serviceId, label, functions, createdAt, updatedAt } = service;
  const editPath = serviceEditPath(serviceId);
  const words = functions.map((each) => t(`function.${each}`));
  const does = words.length > 0 ? words.join(t('services.and')) : t('services.none');
  const name = <span lang={contentLanguage(label)}>{label}</span>;
  return (
    <tr>
      <th scope="row">
        {isAccepted ? <Link to={editPath}>{name}</Link> : name}
        {!isAccepted && <span className="record-sub">{t('services.notYours')}</span>}
        <span className="narrow">
          <span className="record-id">{serviceId}</span>
          <span>{does}</span>
        </span>
      </th>
      <td className="wide record-id">{serviceId}</td>
      <td className="wide">{does}</td>
      <td className="wide record-time">
        <Time value={updatedAt ?? createdAt} isShort />
      </td>
      <td className="actions">
        <ActionIcon
          component="a"
          href={postsPath(serviceId)}
          target="_blank"
          rel="noopener"
          aria-label={t('services.openOne', { label })}
        >
          <ExternalLink />
        </ActionIcon>
        {isAccepted && (
          <ActionIcon component={Link} to={editPath} aria-label={t('services.editOne', { label })}>
            <Pencil />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
