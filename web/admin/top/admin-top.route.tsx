import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useActor } from '../../session/actor.ts';
import { requireSession } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/admin-top.route.ts';
import { ServiceBox } from './service-box.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
  return null;
}

export default function AdminTopRoute() {
  const { t } = useTranslation('console');
  const { name, role, services } = useActor();
  const isAdmin = role === 'admin';
  return (
    <>
      <PageTitle title={t('top.greeting', { name })} documentTitle={t('page.adminTop')} />
      {services.length === 0 ? (
        <EmptyState title={t('top.empty')} body={t(isAdmin ? 'top.emptyAdmin' : 'top.emptyOther')}>
          {isAdmin && (
            <Button component={Link} to="/admin/services/create">
              {t('top.createService')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <section aria-labelledby="own-services">
          <h2 id="own-services">{t('top.services')}</h2>
          <ul className="service-boxes">
            {services.map((service) => (
              <ServiceBox key={service.serviceId} service={service} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
