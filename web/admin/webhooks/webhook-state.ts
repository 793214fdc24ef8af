import type { Webhook } from '#contract/webhooks.ts';

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
