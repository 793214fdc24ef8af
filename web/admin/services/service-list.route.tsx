import { ActionIcon, Button } from '@mantine/core';
import { ExternalLink, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi, type ServiceRecord } from '#contract/admin-services.ts';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { SERVICE_CREATE_PATH, serviceEditPath } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { matchingServices } from '../ui/check-group.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { FilterField } from '../ui/search-field.tsx';
import type { Route } from './+types/service-list.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { services } = await requireAdmin(request);
  return {
    services: await screenCall(request)(adminServiceApi.list, {}),
    accepted: services.map(({ serviceId }) => serviceId),
  };
}

export const HydrateFallback = () => <ListSkeleton title="page.services" />;

export default function ServiceListRoute({ loaderData: { services, accepted } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const create = (
    <Button component={Link} to={SERVICE_CREATE_PATH} leftSection={<Plus />}>
      {t('services.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('page.services')}>{services.length > 0 && create}</PageTitle>
      {services.length === 0 ? (
        <EmptyState title={t('services.empty')} body={t('services.emptyBody')}>
          {create}
        </EmptyState>
      ) : (
        <ServiceSearch services={services} accepted={new Set(accepted)} />
      )}
    </>
  );
}

const MANY = 12;

interface ServicesProps {
  readonly services: readonly ServiceRecord[];
  /** Ids of the services that the user may change. */
  readonly accepted: ReadonlySet<string>;
}

function ServiceSearch({ services, accepted }: ServicesProps) {
  const { t } = useTranslation('console');
  const [words, setWords] = useState('');
  const language = useLanguage();
  const shown = sortByLabel(matchingServices(services, words), language, ({ label }) => label);
  return (
    <>
      {services.length > MANY && (
        <div className="list-tools">
          <FilterField label={t('users.filterServices')} value={words} onChange={setWords} />
          <p className="count" role="status">
            {shown.length < services.length && t('users.count', { shown: shown.length, all: services.length })}
          </p>
        </div>
      )}
      {shown.length > 0 ? (
        <ServiceTable services={shown} accepted={accepted} />
      ) : (
        <EmptyState title={t('empty.list')} />
      )}
    </>
  );
}

function ServiceTable({ services, accepted }: ServicesProps) {
  const { t } = useTranslation('console');
  const functionsOf = ({ functions }: ServiceRecord) =>
    functions.map((each) => t(`function.${each}`)).join(t('services.and')) || t('services.none');
  return (
    <RecordTable
      caption={t('services.list')}
      rows={services}
      keyOf={({ serviceId }) => serviceId}
      columns={[
        {
          title: t('services.label'),
          cell: (service) => {
            const name = <span lang={contentLanguage(service.label)}>{service.label}</span>;
            const isAccepted = accepted.has(service.serviceId);
            return (
              <>
                {isAccepted ? <Link to={serviceEditPath(service.serviceId)}>{name}</Link> : name}
                {!isAccepted && <span className="record-sub">{t('services.notYours')}</span>}
                <span className="narrow">
                  <span className="record-id">{service.serviceId}</span>
                  <span>{functionsOf(service)}</span>
                </span>
              </>
            );
          },
        },
        { title: t('services.serviceId'), cell: ({ serviceId }) => <span className="record-id">{serviceId}</span> },
        { title: t('services.functions'), cell: functionsOf },
        { title: t('services.changedAt'), timeOf: ({ updatedAt, createdAt }) => updatedAt ?? createdAt },
      ]}
      actions={{
        title: t('services.actions'),
        cell: ({ serviceId, label }) => (
          <>
            <ActionIcon
              component="a"
              href={postsPath(serviceId)}
              target="_blank"
              rel="noopener"
              aria-label={t('services.openOne', { label })}
            >
              <ExternalLink />
            </ActionIcon>
            {accepted.has(serviceId) && (
              <ActionIcon
                component={Link}
                to={serviceEditPath(serviceId)}
                aria-label={t('services.editOne', { label })}
              >
                <Pencil />
              </ActionIcon>
            )}
          </>
        ),
      }}
    />
  );
}
