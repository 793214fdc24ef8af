import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { webhookDetailPath } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/webhook-create.route.ts';
import { NewSecret } from './webhook-actions.tsx';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), params.serviceId);
  return { service: await screenCall(request)(adminServiceApi.find, { params }) };
}

export default function WebhookCreateRoute({ loaderData: { service } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { serviceId } = service;
  const [made, setMade] = useState<{ readonly webhookId: string; readonly secret: string }>();

  return (
    <>
      <PageTitle title={t('page.createWebhook')} />
      <ServiceLine service={service} />
      {made ? (
        <NewSecret secret={made.secret} onDone={() => void navigate(webhookDetailPath(serviceId, made.webhookId))} />
      ) : (
        <WebhookForm key={serviceId} serviceId={serviceId} onCreated={setMade} />
      )}
    </>
  );
}
