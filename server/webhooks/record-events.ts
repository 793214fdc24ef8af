import type {
  WebhookComment,
  WebhookError,
  WebhookEventType,
  WebhookPayload,
  WebhookPost,
} from '#contract/webhooks.ts';
import type { Transaction } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import { insertDelivery, insertEvent, isQueueFull } from './delivery.repository.ts';
import { lockEnabledWebhooks } from './webhook.repository.ts';

export type WebhookEvent =
  | { readonly type: Exclude<WebhookEventType, 'comment.posted'>; readonly post: WebhookPost }
  | { readonly type: 'comment.posted'; readonly comment: WebhookComment };

export interface EventContext {
  readonly clock: Clock;
  readonly serviceId: string;
}

/** Per webhook, so that a receiver that is down does not fill the database. */
export const MAX_WAITING = 10_000;

export async function recordEvents(
  trx: Transaction,
  where: EventContext,
  events: readonly WebhookEvent[],
  /** Completes the posts of events that are sent. */
  complete: (post: WebhookPost) => Promise<WebhookPost> = async (post) => post,
): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await lockEnabledWebhooks(trx, where.serviceId);
  for (const event of events) {
    const subscribed = webhooks.filter((webhook) => webhook.events.includes(event.type));
    if (subscribed.length === 0) continue;
    const sent = 'post' in event ? { ...event, post: await complete(event.post) } : event;
    const eventId = await writeEvent(trx, where, sent);
    for (const { webhookId } of subscribed) await queueEvent(trx, where.clock, { webhookId, eventId });
  }
}

export async function isSubscribed(trx: Transaction, serviceId: string, type: WebhookEventType): Promise<boolean> {
  return (await lockEnabledWebhooks(trx, serviceId)).some(({ events }) => events.includes(type));
}

export async function writeEvent(
  trx: Transaction,
  { clock, serviceId }: EventContext,
  { type, ...about }: Pick<WebhookPayload, 'type' | 'post' | 'comment'>,
): Promise<string> {
  const now = clock.now();
  const createdAt = toInstant(now);
  const payload: WebhookPayload = { id: nextId(clock, now), type, createdAt, serviceId, ...about };
  await insertEvent(trx, { eventId: payload.id, serviceId, type, payload: JSON.stringify(payload), createdAt });
  return payload.id;
}

export async function queueEvent(
  trx: Transaction,
  clock: Clock,
  { webhookId, eventId }: { readonly webhookId: string; readonly eventId: string },
): Promise<string> {
  const now = clock.now();
  const deliveryId = nextId(clock, now);
  const fault: WebhookError | null = (await isQueueFull(trx, webhookId, MAX_WAITING)) ? 'queue-full' : null;
  await insertDelivery(trx, { deliveryId, webhookId, eventId, queuedAt: toInstant(now), fault });
  return deliveryId;
}
