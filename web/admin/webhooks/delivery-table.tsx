import { Button } from '@mantine/core';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TEST_EVENT, type WebhookDelivery, type WebhookDeliveryStatus, WebhookEventType } from '#contract/webhooks.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { NOTHING, Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { useShownTime } from './use-shown-time.ts';

export interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onReplay: (delivery: WebhookDelivery, button: HTMLElement) => void;
}

export function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('webhooks.log')}
      columns={[
        t('webhooks.delivery.event'),
        t('webhooks.delivery.result'),
        { title: t('webhooks.delivery.attempts'), className: 'wide number' },
        { title: t('webhooks.delivery.duration'), className: 'wide number' },
        t('webhooks.delivery.next'),
      ]}
      actions={t('webhooks.delivery.replay')}
      className="webhook-log"
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.deliveryId} delivery={delivery} onReplay={onReplay} />
      ))}
    </RecordTable>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly onReplay: (delivery: WebhookDelivery, button: HTMLElement) => void;
}

function DeliveryRow({ delivery, onReplay }: DeliveryRowProps) {
  const { t } = useTranslation('console');
  const { eventId, subject, createdAt, attempts, durationMs, dueAt } = delivery;
  const event = useEventName(delivery);
  const time = useShownTime({ withSeconds: true })(createdAt);
  const shownDuration = useShownDuration();
  const what = [event, subject, time, eventId].filter((part) => part !== null).join(t('services.and'));
  return (
    <tr>
      <th scope="row" className="webhook-event">
        <span>{event}</span>
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
      </th>
      <td className="wide result">
        <Result delivery={delivery} />
      </td>
      <td className="wide number">{attempts}</td>
      <td className="wide number">{durationMs === null ? NOTHING : shownDuration(durationMs)}</td>
      <td className="wide record-time">
        <Time value={dueAt} isShort withSeconds />
      </td>
      <td className="actions">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={({ currentTarget }) => onReplay(delivery, currentTarget)}
          aria-label={t('webhooks.delivery.replayOne', { what })}
        >
          {t('webhooks.delivery.replay')}
        </Button>
      </td>
    </tr>
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

function useEventName({ type }: WebhookDelivery): string {
  const { t } = useTranslation('console');
  const known = [...WebhookEventType.options, TEST_EVENT].find((each) => each === type);
  return known === undefined ? type : t(`webhooks.event.${known as WebhookEventType | typeof TEST_EVENT}`);
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
          {t(`webhooks.delivery.fault.${fault}`)}
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
