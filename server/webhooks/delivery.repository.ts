import { sql, type Transaction } from 'kysely';
import { TEST_EVENT, type WebhookFault } from '#contract/webhooks.ts';
import { sayEventQueued } from '../database/commits.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { WebhookDeliveryRow, WebhookEventRow } from '../database/webhook-tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

export async function insertEvent(trx: Transaction<Tables>, event: WebhookEventRow): Promise<void> {
  await trx.insertInto('webhookEvents').values(event).execute();
}

export type NewDelivery = Pick<WebhookDeliveryRow, 'deliveryId' | 'webhookId' | 'eventId' | 'queuedAt'> & {
  readonly fault: WebhookFault | null;
};

/** Queues a delivery; with a fault, it is given up as it is queued. */
export async function insertDelivery(trx: Transaction<Tables>, delivery: NewDelivery): Promise<void> {
  const { queuedAt, fault } = delivery;
  const state = fault === null ? { status: 'waiting', dueAt: queuedAt } : { status: 'failed', dueAt: null };
  await sayEventQueued(trx);
  const untried = { attempts: 0, attemptedAt: null, statusCode: null, durationMs: null };
  await trx
    .insertInto('webhookDeliveries')
    .values({ ...delivery, ...state, ...untried })
    .execute();
}

/** Whether so many deliveries wait for a webhook. */
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

/**
 * Webhooks that something is due for, whichever was tried longest ago first: of those that work, or of those that have
 * failed of late and have rested since.
 */
export async function listDueWebhooks(
  db: Db,
  {
    now,
    failing,
    except,
    limit,
  }: {
    readonly now: string;
    /** Of those that fail, the ones that were tried no later than this. */
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

/** What is to be sent to a webhook now, the longest due first; also what a process has claimed and never finished. */
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

/** Takes a delivery for this process until `until`; nothing, if it is no longer as it was seen: somebody else has it. */
export async function claimDelivery(
  trx: Transaction<Tables>,
  { deliveryId, status, attempts, dueAt }: DueDelivery,
  until: string,
): Promise<WebhookDeliveryRow | undefined> {
  return trx
    .updateTable('webhookDeliveries')
    .set({ status: 'sending', attempts: attempts + 1, dueAt: until })
    .where('deliveryId', '=', deliveryId)
    .where('status', '=', status)
    .where('attempts', '=', attempts)
    .where('dueAt', '=', dueAt)
    .returningAll()
    .executeTakeFirst();
}

/** What is sent, and where. */
export interface Parcel {
  readonly url: string;
  readonly eventId: string;
  readonly payload: string;
}

export async function findParcel(
  db: Db,
  { webhookId, eventId }: Pick<WebhookDeliveryRow, 'webhookId' | 'eventId'>,
): Promise<Parcel | undefined> {
  return db
    .selectFrom('webhooks')
    .innerJoin('webhookEvents', (join) => join.on('eventId', '=', eventId))
    .select(['url', 'eventId', 'payload'])
    .where('webhookId', '=', webhookId)
    .executeTakeFirst();
}

export type DeliveryOutcome = Pick<WebhookDeliveryRow, 'status' | 'dueAt'> &
  Partial<Pick<WebhookDeliveryRow, 'attempts' | 'attemptedAt' | 'statusCode' | 'fault' | 'durationMs'>>;

/** Writes down what became of a claimed delivery, unless another process has claimed it since. */
export async function settleDelivery(
  trx: Transaction<Tables>,
  { deliveryId, attempts, dueAt }: WebhookDeliveryRow,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhookDeliveries')
    .set(outcome)
    .where('deliveryId', '=', deliveryId)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .where('dueAt', '=', dueAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Whether a delivery's webhook has been switched off, so that it is not tried again; a test is. Until this is committed
 * the webhook stays as it is.
 */
export async function isSwitchedOff(
  trx: Transaction<Tables>,
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

/**
 * Gives up whatever waits for a webhook that is switched off, and what a process had that is gone. What is being sent
 * this moment comes to its end.
 */
export async function giveUpWaiting(trx: Transaction<Tables>, webhookId: string, now: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', dueAt: null, fault: 'switched-off' })
    .where('webhookId', '=', webhookId)
    .where('dueAt', 'is not', null)
    .where(({ or, eb }) => or([eb('status', '=', 'waiting'), eb('dueAt', '<=', now)]))
    .execute();
}

/** Makes a delivery due now as if it were new, unless it is being sent this moment. */
export async function requeueDelivery(trx: Transaction<Tables>, deliveryId: string, now: string): Promise<void> {
  await sayEventQueued(trx);
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, queuedAt: now, dueAt: now, fault: null, statusCode: null, durationMs: null })
    .where('deliveryId', '=', deliveryId)
    .where('status', '!=', 'sending')
    .execute();
}
