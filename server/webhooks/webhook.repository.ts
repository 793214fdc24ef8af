import { type Webhook, WebhookEventType } from '#contract/webhooks.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import type { Transaction, WebhookRow } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

export interface WebhookKey {
  readonly serviceId: string;
  readonly webhookId: string;
}

export async function listWebhooks(db: Db, serviceId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .orderBy('webhookId')
    .execute();
  return rows.map(toWebhook);
}

export async function findWebhook(db: Db, key: WebhookKey): Promise<Webhook | undefined> {
  const row = await selectWebhook(db, key).executeTakeFirst();
  return row && toWebhook(row);
}

export async function lockWebhook(trx: Transaction, key: WebhookKey): Promise<Webhook | undefined> {
  const row = await selectWebhook(trx, key)
    .$if(hasRowLocks(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && toWebhook(row);
}

function selectWebhook(db: Db, { serviceId, webhookId }: WebhookKey) {
  return db.selectFrom('webhooks').selectAll().where('serviceId', '=', serviceId).where('webhookId', '=', webhookId);
}

const enabledWebhooks = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('isEnabled', '=', 1)
    .orderBy('webhookId')
    .$if(hasRowLocks(db), (query) => query.forKeyShare()),
);

/** Locks the webhooks against deletion until the transaction ends. */
export async function lockEnabledWebhooks(trx: Transaction, serviceId: string): Promise<Webhook[]> {
  return (await enabledWebhooks(trx, { serviceId })).map(toWebhook);
}

function toWebhook(row: WebhookRow): Webhook {
  const { webhookId, serviceId, url, description, createdBy, createdAt, updatedAt, failingSince, lastDeliveredAt } =
    row;
  const { revision } = row;
  const events = (JSON.parse(row.events) as string[]).flatMap((type) => WebhookEventType.safeParse(type).data ?? []);
  return {
    webhookId,
    serviceId,
    url,
    description,
    events,
    createdBy,
    createdAt,
    updatedAt,
    failingSince,
    lastDeliveredAt,
    revision,
    isEnabled: row.isEnabled === 1,
    isGone: row.isGone === 1,
  };
}

export async function insertWebhook(
  trx: Transaction,
  { events, isEnabled, isGone, ...webhook }: Webhook & { readonly secret: string },
): Promise<void> {
  const columns = { events: JSON.stringify(events), isEnabled: Number(isEnabled), isGone: Number(isGone) };
  const untouched = { formerSecret: null, formerUntil: null, attemptedAt: null };
  await trx
    .insertInto('webhooks')
    .values({ ...webhook, ...columns, ...untouched })
    .execute();
}

export type WebhookChange = Partial<
  Pick<Webhook, 'url' | 'description' | 'events' | 'isEnabled' | 'isGone' | 'updatedAt' | 'failingSince'>
>;

export async function updateWebhook(
  trx: Transaction,
  webhookId: string,
  { events, isEnabled, isGone, ...change }: WebhookChange,
): Promise<void> {
  const columns = {
    ...change,
    ...(events && { events: JSON.stringify(events) }),
    ...(isEnabled !== undefined && { isEnabled: Number(isEnabled) }),
    ...(isGone !== undefined && { isGone: Number(isGone) }),
  };
  await trx
    .updateTable('webhooks')
    .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
    .where('webhookId', '=', webhookId)
    .execute();
}

export async function deleteWebhookRow(trx: Transaction, { serviceId, webhookId }: WebhookKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('serviceId', '=', serviceId)
    .where('webhookId', '=', webhookId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export type SealedSecrets = Pick<WebhookRow, 'webhookId' | 'secret' | 'formerSecret' | 'formerUntil'>;

export async function findSecrets(db: Db, webhookId: string): Promise<SealedSecrets | undefined> {
  return sealedSecrets(db).where('webhookId', '=', webhookId).executeTakeFirst();
}

export async function listSecrets(
  trx: Transaction,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedSecrets[]> {
  return sealedSecrets(trx).where('webhookId', '>', after).orderBy('webhookId').limit(limit).execute();
}

function sealedSecrets(db: Db) {
  return db.selectFrom('webhooks').select(['webhookId', 'secret', 'formerSecret', 'formerUntil']);
}

export async function saveSecrets(trx: Transaction, { webhookId, ...secrets }: SealedSecrets): Promise<void> {
  await trx.updateTable('webhooks').set(secrets).where('webhookId', '=', webhookId).execute();
}

/** A webhook without an attempt is first in the queue. */
export async function moveToQueueFront(trx: Transaction, webhookId: string): Promise<void> {
  await trx.updateTable('webhooks').set({ attemptedAt: null }).where('webhookId', '=', webhookId).execute();
}

export async function disableGoneWebhook(
  trx: Transaction,
  { webhookId, updatedAt }: { readonly webhookId: string; readonly updatedAt: string },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('webhooks')
    .set((eb) => ({ isEnabled: 0, isGone: 1, updatedAt, revision: eb('revision', '+', 1) }))
    .where('webhookId', '=', webhookId)
    .where('isEnabled', '=', 1)
    .returning('serviceId')
    .executeTakeFirst();
  return row?.serviceId;
}

export async function recordAttempt(
  trx: Transaction,
  webhookId: string,
  { attemptedAt, isDelivered }: { readonly attemptedAt: string; readonly isDelivered: boolean },
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set(({ fn, val }) => ({
      attemptedAt,
      failingSince: isDelivered ? null : fn.coalesce('failingSince', val(attemptedAt)),
      ...(isDelivered && { lastDeliveredAt: attemptedAt }),
    }))
    .where('webhookId', '=', webhookId)
    .execute();
}
