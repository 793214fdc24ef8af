import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

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
