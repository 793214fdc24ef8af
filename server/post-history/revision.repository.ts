import type { PostRevision, PostSnapshot } from '#contract/post-history.ts';
import type { Db } from '../database/connect.ts';
import type { PostRevisionRow } from '../database/post-tables.ts';
import { compiledInsert } from '../database/queries.ts';
import type { Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

type RevisionKey = Pick<PostRevisionRow, 'serviceId' | 'postId' | 'revision'>;

/** Tag ids identify tags after a rename; old revisions have labels only. */
export type StoredSnapshot = PostSnapshot & { readonly tagIds?: readonly string[] };

const insertRevisionRow = compiledInsert<PostRevisionRow>('postRevisions');

export async function insertRevision(trx: Transaction, row: PostRevisionRow): Promise<void> {
  await insertRevisionRow(trx, row);
}

export async function hasRevision(db: Db, { serviceId, postId, revision }: RevisionKey): Promise<boolean> {
  const row = await db
    .selectFrom('postRevisions')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRevisionsUpTo(
  trx: Transaction,
  { serviceId, postId, revision }: RevisionKey,
): Promise<void> {
  await trx
    .deleteFrom('postRevisions')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '<=', revision)
    .execute();
}

export type StoredRevision = Omit<PostRevision, 'isCurrent'>;

const listedColumns = ['revision', 'kind', 'title', 'savedAt', 'savedBy'] as const;

export async function listRevisions(
  db: Db,
  { serviceId, postId, before, limit }: Omit<RevisionKey, 'revision'> & { before?: number | undefined; limit: number },
): Promise<StoredRevision[]> {
  let query = db
    .selectFrom('postRevisions')
    .select(listedColumns)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .orderBy('revision', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('revision', '<', before);
  return query.execute();
}

export async function findRevision(
  db: Db,
  { serviceId, postId, revision }: RevisionKey,
): Promise<(StoredRevision & { readonly content: StoredSnapshot }) | undefined> {
  const row = await db
    .selectFrom('postRevisions')
    .select([...listedColumns, 'content'])
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  // Older revisions have no language.
  return row && { ...row, content: { language: '', ...JSON.parse(row.content) } };
}

export async function deleteRevisionsOfGonePosts(trx: Transaction, postIds: readonly string[]): Promise<number> {
  if (postIds.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('postRevisions')
    .where('postId', 'in', [...postIds])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('posts').select('posts.postId').whereRef('posts.postId', '=', 'postRevisions.postId'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deletedPosts')
            .select('deletedPosts.postId')
            .whereRef('deletedPosts.postId', '=', 'postRevisions.postId'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** `isOfGonePost` means that the post neither exists nor is in the bin. */
export interface HistorySpan {
  readonly postId: string;
  readonly oldest: number;
  readonly newest: number;
  readonly isOfGonePost: boolean;
}

export async function listHistories(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<HistorySpan[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('postRevisions')
        .select(({ fn }) => ['postId', fn.min('revision').as('oldest'), fn.max('revision').as('newest')])
        .where('postId', '>', after)
        .groupBy('postId')
        .orderBy('postId')
        .limit(limit)
        .as('histories'),
    )
    .leftJoin('posts', 'posts.postId', 'histories.postId')
    .leftJoin('deletedPosts', 'deletedPosts.postId', 'histories.postId')
    .select([
      'histories.postId',
      'histories.oldest',
      'histories.newest',
      'posts.postId as currentPostId',
      'deletedPosts.postId as binnedId',
    ])
    .orderBy('histories.postId')
    .execute();
  return rows.map(({ currentPostId, binnedId, ...span }) => ({
    ...span,
    isOfGonePost: currentPostId === null && binnedId === null,
  }));
}

export type OldRevision = Pick<PostRevisionRow, 'postId' | 'revision' | 'savedAt'>;

export async function listOldRevisions(
  db: Db,
  { savedBefore, after, limit }: { savedBefore: string; after?: OldRevision | undefined; limit: number },
): Promise<OldRevision[]> {
  let query = db
    .selectFrom('postRevisions')
    .select(['postId', 'revision', 'savedAt'])
    .where('savedAt', '<', savedBefore)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('postRevisions as newer')
          .select('newer.revision')
          .whereRef('newer.postId', '=', 'postRevisions.postId')
          .whereRef('newer.revision', '>', 'postRevisions.revision'),
      ),
    )
    .orderBy('savedAt')
    .orderBy('postId')
    .orderBy('revision')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('savedAt', 'postId', 'revision'), '>', tuple(after.savedAt, after.postId, after.revision)),
    );
  }
  return query.execute();
}

/** Locks the post and its bin entry until the transaction ends, so that nobody saves or restores it meanwhile. */
export async function lockHistory(trx: Transaction, postId: string): Promise<void> {
  if (!hasRowLocks(trx)) return;
  await trx.selectFrom('posts').select('postId').where('postId', '=', postId).forNoKeyUpdate().execute();
  await trx.selectFrom('deletedPosts').select('postId').where('postId', '=', postId).forNoKeyUpdate().execute();
}

/** Never deletes the newest revision. */
export async function deleteOldestRevisions(
  db: Db,
  { postId, upTo }: { postId: string; upTo: number },
): Promise<number> {
  const newest = db
    .selectFrom('postRevisions')
    .select(({ fn }) => fn.max('revision').as('revision'))
    .where('postId', '=', postId);
  const { numDeletedRows } = await db
    .deleteFrom('postRevisions')
    .where('postId', '=', postId)
    .where('revision', '<=', upTo)
    .where('revision', '<', newest)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
