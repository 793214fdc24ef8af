import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

/**
 * Parts what a user has said from the user: it stays, as that of a guest without a name of whom nothing else is known.
 * Their votes count as before.
 */
export async function forgetUser(trx: Transaction<Tables>, username: string): Promise<void> {
  const [readerId, stranger] = [`user:${username}`, `guest:${randomUUID()}`];
  await raiseTalksOf(trx, readerId);
  await trx
    .updateTable('comments')
    .set({
      ...{ authorId: stranger, nickname: '', age: '', area: '', searchText: bodyOfSearchText(trx) },
      ...{ addressHash: null, sealedAddress: null, userAgent: null },
    })
    .where('authorId', '=', readerId)
    .execute();
  await trx
    .updateTable('votes')
    .set({ readerId: stranger, addressHash: null })
    .where('readerId', '=', readerId)
    .execute();
  await trx.deleteFrom('commentNotices').where('username', '=', username).execute();
}

/** Readers see a name less. In one order, as everybody else does it who holds several. */
async function raiseTalksOf(trx: Transaction<Tables>, authorId: string): Promise<void> {
  const contents = await trx
    .selectFrom('comments')
    .select(['serviceId', 'contentId'])
    .distinct()
    .where('authorId', '=', authorId)
    .where('isDeleted', '=', 0)
    .where('publishStatus', '=', 'publish')
    .orderBy('serviceId')
    .orderBy('contentId')
    .execute();
  for (const { serviceId, contentId } of contents) {
    await trx
      .updateTable('talks')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('serviceId', '=', serviceId)
      .where('contentId', '=', contentId)
      .execute();
  }
}

/** Its first line; the second is the nickname. */
function bodyOfSearchText(trx: Transaction<Tables>) {
  return hasRowLocks(trx)
    ? sql<string>`split_part(search_text, chr(10), 1) || chr(10)`
    : sql<string>`substr(search_text, 1, instr(search_text, char(10)))`;
}
