import { NativeSelect } from '@mantine/core';
import { CirclePause, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type Webhook, WebhookDeliveryStatus, webhookApi } from '#contract/webhooks.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin, requireServiceOf } from '../../session/guards.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fact, Facts, Time } from '../ui/facts.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { readPageToken, toSearch } from '../ui/search-params.ts';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/webhook-detail.route.ts';
import { DeliveryTable, useReplay, useShownTime } from './delivery-table.tsx';
import { NewSecret, WebhookActions } from './webhook-actions.tsx';
import { EventNames, LastDelivered, WebhookStateBadge, webhookName, webhookStateOf } from './webhook-table.tsx';
import './webhooks.css';

const RELOAD_INTERVAL_MS = 1000;
/** Covers the receiver's timeout and a little more. */
const MAX_RELOADS = 15;

function usePolledLog(isWaiting: boolean): { readonly watch: () => Promise<void> } {
  const { revalidate } = useRevalidator();
  const [reloadsLeft, setReloadsLeft] = useState(0);
  useEffect(() => {
    if (reloadsLeft === 0 || !isWaiting) return;
    const timer = setTimeout(() => {
      setReloadsLeft(reloadsLeft - 1);
      void revalidate();
    }, RELOAD_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [reloadsLeft, isWaiting, revalidate]);
  const watch = useCallback(async () => {
    setReloadsLeft(MAX_RELOADS);
    await revalidate();
  }, [revalidate]);
  return { watch };
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireServiceOf(await requireAdmin(request), params.serviceId);
  const search = new URL(request.url).searchParams;
  const status = WebhookDeliveryStatus.safeParse(search.get('status')).data;
  const state = { status, pageToken: readPageToken(search) };
  const call = screenCall(request);
  const [service, webhook, page] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId: params.serviceId } }),
    call(webhookApi.read, { params }),
    call(webhookApi.deliveries, { params, query: state }),
  ]);
  return { service, webhook, state, deliveries: page.items, nextToken: page.pageToken };
}

export const HydrateFallback = () => <ListSkeleton title="page.webhook" />;

export default function WebhookDetailRoute({ loaderData }: Route.ComponentProps) {
  const { service, webhook, state, deliveries, nextToken } = loaderData;
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [copied, setCopied] = useState(0);
  useHeadingFocus(`${copied} secrets are copied`);
  const log = usePolledLog(deliveries.some(({ status }) => status === 'waiting'));
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
      <p className="lead" lang={contentLanguage(name)}>
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
                value,
                label: t(`webhooks.delivery.statuses.${value}`),
              })),
            ]}
            onChange={({ target }) =>
              void navigate({ search: toSearch({ status: target.value }) }, { preventScrollReset: true })
            }
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
          page={state.pageToken}
          next={nextToken}
          searchOf={(pageToken) => toSearch({ ...state, pageToken })}
        />
      </section>
    </>
  );
}

function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  const shown = useShownTime();
  const state = webhookStateOf(webhook);
  if (state === 'active' || state === 'new') return null;
  const since = webhook.failingSince === null ? '' : shown(webhook.failingSince);
  return (
    <div className="notice" {...(state !== 'off' && { 'data-kind': 'warning' })}>
      {state === 'off' ? <CirclePause /> : <TriangleAlert />}
      <p>{t(`webhooks.${state}`, { since })}</p>
    </div>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  return (
    <Facts>
      <Fact name={t('webhooks.url')}>
        <span>{webhook.url}</span>
      </Fact>
      <Fact name={t('webhooks.state')}>
        <WebhookStateBadge webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.events')}>
        <EventNames webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.lastDelivered')}>
        <LastDelivered webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.created')}>
        <Time value={webhook.createdAt} isShort />
      </Fact>
    </Facts>
  );
}
