import { useTranslation } from 'react-i18next';
import { adminServiceApi } from '#contract/admin-services.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/webhook-edit.route.ts';
import { WebhookForm } from './webhook-form.tsx';
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
      <WebhookForm key={webhook.webhookId} serviceId={webhook.serviceId} webhook={webhook} />
    </>
  );
}
