import { sql } from 'kysely';
import { TEST_EVENT, type WebhookError } from '#contract/webhooks.ts';
import { emitEventQueued } from '../database/commits.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction, WebhookDeliveryRow, WebhookEventRow } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

export async function insertEvent(trx: Transaction, event: WebhookEventRow): Promise<void> {
  await trx.insertInto('webhookEvents').values(event).execute();
}

export type NewDelivery = Pick<WebhookDeliveryRow, 'deliveryId' | 'webhookId' | 'eventId' | 'queuedAt'> & {
  readonly fault: WebhookError | null;
};

export async function insertDelivery(trx: Transaction, delivery: NewDelivery): Promise<void> {
  const { queuedAt, fault } = delivery;
  const state = fault === null ? { status: 'waiting', dueAt: queuedAt } : { status: 'failed', dueAt: null };
  await emitEventQueued(trx);
  const untried = { attempts: 0, attemptedAt: null, statusCode: null, durationMs: null };
  await trx
    .insertInto('webhookDeliveries')
    .values({ ...delivery, ...state, ...untried })
    .execute();
}

export async function isQueueFull(db: Db, webhookId: string, max: number): Promise<boolean> {
  const last = db
    .selectFrom('webhookDeliveries')
    .select('deliveryId')
    .where('webhookId', '=', webhookId)
    .where('dueAt', 'is not', null)
    .offset(max - 1)
    .limit(1);
  return (await last.executeTakeFirst()) !== undefined;
}

export async function isAnythingDue(db: Db, now: string): Promise<boolean> {
  const due = db.selectFrom('webhookDeliveries').select('deliveryId').where('dueAt', '<=', now).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/** Least recently attempted first: either working webhooks, or failing ones that have paused. */
export async function listDueWebhooks(
  db: Db,
  {
    now,
    failing,
    except,
    limit,
  }: {
    readonly now: string;
    readonly failing: { readonly triedUntil: string } | undefined;
    readonly except: readonly string[];
    readonly limit: number;
  },
): Promise<string[]> {
  let query = db
    .selectFrom('webhooks')
    .select('webhookId')
    .where('failingSince', failing ? 'is not' : 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookDeliveries')
          .select(sql.lit(1).as('one'))
          .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.webhookId')
          .where('dueAt', '<=', now),
      ),
    )
    .orderBy(sql`coalesce(attempted_at, '')`)
    .orderBy('webhookId')
    .limit(limit);
  if (failing) query = query.where(sql`coalesce(attempted_at, '')`, '<=', failing.triedUntil);
  if (except.length > 0) query = query.where('webhookId', 'not in', [...except]);
  return (await query.execute()).map(({ webhookId }) => webhookId);
}

export type DueDelivery = Pick<WebhookDeliveryRow, 'deliveryId' | 'status' | 'attempts' | 'dueAt'>;

export async function listDueDeliveries(
  db: Db,
  { webhookId, now, limit }: { readonly webhookId: string; readonly now: string; readonly limit: number },
): Promise<DueDelivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .select(['deliveryId', 'status', 'attempts', 'dueAt'])
    .where('webhookId', '=', webhookId)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('deliveryId')
    .limit(limit)
    .execute();
}

export interface QueuedEvent {
  readonly url: string;
  readonly eventId: string;
  readonly payload: string;
}

export async function findQueuedEvent(
  db: Db,
  { webhookId, eventId }: Pick<WebhookDeliveryRow, 'webhookId' | 'eventId'>,
): Promise<QueuedEvent | undefined> {
  return db
    .selectFrom('webhooks')
    .innerJoin('webhookEvents', (join) => join.on('eventId', '=', eventId))
    .select(['url', 'eventId', 'payload'])
    .where('webhookId', '=', webhookId)
    .executeTakeFirst();
}

/** Test events are sent to disabled webhooks, too. Locks the webhook until the transaction ends. */
export async function isDisabled(
  trx: Transaction,
  { webhookId, eventId }: Pick<WebhookDeliveryRow, 'webhookId' | 'eventId'>,
): Promise<boolean> {
  const webhook = await trx
    .selectFrom('webhooks')
    .select('isEnabled')
    .where('webhookId', '=', webhookId)
    .$if(hasRowLocks(trx), (query) => query.forShare())
    .executeTakeFirst();
  if (webhook?.isEnabled !== 0) return false;
  const event = trx.selectFrom('webhookEvents').select('type').where('eventId', '=', eventId);
  return (await event.executeTakeFirst())?.type !== TEST_EVENT;
}

export async function giveUpWaiting(trx: Transaction, webhookId: string, now: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', dueAt: null, fault: 'switched-off' })
    .where('webhookId', '=', webhookId)
    .where('dueAt', 'is not', null)
    .where(({ or, eb }) => or([eb('status', '=', 'waiting'), eb('dueAt', '<=', now)]))
    .execute();
}

export async function requeueDelivery(trx: Transaction, deliveryId: string, now: string): Promise<void> {
  await emitEventQueued(trx);
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, queuedAt: now, dueAt: now, fault: null, statusCode: null, durationMs: null })
    .where('deliveryId', '=', deliveryId)
    .where('status', '!=', 'sending')
    .execute();
}
