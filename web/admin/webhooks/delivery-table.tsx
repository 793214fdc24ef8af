import { Button } from '@mantine/core';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TEST_EVENT, type WebhookDelivery, type WebhookDeliveryStatus, WebhookEventType } from '#contract/webhooks.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { NOTHING, Time } from '../ui/facts.tsx';
import { useShownTime } from './use-shown-time.ts';

export interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onReplay: (delivery: WebhookDelivery) => void;
}

/** What was sent to a webhook. On a narrow screen each delivery is a paragraph. */
export function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  const { t } = useTranslation('console');
  return (
    <table className="record-table">
      <caption className="sr-only">{t('webhooks.log')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('webhooks.delivery.event')}</th>
          <th scope="col" className="wide">
            {t('webhooks.delivery.result')}
          </th>
          <th scope="col" className="wide">
            {t('webhooks.delivery.attempts')}
          </th>
          <th scope="col" className="wide">
            {t('webhooks.delivery.duration')}
          </th>
          <th scope="col" className="wide">
            {t('webhooks.delivery.next')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('webhooks.delivery.replay')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.deliveryId} delivery={delivery} onReplay={onReplay} />
        ))}
      </tbody>
    </table>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly onReplay: (delivery: WebhookDelivery) => void;
}

function DeliveryRow({ delivery, onReplay }: DeliveryRowProps) {
  const { t } = useTranslation('console');
  const { createdAt, attempts, durationMs, dueAt } = delivery;
  const event = useEventName(delivery);
  const time = useShownTime()(createdAt);
  return (
    <tr>
      <th scope="row">
        <span>{event}</span>
        <span className="record-sub">
          <Time value={createdAt} isShort />
        </span>
        <span className="narrow">
          <Result delivery={delivery} />
        </span>
      </th>
      <td className="wide">
        <Result delivery={delivery} />
      </td>
      <td className="wide number">{attempts}</td>
      <td className="wide number">{durationMs === null ? NOTHING : t('webhooks.delivery.ms', { ms: durationMs })}</td>
      <td className="wide record-time">
        <Time value={dueAt} isShort />
      </td>
      <td className="actions">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onReplay(delivery)}
          aria-label={t('webhooks.delivery.replayOne', { event, time })}
        >
          {t('webhooks.delivery.replay')}
        </Button>
      </td>
    </tr>
  );
}

function useEventName({ type }: WebhookDelivery): string {
  const { t } = useTranslation('console');
  const known = [...WebhookEventType.options, TEST_EVENT].find((each) => each === type);
  return known === undefined ? type : t(`webhooks.event.${known as WebhookEventType | typeof TEST_EVENT}`);
}

const looks: Readonly<Record<WebhookDeliveryStatus, { icon: LucideIcon; tone: Tone }>> = {
  waiting: { icon: Clock, tone: 'waiting' },
  delivered: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
};

/** How far it has come, and what was wrong. */
function Result({ delivery: { status, statusCode, fault } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('console');
  return (
    <span>
      <Badge {...looks[status]} text={t(`webhooks.delivery.statuses.${status}`)} />
      {statusCode !== null && <span className="record-sub">{t('webhooks.delivery.code', { code: statusCode })}</span>}
      {fault !== null && <span className="record-sub webhook-fault">{t(`webhooks.delivery.fault.${fault}`)}</span>}
    </span>
  );
}
