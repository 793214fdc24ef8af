import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import { lockThreads } from './thread.repository.ts';

const BATCH = 200;

/** Anonymizes the comments and votes of a user. They remain as those of a guest without a name. */
export async function forgetUser(trx: Transaction<Tables>, username: string): Promise<void> {
  const [readerId, stranger] = [`user:${username}`, `guest:${randomUUID()}`];
  // Handled comments have another author, so each query returns the next ones.
  for (let said = await listSaid(trx, readerId); said.length > 0; said = await listSaid(trx, readerId)) {
    const byService = Map.groupBy(said, ({ serviceId }) => serviceId);
    for (const [serviceId, ofService] of byService) {
      const contentIds = ofService.map(({ contentId }) => contentId);
      await forgetAuthor(trx, { serviceId, contentIds, readerId, stranger });
    }
  }
  await trx
    .updateTable('votes')
    .set({ readerId: stranger, addressHash: null })
    .where('readerId', '=', readerId)
    .execute();
  await trx.deleteFrom('commentNotices').where('username', '=', username).execute();
}

/** Lists the next threads with comments of the user, in lock order. */
async function listSaid(
  trx: Transaction<Tables>,
  readerId: string,
): Promise<{ serviceId: string; contentId: string }[]> {
  return trx
    .selectFrom('comments')
    .select(['serviceId', 'contentId'])
    .distinct()
    .where('authorId', '=', readerId)
    .orderBy('serviceId')
    .orderBy('contentId')
    .limit(BATCH)
    .execute();
}

interface Said {
  readonly serviceId: string;
  readonly contentIds: readonly string[];
  readonly readerId: string;
  readonly stranger: string;
}

/** Locks the threads first, which serializes concurrent changes of their comments. */
async function forgetAuthor(
  trx: Transaction<Tables>,
  { serviceId, contentIds, readerId, stranger }: Said,
): Promise<void> {
  await lockThreads(trx, serviceId, contentIds);
  await trx
    .updateTable('talks')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    // Raises the revision only where readers see the name disappear.
    .where('contentId', 'in', (eb) =>
      eb
        .selectFrom('comments')
        .select('comments.contentId')
        .where('comments.authorId', '=', readerId)
        .where('comments.serviceId', '=', serviceId)
        .where('comments.contentId', 'in', contentIds)
        .where('comments.isDeleted', '=', 0)
        .where('comments.publishStatus', '=', 'publish'),
    )
    .execute();
  await trx
    .updateTable('comments')
    .set({
      ...{ authorId: stranger, nickname: '', age: '', area: '', searchText: bodyOfSearchText(trx) },
      ...{ addressHash: null, sealedAddress: null, userAgent: null },
    })
    .where('authorId', '=', readerId)
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .execute();
}

/** Keeps the first line; the second one is the nickname. */
function bodyOfSearchText(trx: Transaction<Tables>) {
  return hasRowLocks(trx)
    ? sql<string>`split_part(search_text, chr(10), 1) || chr(10)`
    : sql<string>`substr(search_text, 1, instr(search_text, char(10)))`;
}
