import { Button } from '@mantine/core';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
  WebhookEventType,
  webhookApi,
} from '#contract/webhooks.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { consoleCall } from '../../session/console-call.ts';
import { formatDate } from '../../ui/date-time.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { NOTHING, Time } from '../ui/facts.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { refocus } from '../ui/refocus.ts';

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onReplay: (delivery: WebhookDelivery, button: HTMLElement) => void;
}

export function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  const { t } = useTranslation('console');
  const eventNameOf = useEventName();
  const shownDuration = useShownDuration();
  const shownTime = useShownTime({ withSeconds: true });
  const describe = (delivery: WebhookDelivery) =>
    [eventNameOf(delivery), delivery.subject, shownTime(delivery.createdAt), delivery.eventId]
      .filter((part) => part !== null)
      .join(t('services.and'));
  return (
    <RecordTable
      caption={t('webhooks.log')}
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      className="webhook-log"
      columns={[
        { title: t('webhooks.delivery.event'), cell: (delivery) => <DeliveryHead delivery={delivery} /> },
        {
          title: t('webhooks.delivery.result'),
          className: 'wide result',
          cell: (delivery) => <Result delivery={delivery} />,
        },
        { title: t('webhooks.delivery.attempts'), className: 'wide number', cell: ({ attempts }) => attempts },
        {
          title: t('webhooks.delivery.duration'),
          className: 'wide number',
          cell: ({ durationMs }) => (durationMs === null ? NOTHING : shownDuration(durationMs)),
        },
        {
          title: t('webhooks.delivery.next'),
          className: 'wide record-time',
          cell: ({ dueAt }) => <Time value={dueAt} isShort withSeconds />,
        },
      ]}
      actions={{
        title: t('webhooks.delivery.replay'),
        cell: (delivery) => (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={({ currentTarget }) => onReplay(delivery, currentTarget)}
            aria-label={t('webhooks.delivery.replayOne', { what: describe(delivery) })}
          >
            {t('webhooks.delivery.replay')}
          </Button>
        ),
      }}
    />
  );
}

function DeliveryHead({ delivery }: { delivery: WebhookDelivery }) {
  const { eventId, subject, createdAt } = delivery;
  return (
    <>
      <span>{useEventName()(delivery)}</span>
      {subject !== null && (
        <span className="webhook-subject" lang={contentLanguage(subject)}>
          {subject}
        </span>
      )}
      <span className="record-sub">
        <Time value={createdAt} isShort withSeconds /> <span className="record-id">{eventId}</span>
      </span>
      <span className="narrow">
        <Result delivery={delivery} />
      </span>
      <span className="narrow">
        <Progress delivery={delivery} />
      </span>
    </>
  );
}

function Progress({ delivery: { attempts, durationMs, dueAt } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('console');
  const shownTime = useShownTime({ withSeconds: true });
  const shownDuration = useShownDuration();
  const parts = [
    t('webhooks.delivery.tries', { count: attempts }),
    durationMs !== null && shownDuration(durationMs),
    dueAt !== null && t('webhooks.delivery.nextAt', { time: shownTime(dueAt) }),
  ];
  return <span>{parts.filter((part) => part !== false).join(t('services.and'))}</span>;
}

function useEventName(): (delivery: WebhookDelivery) => string {
  const { t } = useTranslation('console');
  return ({ type }) => {
    const known = [...WebhookEventType.options, TEST_EVENT].find((each) => each === type);
    return known === undefined ? type : t(`webhooks.event.${known as WebhookEventType | typeof TEST_EVENT}`);
  };
}

const badges: Readonly<Record<WebhookDeliveryStatus, { icon: LucideIcon; tone: Tone }>> = {
  waiting: { icon: Clock, tone: 'waiting' },
  delivered: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
};

function Result({ delivery: { status, statusCode, fault } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('console');
  return (
    <span>
      <Badge {...badges[status]} text={t(`webhooks.delivery.statuses.${status}`)} />
      {statusCode !== null && <span className="record-sub">{t('webhooks.delivery.code', { code: statusCode })}</span>}
      {fault !== null && (
        <span className="record-sub" data-tone="bad">
          {t(`webhooks.delivery.error.${fault}`)}
        </span>
      )}
    </span>
  );
}

function useShownDuration(): (ms: number) => string {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()], { maximumFractionDigits: 1 });
  return (ms) =>
    ms < 1000 ? t('webhooks.delivery.ms', { ms }) : t('webhooks.delivery.s', { s: numbers.format(ms / 1000) });
}

export function useShownTime({ withSeconds = false } = {}): (instant: string) => string {
  const locale = locales[useLanguage()];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (instant) => formatDate(instant, { locale, timeZone, withTime: true, withSeconds, isShort: true });
}

/** Milliseconds for which a row stays in place, so that a double-click does not hit another row. */
const DOUBLE_CLICK_MS = 500;

interface ReplayProps {
  readonly webhook: Webhook;
  readonly deliveries: readonly WebhookDelivery[];
  readonly onSent: () => Promise<void>;
  /** Receives the focus when the replayed row has left the list. */
  readonly heading: RefObject<HTMLElement | null>;
}

export function useReplay({ webhook, deliveries, onSent, heading }: ReplayProps) {
  const { serviceId, webhookId } = webhook;
  const sending = useRef(new Set<string>());
  const pressed = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list may remove the row
  useEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return;
    pressed.current = null;
    refocus(heading.current);
  }, [deliveries, heading]);

  return async function replay({ deliveryId }: WebhookDelivery, button: HTMLElement): Promise<void> {
    if (sending.current.has(deliveryId)) return;
    sending.current.add(deliveryId);
    pressed.current = button;
    const pause = new Promise((end) => setTimeout(end, DOUBLE_CLICK_MS));
    try {
      await consoleCall(webhookApi.replay, { params: { serviceId, webhookId, deliveryId } });
      notifySuccess('webhooks.delivery.replayed');
    } catch (error) {
      notifyFailure(error);
    }
    await pause;
    sending.current.delete(deliveryId);
    await onSent();
    refocus(button);
  };
}
