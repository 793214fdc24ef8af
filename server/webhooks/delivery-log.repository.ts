import { WebhookDelivery, type WebhookDeliveryStatus, WebhookFault } from '#contract/webhooks.ts';
import type { Db } from '../database/connect.ts';
import type { WebhookDeliveryRow, WebhookEventRow } from '../database/webhook-tables.ts';

/** `sending`: one process has it, until `dueAt`. */
const UNSENT = ['waiting', 'sending'];

function deliveriesOf(db: Db, webhookId: string) {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEvents', 'webhookEvents.eventId', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select(['type', 'createdAt'])
    .where('webhookId', '=', webhookId);
}

export interface DeliveryQuery {
  readonly webhookId: string;
  readonly status: WebhookDeliveryStatus | undefined;
  /** Only deliveries before this one. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** The newest first. */
export async function listDeliveries(
  db: Db,
  { webhookId, status, before, limit }: DeliveryQuery,
): Promise<WebhookDelivery[]> {
  let query = deliveriesOf(db, webhookId).orderBy('deliveryId', 'desc').limit(limit);
  if (before !== undefined) query = query.where('deliveryId', '<', before);
  if (status !== undefined) query = query.where('status', 'in', status === 'waiting' ? UNSENT : [status]);
  return (await query.execute()).map(toDelivery);
}

export async function findDelivery(
  db: Db,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<WebhookDelivery | undefined> {
  const row = await deliveriesOf(db, webhookId).where('deliveryId', '=', deliveryId).executeTakeFirst();
  return row && toDelivery(row);
}

function toDelivery({
  status,
  fault,
  ...row
}: WebhookDeliveryRow & Pick<WebhookEventRow, 'type' | 'createdAt'>): WebhookDelivery {
  const told = { status: UNSENT.includes(status) ? 'waiting' : status, fault: fault && WebhookFault.parse(fault) };
  return WebhookDelivery.parse({ ...row, ...told });
}
