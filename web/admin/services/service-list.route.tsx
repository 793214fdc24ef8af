import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/service-list.route.ts';
import { ServiceSearch } from './service-search.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { services } = await requireAdmin(request);
  return {
    services: await screenCall(request)(adminServiceApi.list, {}),
    accepted: services.map(({ serviceId }) => serviceId),
  };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('page.services')} />;
}

export default function ServiceListRoute({ loaderData: { services, accepted } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const create = (
    <Button component={Link} to="/admin/services/create" leftSection={<Plus size={16} aria-hidden="true" />}>
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
