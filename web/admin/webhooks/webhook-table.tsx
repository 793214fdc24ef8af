import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Webhook } from '#contract/webhooks.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { webhookDetailPath } from '../../paths/console.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';

export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('page.webhooks')}
      rows={webhooks}
      keyOf={({ webhookId }) => webhookId}
      columns={[
        { title: t('page.webhooks'), cell: (webhook) => <WebhookHead webhook={webhook} /> },
        { title: t('webhooks.state'), cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
        { title: t('webhooks.events'), cell: (webhook) => <EventNames webhook={webhook} /> },
        {
          title: t('webhooks.lastDelivered'),
          className: 'wide record-time',
          cell: (webhook) => <LastDelivered webhook={webhook} />,
        },
      ]}
    />
  );
}

function WebhookHead({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  const { serviceId, webhookId, url, description } = webhook;
  const name = webhookName(webhook);
  return (
    <>
      <Link to={webhookDetailPath(serviceId, webhookId)} lang={contentLanguage(name)}>
        {name}
      </Link>
      {description !== '' && <span className="record-sub">{url}</span>}
      <span className="narrow">
        <WebhookStateBadge webhook={webhook} />
        <span>
          {t('webhooks.lastDelivered')} <LastDelivered webhook={webhook} />
        </span>
      </span>
    </>
  );
}

export function EventNames({ webhook: { events } }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  return (
    <span className="ui-column">
      {events.map((type) => (
        <span key={type}>{t(`webhooks.event.${type}`)}</span>
      ))}
    </span>
  );
}

export function LastDelivered({ webhook: { lastDeliveredAt } }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  return lastDeliveredAt === null ? t('webhooks.never') : <Time value={lastDeliveredAt} isShort />;
}

export type WebhookState = 'active' | 'new' | 'failing' | 'off' | 'gone';

export function webhookStateOf({
  isEnabled,
  isGone,
  failingSince,
  lastDeliveredAt,
}: Pick<Webhook, 'isEnabled' | 'isGone' | 'failingSince' | 'lastDeliveredAt'>): WebhookState {
  if (!isEnabled) return isGone ? 'gone' : 'off';
  if (failingSince !== null) return 'failing';
  return lastDeliveredAt === null ? 'new' : 'active';
}

export function webhookName({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description === '' ? url : description;
}

const looks: Readonly<Record<WebhookState, { icon: LucideIcon; tone: Tone }>> = {
  active: { icon: CircleCheck, tone: 'good' },
  new: { icon: CircleDashed, tone: 'waiting' },
  failing: { icon: TriangleAlert, tone: 'bad' },
  off: { icon: CirclePause, tone: 'quiet' },
  gone: { icon: CircleX, tone: 'bad' },
};

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  const state = webhookStateOf(webhook);
  return <Badge {...looks[state]} text={t(`webhooks.states.${state}`)} />;
}
