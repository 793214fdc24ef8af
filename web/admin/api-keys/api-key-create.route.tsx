import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminServiceApi } from '#contract/admin-services.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { authHeaderOf } from '#contract/site-config.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { consoleConfig } from '../../session/console-config.ts';
import { requireAdmin } from '../../session/guards.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/api-key-create.route.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { type ApiKeyFormValues, toNewApiKey } from './api-key-form-values.ts';
import { type MadeKey, NewKey } from './new-key.tsx';
import './api-keys.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { services: await screenCall(request)(adminServiceApi.list, {}) };
}

export default function ApiKeyCreateRoute({ loaderData: { services } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const [made, setMade] = useState<MadeKey>();

  async function create(values: ApiKeyFormValues): Promise<() => void> {
    const config = await consoleConfig();
    const made = await consoleCall(apiKeyApi.create, { body: toNewApiKey(values, new Date()) });
    return () => {
      notifySuccess('done.created');
      setMade({ ...made, authHeader: authHeaderOf(config, made.key) });
    };
  }

  return (
    <>
      <PageTitle title={t('page.createApiKey')} />
      {made ? <NewKey made={made} /> : <ApiKeyForm services={services} save={create} />}
    </>
  );
}
