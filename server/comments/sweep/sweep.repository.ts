import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../database/tables.ts';
import { lockThreads } from '../thread.repository.ts';

interface Batch {
  readonly before: string;
  readonly limit: number;
}

/**
 * Authors identified by address get a random id. Skips rows that another process has handled.
 * @returns number of changed comments
 */
export async function clearCommentAddresses(trx: Transaction, { before, limit }: Batch): Promise<number> {
  const comments = await trx
    .selectFrom('comments')
    .select(['commentId', 'authorId'])
    .where('addressHash', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  let changed = 0;
  for (const { commentId, authorId } of comments) {
    const isGuestOfDay = authorId.startsWith('guest-of-day:');
    const { numUpdatedRows } = await trx
      .updateTable('comments')
      .set({
        addressHash: null,
        sealedAddress: null,
        userAgent: null,
        ...(isGuestOfDay && { authorId: `guest:${randomUUID()}` }),
      })
      .where('commentId', '=', commentId)
      .where('addressHash', 'is not', null)
      .executeTakeFirstOrThrow();
    changed += Number(numUpdatedRows);
  }
  return changed;
}

/** Voters identified by address get a random id; the votes still count. */
export async function clearVoteAddresses(trx: Transaction, { before, limit }: Batch): Promise<number> {
  const votes = await trx
    .selectFrom('votes')
    .select(['serviceId', 'contentId', 'readerId'])
    .where('addressHash', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  let changed = 0;
  for (const { serviceId, contentId, readerId } of votes) {
    const isGuestOfDay = readerId.startsWith('guest-of-day:');
    const { numUpdatedRows } = await trx
      .updateTable('votes')
      .set({ addressHash: null, ...(isGuestOfDay && { readerId: `guest:${randomUUID()}` }) })
      .where('serviceId', '=', serviceId)
      .where('contentId', '=', contentId)
      .where('readerId', '=', readerId)
      .where('addressHash', 'is not', null)
      .executeTakeFirstOrThrow();
    changed += Number(numUpdatedRows);
  }
  return changed;
}

export async function deleteExpiredComments(
  trx: Transaction,
  { before, limit }: Batch,
): Promise<{ serviceId: string; commentId: string }[]> {
  const expired = await trx
    .selectFrom('comments')
    .select(['serviceId', 'contentId', 'commentId'])
    .where('deletedAt', '<', before)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();
  if (expired.length === 0) return [];
  const byService = [...Map.groupBy(expired, ({ serviceId }) => serviceId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [serviceId, comments] of byService) {
    await lockThreads(trx, serviceId, [...new Set(comments.map(({ contentId }) => contentId))]);
  }
  const commentIds = expired.map(({ commentId }) => commentId);
  // Keeps comments restored meanwhile, and those deleted again since.
  return trx
    .deleteFrom('comments')
    .where('commentId', 'in', commentIds)
    .where('isDeleted', '=', 1)
    .where('deletedAt', '<', before)
    .returning(['serviceId', 'commentId'])
    .execute();
}
