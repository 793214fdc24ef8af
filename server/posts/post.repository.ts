import type { BodyFormat, GroupOfPost, PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { compiledInsert, compiledQuery } from '../database/queries.ts';
import type { PostRow, Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import type { Preview } from './preview-token.ts';
import { bodyColumns, bodyTexts, listColumns, toPost, type WholePost } from './stored-post.ts';

interface OfPost {
  readonly serviceId: string;
  readonly postId: string;
}

const wholePosts = compiledQuery((db, { serviceId, key }: { serviceId: string; key: string }, by: 'slug' | 'postId') =>
  db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select([...listColumns, ...bodyTexts(db), ...bodyColumns])
    .where('posts.serviceId', '=', serviceId)
    .where(`posts.${by}`, '=', key),
);

export async function findPost(
  db: Db,
  serviceId: string,
  by: { readonly slug: string } | { readonly postId: string },
): Promise<WholePost | undefined> {
  const [row] =
    'slug' in by
      ? await wholePosts(db, { serviceId, key: by.slug }, 'slug')
      : await wholePosts(db, { serviceId, key: by.postId }, 'postId');
  return row && toPost(row);
}

export async function findPostVersion(
  db: Db,
  serviceId: string,
  postId: string,
): Promise<{ readonly revision: number; readonly status: PostStatus } | undefined> {
  return db
    .selectFrom('posts')
    .select(['revision', 'status'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
}

const postIdsOfSlug = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db.selectFrom('posts').select('postId').where('serviceId', '=', serviceId).where('slug', '=', slug),
);

export async function findPostIdBySlug(db: Db, serviceId: string, slug: string): Promise<string | undefined> {
  const [row] = await postIdsOfSlug(db, { serviceId, slug });
  return row?.postId;
}

const groupsOfPost = compiledQuery((db, { serviceId, postId }: OfPost) =>
  db
    .selectFrom('postGroupPosts')
    .innerJoin('postGroups', 'postGroups.groupId', 'postGroupPosts.groupId')
    .select(['postGroups.slug', 'postGroups.label'])
    .where('postGroupPosts.serviceId', '=', serviceId)
    .where('postGroupPosts.postId', '=', postId)
    .orderBy('postGroups.label')
    .orderBy('postGroups.slug'),
);

export async function listGroupsOfPost(db: Db, serviceId: string, postId: string): Promise<GroupOfPost[]> {
  return groupsOfPost(db, { serviceId, postId });
}

const insertPostRow = compiledInsert<PostRow>('posts');

export async function insertPost(trx: Transaction, post: PostRow): Promise<void> {
  await insertPostRow(trx, post);
}

export type PostChange = Partial<Omit<PostRow, 'postId' | 'serviceId' | 'createdAt' | 'createdBy' | 'revision'>>;

export async function updatePostRow(
  trx: Transaction,
  { serviceId, postId }: OfPost,
  change: PostChange,
): Promise<number> {
  const row = await trx
    .updateTable('posts')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/**
 * Locks a post and its working copies until the transaction ends.
 * @returns false when the post does not exist
 */
export async function lockPost(trx: Transaction, { serviceId, postId }: OfPost): Promise<boolean> {
  const row = await trx
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .$if(hasRowLocks(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

/** Foreign keys delete the links to tags and import sources. */
export async function deletePostRow(trx: Transaction, serviceId: string, postId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface StalePost
  extends Pick<PostRow, 'postId' | 'serviceId' | 'body' | 'language' | 'revision' | 'renderVersion'> {
  readonly bodyFormat: BodyFormat;
}

type StalePosition = Pick<PostRow, 'renderVersion' | 'postId'>;

export async function listStaleRenderings(
  db: Db,
  { renderVersion, after, limit }: { renderVersion: number; after?: StalePosition | undefined; limit: number },
): Promise<StalePost[]> {
  let query = db
    .selectFrom('posts')
    .select(['postId', 'serviceId', 'body', 'bodyFormat', 'language', 'revision', 'renderVersion'])
    .$narrowType<{ bodyFormat: BodyFormat }>()
    .where('renderVersion', '<', renderVersion)
    .orderBy('renderVersion')
    .orderBy('postId')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('renderVersion', 'postId'), '>', tuple(after.renderVersion, after.postId)),
    );
  }
  return query.execute();
}

/** Skips a post that was saved in the meantime. */
export async function updateRendering(
  trx: Transaction,
  { serviceId, postId, revision }: Pick<PostRow, 'serviceId' | 'postId' | 'revision'>,
  rendering: Pick<PostRow, 'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion' | 'headings' | 'readingSeconds'>,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set(rendering)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', revision)
    .execute();
}

export async function updatePreview(trx: Transaction, { serviceId, postId }: OfPost, preview: Preview): Promise<void> {
  await trx.updateTable('posts').set(preview).where('serviceId', '=', serviceId).where('postId', '=', postId).execute();
}
