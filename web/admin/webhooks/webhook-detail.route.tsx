import { NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { WebhookDeliveryStatus, webhookApi } from '#contract/webhooks.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ServiceLine } from '../posts/service-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/webhook-detail.route.ts';
import { readDeliveryListState, toDeliverySearch } from './delivery-list-state.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { NewSecret } from './new-secret.tsx';
import { useReplay } from './use-replay.ts';
import { useWatchedLog } from './use-watched-log.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookNotice } from './webhook-notice.tsx';
import { webhookName } from './webhook-state.ts';
import './webhooks.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), params.serviceId);
  const state = readDeliveryListState(new URL(request.url).searchParams);
  const call = screenCall(request);
  const [service, webhook, page] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId: params.serviceId } }),
    call(webhookApi.read, { params }),
    call(webhookApi.deliveries, { params, query: state }),
  ]);
  return { service, webhook, state, deliveries: page.items, nextToken: page.pageToken ?? undefined };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('page.webhook')} />;
}

export default function WebhookDetailRoute({ loaderData }: Route.ComponentProps) {
  const { service, webhook, state, deliveries, nextToken } = loaderData;
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [copied, setCopied] = useState(0);
  useHeadingFocus(`${copied} secrets are copied`);
  const log = useWatchedLog(deliveries.some(({ status }) => status === 'waiting'));
  const heading = useRef<HTMLHeadingElement>(null);
  const replay = useReplay({ webhook, deliveries, onSent: log.watch, heading });
  const name = webhookName(webhook);

  function closeSecret(): void {
    setSecret(undefined);
    setCopied(copied + 1);
  }

  if (secret !== undefined) {
    return (
      <>
        <PageTitle title={t('page.webhook')} />
        <ServiceLine service={service} />
        <NewSecret secret={secret} onDone={closeSecret} />
      </>
    );
  }
  return (
    <>
      <PageTitle title={t('page.webhook')} documentTitle={`${name} – ${t('page.webhook')}`}>
        <WebhookActions webhook={webhook} onTested={log.watch} onRotated={setSecret} />
      </PageTitle>
      <ServiceLine service={service} />
      <p className="lead webhook-url" lang={contentLanguage(name)}>
        {name}
      </p>
      <WebhookNotice webhook={webhook} />
      <WebhookFacts webhook={webhook} />
      <section className="record-section" aria-labelledby="deliveries">
        <h2 id="deliveries" tabIndex={-1} ref={heading}>
          {t('webhooks.log')}
        </h2>
        <p>{t('webhooks.logHelp')}</p>
        <div className="list-tools">
          <NativeSelect
            label={t('webhooks.delivery.status')}
            value={state.status ?? ''}
            data={[
              { value: '', label: t('webhooks.delivery.any') },
              ...WebhookDeliveryStatus.options.map((value) => ({
                ...{ value, label: t(`webhooks.delivery.statuses.${value}`) },
              })),
            ]}
            onChange={({ target }) => {
              const status = WebhookDeliveryStatus.safeParse(target.value).data;
              void navigate(
                { search: toDeliverySearch({ status, pageToken: undefined }) },
                { preventScrollReset: true },
              );
            }}
          />
        </div>
        {deliveries.length > 0 ? (
          <DeliveryTable deliveries={deliveries} onReplay={(delivery, button) => void replay(delivery, button)} />
        ) : (
          <EmptyState
            title={t(state.status === undefined ? 'webhooks.logEmpty' : 'webhooks.logNoMatch')}
            {...(state.status === undefined && { body: t('webhooks.logEmptyBody') })}
          />
        )}
        <TrailPager
          first={toDeliverySearch({ ...state, pageToken: undefined })}
          next={nextToken === undefined ? undefined : toDeliverySearch({ ...state, pageToken: nextToken })}
          isFirst={state.pageToken === undefined}
        />
      </section>
    </>
  );
}
