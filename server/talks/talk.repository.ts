import { sql, type Transaction } from 'kysely';
import type { CommentStatus } from '#contract/service-configs.ts';
import { sayTalkChanged } from '../database/commits.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

/** By how much the number of comments in each state changes; what is not named stays. */
export type CommentCountChange = Partial<Record<CommentStatus, number>>;

export interface TalkChange {
  readonly serviceId: string;
  readonly contentId: string;
  readonly comments?: CommentCountChange;
  /** Whether readers see something else than before. */
  readonly isSeen: boolean;
  readonly now: string;
}

export interface CommentCounts {
  readonly publish: number;
  readonly unpublish: number;
  readonly unconfirm: number;
}

/** What is known of a content that nobody has said anything about. */
const NOTHING_SAID: CommentCounts = { publish: 0, unpublish: 0, unconfirm: 0 };

const countColumns = ['publishCount', 'unpublishCount', 'unconfirmCount'] as const;

/**
 * Counts what a write does to the comments of a content, and tells the caches of it if readers see it: part of the
 * transaction of every write to comments and votes. As its first step it also makes the writers of one content wait
 * for each other on PostgreSQL.
 */
export async function changeTalk(trx: Transaction<Tables>, change: TalkChange): Promise<void> {
  const { serviceId, contentId, isSeen, now, comments = {} } = change;
  const counts = toColumns(comments);
  await trx
    .insertInto('talks')
    .values({ serviceId, contentId, revision: isSeen ? 1 : 0, ...counts, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['serviceId', 'contentId']).doUpdateSet((eb) => ({
        revision: eb('talks.revision', '+', isSeen ? 1 : 0),
        publishCount: eb('talks.publishCount', '+', counts.publishCount),
        unpublishCount: eb('talks.unpublishCount', '+', counts.unpublishCount),
        unconfirmCount: eb('talks.unconfirmCount', '+', counts.unconfirmCount),
        // Everybody may ask when it was: what only editors see does not move it.
        ...(isSeen && { updatedAt: now }),
      })),
    )
    .execute();
  if (isSeen) await sayTalkChanged(trx, serviceId, contentId);
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

export async function findTalkCounts(db: Db, serviceId: string, contentId: string): Promise<CommentCounts> {
  const row = await db
    .selectFrom('talks')
    .select(countColumns)
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .executeTakeFirst();
  return row ? toCounts(row) : NOTHING_SAID;
}

/** Contents that have published comments, by id, after the given one. */
export async function listTalks(
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

/** The counts of whole services, by id; a service without comments is missing. */
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
  return (await listCommentTotals(db, [serviceId])).get(serviceId) ?? NOTHING_SAID;
}

/** Makes the writers of one content wait for each other, before any of them reads what it is about to change. */
export async function holdTalk(trx: Transaction<Tables>, serviceId: string, contentId: string): Promise<void> {
  await trx
    .updateTable('talks')
    .set({ revision: sql.ref('revision') })
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .execute();
}

/** The same for many contents of a service, in the order of their ids: nobody who does so too waits crosswise. */
export async function holdTalks(
  trx: Transaction<Tables>,
  serviceId: string,
  contentIds: readonly string[],
): Promise<void> {
  // SQLite has one writer at a time.
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
