import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { postListPath, USER_LIST_PATH } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/service-edit.route.ts';
import { ServiceForm } from './service-form.tsx';
import { defaultTexts } from './service-form-values.ts';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), serviceId);
  const call = screenCall(request);
  const [service, settings] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId } }),
    call(adminServiceApi.configDefaults, {}),
  ]);
  return { service, defaults: defaultTexts(settings) };
}

export default function ServiceEditRoute({ loaderData: { service, defaults } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { serviceId } = service;
  return (
    <>
      <PageTitle title={t('page.serviceSettings')} />
      <ServiceForm key={serviceId} service={service} defaults={defaults} />
      <InsteadOfDeleting serviceId={serviceId} />
    </>
  );
}

/** Explains alternatives, because services cannot be deleted. */
function InsteadOfDeleting({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  return (
    <section className="service-farewell" aria-labelledby="instead-of-deleting">
      <h2 id="instead-of-deleting">{t('services.farewell.title')}</h2>
      <p>{t('services.farewell.lead')}</p>
      <ul>
        <li>{t('services.farewell.lists')}</li>
        <li>
          {t('services.farewell.pages')} <Link to={postListPath(serviceId)}>{t('services.farewell.toPosts')}</Link>
        </li>
        <li>
          {t('services.farewell.people')} <Link to={USER_LIST_PATH}>{t('services.farewell.toUsers')}</Link>
        </li>
        <li>
          {t('services.farewell.copy')} <code>{`npx kawaraban export --service ${serviceId} ${serviceId}`}</code>
        </li>
      </ul>
    </section>
  );
}
