import { sql } from 'kysely';
import type { CommentStatus } from '#contract/service-configs.ts';
import { reportThreadChange } from '../database/commits.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

export type CommentCountChange = Partial<Record<CommentStatus, number>>;

export interface ThreadChange {
  readonly serviceId: string;
  readonly contentId: string;
  readonly comments?: CommentCountChange;
  readonly isVisible: boolean;
  readonly now: string;
}

export interface CommentCounts {
  readonly publish: number;
  readonly unpublish: number;
  readonly unconfirm: number;
}

const NO_COMMENTS: CommentCounts = { publish: 0, unpublish: 0, unconfirm: 0 };

const countColumns = ['publishCount', 'unpublishCount', 'unconfirmCount'] as const;

/** Part of every write to comments and votes. As the first step of a transaction it locks the thread on PostgreSQL. */
export async function changeThread(trx: Transaction, change: ThreadChange): Promise<void> {
  const { serviceId, contentId, isVisible, now, comments = {} } = change;
  const counts = toColumns(comments);
  await trx
    .insertInto('talks')
    .values({ serviceId, contentId, revision: isVisible ? 1 : 0, ...counts, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['serviceId', 'contentId']).doUpdateSet((eb) => ({
        revision: eb('talks.revision', '+', isVisible ? 1 : 0),
        publishCount: eb('talks.publishCount', '+', counts.publishCount),
        unpublishCount: eb('talks.unpublishCount', '+', counts.unpublishCount),
        unconfirmCount: eb('talks.unconfirmCount', '+', counts.unconfirmCount),
        // The time is public, so changes that only editors see must not move it.
        ...(isVisible && { updatedAt: now }),
      })),
    )
    .execute();
  if (isVisible) await reportThreadChange(trx, serviceId, contentId);
  if (Object.values(counts).every((count) => count === 0)) return;
  await trx
    .insertInto('commentTotals')
    .values({ serviceId, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['serviceId']).doUpdateSet((eb) => ({
        publishCount: eb('commentTotals.publishCount', '+', counts.publishCount),
        unpublishCount: eb('commentTotals.unpublishCount', '+', counts.unpublishCount),
        unconfirmCount: eb('commentTotals.unconfirmCount', '+', counts.unconfirmCount),
      })),
    )
    .execute();
}

export async function findThreadCounts(db: Db, serviceId: string, contentId: string): Promise<CommentCounts> {
  const row = await db
    .selectFrom('talks')
    .select(countColumns)
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .executeTakeFirst();
  return row ? toCounts(row) : NO_COMMENTS;
}

export async function listThreads(
  db: Db,
  serviceId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ contentId: string; publishCount: number; updatedAt: string }[]> {
  let query = db
    .selectFrom('talks')
    .select(['contentId', 'publishCount', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .where('publishCount', '>', 0)
    .orderBy('contentId')
    .limit(limit);
  if (after !== undefined) query = query.where('contentId', '>', after);
  return query.execute();
}

export async function listCommentTotals(
  db: Db,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, CommentCounts>> {
  if (serviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('commentTotals')
    .select(['serviceId', ...countColumns])
    .where('serviceId', 'in', serviceIds)
    .execute();
  return new Map(rows.map((row) => [row.serviceId, toCounts(row)]));
}

export async function findCommentTotals(db: Db, serviceId: string): Promise<CommentCounts> {
  return (await listCommentTotals(db, [serviceId])).get(serviceId) ?? NO_COMMENTS;
}

/** Locks until the transaction ends. Call before reading what is about to change. */
export async function lockThread(trx: Transaction, serviceId: string, contentId: string): Promise<void> {
  await trx
    .updateTable('talks')
    .set({ revision: sql.ref('revision') })
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .execute();
}

/** Locks in the order of content ids, which prevents deadlocks. */
export async function lockThreads(trx: Transaction, serviceId: string, contentIds: readonly string[]): Promise<void> {
  // SQLite has a single writer.
  if (contentIds.length === 0 || !hasRowLocks(trx)) return;
  await trx
    .selectFrom('talks')
    .select('contentId')
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .orderBy('contentId')
    .forUpdate()
    .execute();
}

function toColumns({ publish = 0, unpublish = 0, unconfirm = 0 }: CommentCountChange) {
  return { publishCount: publish, unpublishCount: unpublish, unconfirmCount: unconfirm };
}

function toCounts(row: Record<(typeof countColumns)[number], number>): CommentCounts {
  return { publish: row.publishCount, unpublish: row.unpublishCount, unconfirm: row.unconfirmCount };
}
