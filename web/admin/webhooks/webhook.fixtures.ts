import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';

/** Noon UTC, which is the same date in most time zones. */
const CREATED_AT = '2026-11-02T12:00:00Z';
export const DELIVERED_AT = '2026-11-20T12:00:00Z';

export function webhook(parts: Partial<Webhook> = {}): Webhook {
  return {
    webhookId: '01m8000000000000000000000w',
    serviceId: 'news',
    url: 'https://example.com/hook',
    description: 'Site builder',
    events: ['post.published', 'comment.posted'],
    isEnabled: true,
    isGone: false,
    createdBy: 'hokusai',
    createdAt: CREATED_AT,
    updatedAt: null,
    failingSince: null,
    lastDeliveredAt: DELIVERED_AT,
    revision: 1,
    ...parts,
  };
}

export const WEBHOOK_PATH = `/admin/webhooks/news/${webhook().webhookId}`;

export function delivery(parts: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    deliveryId: '01m8000000000000000000000d',
    eventId: '01m8000000000000000000000e',
    type: 'post.published',
    subject: 'Ink and paper',
    createdAt: DELIVERED_AT,
    status: 'delivered',
    attempts: 1,
    attemptedAt: DELIVERED_AT,
    statusCode: 204,
    fault: null,
    durationMs: 85,
    dueAt: null,
    ...parts,
  };
}

export function waitingDelivery(parts: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return delivery({
    ...{ status: 'waiting', statusCode: 500, fault: 'status', durationMs: 1540, attempts: 2 },
    dueAt: '2026-11-21T12:00:00Z',
    ...parts,
  });
}
