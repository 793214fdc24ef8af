import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type Webhook, webhookApi } from '#contract/webhooks.ts';
import { webhookDetailPath } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { ServiceLine } from '../posts/service-line.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/webhook-edit.route.ts';
import { WebhookForm } from './webhook-form.tsx';
import { toChangedBody, type WebhookFormValues, webhookValues } from './webhook-form-values.ts';
import './webhooks.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), params.serviceId);
  const call = screenCall(request);
  const [service, webhook] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId: params.serviceId } }),
    call(webhookApi.read, { params }),
  ]);
  return { service, webhook };
}

export default function WebhookEditRoute({ loaderData: { service, webhook } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('page.editWebhook')} />
      <ServiceLine service={service} />
      <EditedWebhook key={webhook.webhookId} webhook={webhook} />
    </>
  );
}

function EditedWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { serviceId, webhookId } = webhook;
  const back = webhookDetailPath(serviceId, webhookId);
  const [initialValues] = useState(() => webhookValues(webhook));

  async function save(values: WebhookFormValues, before: WebhookFormValues): Promise<() => void> {
    const change = toChangedBody(values, before);
    const body = { ...change, revision: values.revision };
    if (Object.keys(change).length > 0)
      await consoleCall(webhookApi.update, { params: { serviceId, webhookId }, body });
    return () => {
      notifySuccess('done.edited');
      void navigate(back);
    };
  }

  return (
    <WebhookForm
      initialValues={initialValues}
      draftKey={`webhook.${webhookId}`}
      submitLabel={t('action.save')}
      back={back}
      save={save}
    />
  );
}
