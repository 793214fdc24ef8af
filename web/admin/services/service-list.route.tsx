import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { SERVICE_CREATE_PATH } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { matchingServices } from '../ui/check-group.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { FilterField } from '../ui/search-field.tsx';
import type { Route } from './+types/service-list.route.ts';
import { ServiceTable, type ServiceTableProps } from './service-table.tsx';

const MANY = 12;

function ServiceSearch({ services, accepted }: ServiceTableProps) {
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
