import { type Expression, expressionBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { Tag } from '#contract/tags.ts';
import type { Db } from '../database/connect.ts';
import type { PostRow, Tables } from '../database/tables.ts';
import { bodyColumns, listColumns, type Post, toPost, type WholePost } from './stored-post.ts';

/** The place of a post in readers' lists. */
export interface ListPosition {
  readonly effectiveAt: string;
  readonly postId: string;
}

export interface ListOptions {
  readonly serviceId: string;
  readonly order: Order;
  readonly after?: ListPosition | undefined;
  readonly limit: number;
  /** Posts that go live later are not there yet. */
  readonly now: string;
  readonly withBody: boolean;
}

/** What readers see in lists, by the time it went live: of a whole service, or of some of its categories. */
export async function listPublishedPosts(
  db: Db,
  options: ListOptions & { categoryIds?: readonly number[] | undefined },
): Promise<Post[]> {
  const { serviceId, order, limit, categoryIds } = options;
  let keys = db
    .selectFrom('posts')
    .select(['postId', 'listedAt'])
    .where('serviceId', '=', serviceId)
    .where(isOnPage(options))
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  if (categoryIds) {
    const [only, ...more] = categoryIds;
    // A plain equality is read from its index in order; a list has to be sorted.
    keys =
      more.length === 0 ? keys.where('categoryId', '=', only ?? 0) : keys.where('categoryId', 'in', [...categoryIds]);
  }
  return postsAt(db, keys, options);
}

/** What readers see in the list of a tag. */
export async function listPublishedPostsOfTag(db: Db, options: ListOptions & { tagId: string }): Promise<Post[]> {
  const { serviceId, order, limit, tagId } = options;
  const keys = db
    .selectFrom('postTags')
    .select(['postId', 'listedAt'])
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', tagId)
    .where(isOnPage(options))
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  return postsAt(db, keys, options);
}

/**
 * Whether a listed row is live and comes after the position.
 * Backwards in time one bound says both, and must: given two, SQLite reads from the weaker one, from the top of the
 * list down to the page. A position in the future, which only a forged key has, is no position.
 */
function isOnPage({ order, after, now }: ListOptions): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const place = eb.refTuple('listedAt', 'postId');
  const isLive = eb('listedAt', '<=', now);
  if (order === 'asc') return after ? isLive.and(eb(place, '>', eb.tuple(after.effectiveAt, after.postId))) : isLive;
  return after && after.effectiveAt <= now ? eb(place, '<', eb.tuple(after.effectiveAt, after.postId)) : isLive;
}

type KeyQuery = ReturnType<typeof selectKeys>;
const selectKeys = (db: Db) => db.selectFrom('posts').select(['postId', 'listedAt']);

/** Finds the page by its keys first, so that long bodies are read for its rows alone. */
async function postsAt(
  db: Db,
  keys: Pick<KeyQuery, 'as'>,
  { serviceId, order, withBody }: ListOptions,
): Promise<Post[]> {
  const rows = await db
    .selectFrom(keys.as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select([...listColumns, ...(withBody ? bodyColumns : [])])
    .where('posts.serviceId', '=', serviceId)
    .orderBy('keys.listedAt', order)
    .orderBy('keys.postId', order)
    .execute();
  return rows.map(toPost);
}

/** Any post of the service, whatever its state. */
export async function findPost(
  db: Db,
  serviceId: string,
  by: { readonly slug: string } | { readonly postId: string },
): Promise<WholePost | undefined> {
  const [column, value] = 'slug' in by ? (['posts.slug', by.slug] as const) : (['posts.postId', by.postId] as const);
  const row = await db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select([...listColumns, ...bodyColumns])
    .where('posts.serviceId', '=', serviceId)
    .where(column, '=', value)
    .executeTakeFirst();
  return row && toPost(row);
}

export async function findPostRevision(db: Db, serviceId: string, postId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.revision;
}

export async function findPostIdBySlug(db: Db, serviceId: string, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.postId;
}

export async function listTagsOfPost(db: Db, serviceId: string, postId: string): Promise<Tag[]> {
  return db
    .selectFrom('postTags')
    .innerJoin('tags', 'tags.tagId', 'postTags.tagId')
    .select(['tags.tagId', 'tags.label', 'tags.serviceId'])
    .where('postTags.serviceId', '=', serviceId)
    .where('postTags.postId', '=', postId)
    .orderBy('tags.label')
    .execute();
}

export async function insertPost(trx: Transaction<Tables>, post: PostRow): Promise<void> {
  await trx.insertInto('posts').values(post).execute();
}

export type PostChange = Partial<
  Omit<PostRow, 'postId' | 'serviceId' | 'createdAt' | 'createdBy' | 'previewToken' | 'revision'>
>;

/** Changes a post and raises its revision; answers with the new one. */
export async function updatePostRow(
  trx: Transaction<Tables>,
  { serviceId, postId }: { serviceId: string; postId: string },
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

/** Gives the post exactly these tags. */
export async function replaceTagsOfPost(
  trx: Transaction<Tables>,
  { serviceId, postId, listedAt }: Pick<PostRow, 'serviceId' | 'postId' | 'listedAt'>,
  tags: readonly Tag[],
): Promise<void> {
  await trx.deleteFrom('postTags').where('serviceId', '=', serviceId).where('postId', '=', postId).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto('postTags')
    .values(tags.map(({ tagId }) => ({ serviceId, postId, tagId, listedAt })))
    .execute();
}

/** Moves the post in the lists of the tags that it has. */
export async function updateListedAtOfTags(
  trx: Transaction<Tables>,
  { serviceId, postId, listedAt }: Pick<PostRow, 'serviceId' | 'postId' | 'listedAt'>,
): Promise<void> {
  await trx
    .updateTable('postTags')
    .set({ listedAt })
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

/** With the links to its tags and to the file that it came from. Answers whether there was one. */
export async function deletePostRow(trx: Transaction<Tables>, serviceId: string, postId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** A post whose derived texts an older pipeline made. */
export type StalePost = Pick<PostRow, 'postId' | 'serviceId' | 'body' | 'revision' | 'renderVersion'>;

/** Posts of any service whose derived texts an older pipeline made, after the given one. */
export async function listStaleRenderings(
  db: Db,
  {
    renderVersion,
    after,
    limit,
  }: {
    renderVersion: number;
    after?: Pick<PostRow, 'renderVersion' | 'postId'> | undefined;
    limit: number;
  },
): Promise<StalePost[]> {
  let query = db
    .selectFrom('posts')
    .select(['postId', 'serviceId', 'body', 'revision', 'renderVersion'])
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

/** Stores new derived texts, unless the post was saved in the meantime. */
export async function updateRendering(
  trx: Transaction<Tables>,
  { serviceId, postId, revision }: Pick<PostRow, 'serviceId' | 'postId' | 'revision'>,
  rendering: Pick<PostRow, 'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion'>,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set(rendering)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', revision)
    .execute();
}
