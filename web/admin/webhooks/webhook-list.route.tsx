import { Button } from '@mantine/core';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { MAX_WEBHOOKS, webhookApi } from '#contract/webhooks.ts';
import { webhookCreatePath } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/webhook-list.route.ts';
import { WebhookTable } from './webhook-table.tsx';
import './webhooks.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), params.serviceId);
  const call = screenCall(request);
  const [service, webhooks] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(webhookApi.list, { params }),
  ]);
  return { service, webhooks };
}

export const HydrateFallback = () => <ListSkeleton title="page.webhooks" />;

export default function WebhookListRoute({ loaderData: { service, webhooks } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { serviceId, label } = service;
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  const create = (
    <Button component={Link} to={webhookCreatePath(serviceId)} leftSection={<WebhookIcon />}>
      {t('webhooks.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('page.webhooks')} documentTitle={t('page.webhooksOf', { label })}>
        {webhooks.length > 0 && !isFull && create}
      </PageTitle>
      <ServiceLine service={service} />
      <p className="lead">{t('webhooks.lead')}</p>
      {isFull && <p>{t('webhooks.full', { max: MAX_WEBHOOKS })}</p>}
      {webhooks.length > 0 ? (
        <WebhookTable webhooks={webhooks} />
      ) : (
        <EmptyState title={t('webhooks.empty')} body={t('webhooks.emptyBody')}>
          {create}
        </EmptyState>
      )}
    </>
  );
}
