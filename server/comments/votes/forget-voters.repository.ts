import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/**
 * Removes the addresses of a batch of old votes. Voters identified by address get a random id; the votes still count.
 * @returns number of changed votes
 */
export async function forgetVoters(
  trx: Transaction<Tables>,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> {
  const votes = await trx
    .selectFrom('votes')
    .select(['serviceId', 'contentId', 'readerId'])
    .where('addressHash', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  let forgotten = 0;
  for (const { serviceId, contentId, readerId } of votes) {
    const isOfDay = readerId.startsWith('guest-of-day:');
    const { numUpdatedRows } = await trx
      .updateTable('votes')
      .set({ addressHash: null, ...(isOfDay && { readerId: `guest:${randomUUID()}` }) })
      .where('serviceId', '=', serviceId)
      .where('contentId', '=', contentId)
      .where('readerId', '=', readerId)
      .where('addressHash', 'is not', null)
      .executeTakeFirstOrThrow();
    forgotten += Number(numUpdatedRows);
  }
  return forgotten;
}
