import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { SERVICE_LIST_PATH } from '../../paths/console.ts';
import { consoleCall, quietCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/service-create.route.ts';
import { ServiceForm } from './service-form.tsx';
import { defaultTexts, newServiceValues, type ServiceFormValues, toServiceChange } from './service-form-values.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const settings = await screenCall(request)(adminServiceApi.configDefaults, {});
  const defaults = defaultTexts(settings);
  return { initialValues: newServiceValues(defaults), defaults };
}

export default function ServiceCreateRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={t('page.createService')} />
      <ServiceForm
        {...loaderData}
        draftKey="service"
        isNew
        isIdTaken={isIdTaken}
        submitLabel={t('action.create')}
        save={create}
        onSaved={() => {
          notifySuccess('done.created');
          void navigate(SERVICE_LIST_PATH);
        }}
      />
    </>
  );
}

async function create(values: ServiceFormValues): Promise<void> {
  await consoleCall(adminServiceApi.create, { body: { serviceId: values.serviceId, ...toServiceChange(values) } });
}

/** Returns false when the check fails, because saving checks again. */
async function isIdTaken(serviceId: string): Promise<boolean> {
  try {
    await quietCall(adminServiceApi.exists, { params: { serviceId } });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
