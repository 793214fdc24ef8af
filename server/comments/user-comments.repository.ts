import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toUserReaderId } from '../access/index.ts';
import { reportThreadChange } from '../database/commits.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import type { Vault } from '../platform/vault.ts';
import { openOrigin, toProfiles } from './comment.presenter.ts';
import { commentColumns, toComment } from './comment.repository.ts';
import { lockThreads } from './thread.repository.ts';

export async function exportCommentsOfReader(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  readerId: string,
  { limit }: { readonly limit: number },
): Promise<Record<string, unknown>[]> {
  const rows = await database.reader
    .selectFrom('comments')
    .select(commentColumns)
    .where('authorId', '=', readerId)
    .orderBy('commentId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toComment).map((comment) => {
    const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt, deletedAt } = comment;
    return {
      commentId,
      serviceId,
      contentId,
      body,
      profiles: toProfiles(comment),
      publishStatus,
      createdAt,
      updatedAt,
      deletedAt,
      ...openOrigin(vault, comment),
    };
  });
}

const BATCH = 200;

/** Comments and votes remain as those of a guest without a name. */
export async function anonymizeUser(trx: Transaction, username: string): Promise<void> {
  const readerId = toUserReaderId(username);
  const anonymousId = `guest:${randomUUID()}`;
  // Anonymized comments have another author, so each query returns the next threads.
  let threads = await listThreadsOfAuthor(trx, readerId);
  while (threads.length > 0) {
    const byService = Map.groupBy(threads, ({ serviceId }) => serviceId);
    for (const [serviceId, ofService] of byService) {
      const contentIds = ofService.map(({ contentId }) => contentId);
      await anonymizeComments(trx, { serviceId, contentIds, readerId, anonymousId });
    }
    threads = await listThreadsOfAuthor(trx, readerId);
  }
  await trx
    .updateTable('votes')
    .set({ readerId: anonymousId, addressHash: null })
    .where('readerId', '=', readerId)
    .execute();
  await trx.deleteFrom('commentNotices').where('username', '=', username).execute();
}

async function listThreadsOfAuthor(
  trx: Transaction,
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

interface AuthorThreads {
  readonly serviceId: string;
  readonly contentIds: readonly string[];
  readonly readerId: string;
  readonly anonymousId: string;
}

async function anonymizeComments(
  trx: Transaction,
  { serviceId, contentIds, readerId, anonymousId }: AuthorThreads,
): Promise<void> {
  await lockThreads(trx, serviceId, contentIds);
  const visible = await trx
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
    .returning('contentId')
    .execute();
  for (const { contentId } of visible) await reportThreadChange(trx, serviceId, contentId);
  await trx
    .updateTable('comments')
    .set({
      authorId: anonymousId,
      nickname: '',
      age: '',
      area: '',
      searchText: bodyOfSearchText(trx),
      addressHash: null,
      sealedAddress: null,
      userAgent: null,
    })
    .where('authorId', '=', readerId)
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .execute();
}

/** Keeps the first line; the second one is the nickname. */
function bodyOfSearchText(trx: Transaction) {
  return hasRowLocks(trx)
    ? sql<string>`split_part(search_text, chr(10), 1) || chr(10)`
    : sql<string>`substr(search_text, 1, instr(search_text, char(10)))`;
}
