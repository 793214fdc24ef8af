import { type Expression, expressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { BodyFormat, GroupOfPost } from '#contract/posts.ts';
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
  /** One more than are wanted tells whether any follow. */
  readonly limit: number;
  /** Posts that go live later are not there yet. */
  readonly now: string;
  readonly withBody: boolean;
}

export interface ListedPosts {
  readonly posts: readonly Post[];
  readonly hasMore: boolean;
}

/** A list with bodies ends early where they grow beyond this, since it is made in memory. At least one post is in it. */
const MAX_LIST_BYTES = 8_000_000;

/** What readers see in lists, by the time it went live: of a whole service, or of some of its categories. */
export async function listPublishedPosts(
  db: Db,
  options: ListOptions & { categoryIds?: readonly number[] | undefined },
): Promise<ListedPosts> {
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
export async function listPublishedPostsOfTag(db: Db, options: ListOptions & { tagId: string }): Promise<ListedPosts> {
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
  { serviceId, order, limit, withBody }: ListOptions,
): Promise<ListedPosts> {
  const rows = await db
    .selectFrom(keys.as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .$if(withBody, (query) => query.select(sizeOfBodies.as('size')))
    .where('posts.serviceId', '=', serviceId)
    .orderBy('keys.listedAt', order)
    .orderBy('keys.postId', order)
    .execute();
  const page = withBody ? upToSize(rows.slice(0, limit - 1)) : rows.slice(0, limit - 1);
  const bodies = withBody ? await readBodies(db, serviceId, page) : undefined;
  const posts = page.map(({ size: _, ...row }) => toPost({ ...row, ...bodies?.get(row.postId) }));
  return { posts, hasMore: rows.length > page.length };
}

/** In bytes; told by both engines without reading the texts. */
const sizeOfBodies = sql<number>`octet_length(posts.body) + octet_length(posts.body_html) + octet_length(posts.body_text)`;

function upToSize<Row extends { size?: number }>(rows: readonly Row[]): Row[] {
  let total = 0;
  return rows.filter(({ size = 0 }, index) => {
    total += size;
    return index === 0 || total <= MAX_LIST_BYTES;
  });
}

async function readBodies(db: Db, serviceId: string, rows: readonly { postId: string }[]) {
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ postId }) => postId);
  const found = await db
    .selectFrom('posts')
    .select(['postId', 'body', 'bodyHtml', 'bodyText', 'links'])
    .where('serviceId', '=', serviceId)
    .where('postId', 'in', ids)
    .execute();
  return new Map(found.map(({ postId, ...texts }) => [postId, texts]));
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

/** The groups that the post is in, by their labels. */
export async function listGroupsOfPost(db: Db, serviceId: string, postId: string): Promise<GroupOfPost[]> {
  return db
    .selectFrom('postGroupPosts')
    .innerJoin('postGroups', 'postGroups.groupId', 'postGroupPosts.groupId')
    .select(['postGroups.slug', 'postGroups.label'])
    .where('postGroupPosts.serviceId', '=', serviceId)
    .where('postGroupPosts.postId', '=', postId)
    .orderBy('postGroups.label')
    .orderBy('postGroups.slug')
    .execute();
}

export async function insertPost(trx: Transaction<Tables>, post: PostRow): Promise<void> {
  await trx.insertInto('posts').values(post).execute();
}

export type PostChange = Partial<Omit<PostRow, 'postId' | 'serviceId' | 'createdAt' | 'createdBy' | 'revision'>>;

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
export interface StalePost extends Pick<PostRow, 'postId' | 'serviceId' | 'body' | 'revision' | 'renderVersion'> {
  readonly bodyFormat: BodyFormat;
}

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
    .select(['postId', 'serviceId', 'body', 'bodyFormat', 'revision', 'renderVersion'])
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
