import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { holdTalks } from '../../talks/index.ts';

interface Batch {
  /** Only what is older than this instant. */
  readonly before: string;
  readonly limit: number;
}

/**
 * Forgets from where and with what was commented, of so many comments, and answers of how many. Whoever kept no cookie
 * is known by an address, and becomes somebody of whom nothing is known. What another process has done is left alone.
 */
export async function forgetOrigins(trx: Transaction<Tables>, { before, limit }: Batch): Promise<number> {
  const comments = await trx
    .selectFrom('comments')
    .select(['commentId', 'authorId'])
    .where('addressHash', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  let forgotten = 0;
  for (const { commentId, authorId } of comments) {
    const isOfDay = authorId.startsWith('guest-of-day:');
    const { numUpdatedRows } = await trx
      .updateTable('comments')
      .set({
        ...{ addressHash: null, sealedAddress: null, userAgent: null },
        ...(isOfDay && { authorId: `guest:${randomUUID()}` }),
      })
      .where('commentId', '=', commentId)
      .where('addressHash', 'is not', null)
      .executeTakeFirstOrThrow();
    forgotten += Number(numUpdatedRows);
  }
  return forgotten;
}

/** Deletes comments for good that were put into the bin before an instant, so many, and answers which they were. */
export async function emptyBin(
  trx: Transaction<Tables>,
  { before, limit }: Batch,
): Promise<{ serviceId: string; commentId: string }[]> {
  const overdue = await trx
    .selectFrom('comments')
    .select(['serviceId', 'contentId', 'commentId'])
    .where('deletedAt', '<', before)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();
  if (overdue.length === 0) return [];
  const byService = [...Map.groupBy(overdue, ({ serviceId }) => serviceId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [serviceId, comments] of byService) {
    await holdTalks(trx, serviceId, [...new Set(comments.map(({ contentId }) => contentId))]);
  }
  const commentIds = overdue.map(({ commentId }) => commentId);
  // What was brought back meanwhile stays, and so does what was deleted anew after that.
  return trx
    .deleteFrom('comments')
    .where('commentId', 'in', commentIds)
    .where('isDeleted', '=', 1)
    .where('deletedAt', '<', before)
    .returning(['serviceId', 'commentId'])
    .execute();
}
