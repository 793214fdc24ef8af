import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { lockThreads } from '../thread.repository.ts';

interface Batch {
  readonly before: string;
  readonly limit: number;
}

/**
 * Removes addresses and user agents of a batch of comments. Authors identified by address get a random id. Skips rows
 * that another process has handled.
 * @returns number of changed comments
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
    await lockThreads(trx, serviceId, [...new Set(comments.map(({ contentId }) => contentId))]);
  }
  const commentIds = overdue.map(({ commentId }) => commentId);
  // Keeps comments restored meanwhile, and those deleted again since.
  return trx
    .deleteFrom('comments')
    .where('commentId', 'in', commentIds)
    .where('isDeleted', '=', 1)
    .where('deletedAt', '<', before)
    .returning(['serviceId', 'commentId'])
    .execute();
}
