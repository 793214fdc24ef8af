import { useTranslation } from 'react-i18next';
import { adminServiceApi } from '#contract/admin-services.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/service-create.route.ts';
import { ServiceForm } from './service-form.tsx';
import { defaultTexts } from './service-form-values.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { defaults: defaultTexts(await screenCall(request)(adminServiceApi.configDefaults, {})) };
}

export default function ServiceCreateRoute({ loaderData: { defaults } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('page.createService')} />
      <ServiceForm defaults={defaults} />
    </>
  );
}
