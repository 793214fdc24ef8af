import { type RawBuilder, sql } from 'kysely';
import type { PostSort } from '#contract/admin-posts.ts';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import { isAmong, type KeyQuery, mergeKeys, type PostKey, selectPostsAt } from './post-keys.repository.ts';
import { isMatch, isOfBody, isWanted, lowered, type PostWish } from './post-wish.repository.ts';
import { listColumns, type Post, toPost } from './stored-post.ts';

/** The place of a post in the console's list; a post without the time that sorts it stands before all others. */
export interface AdminListPosition {
  readonly sortedBy: string;
  readonly postId: string;
}

export interface AdminListOptions {
  readonly serviceId: string;
  readonly sort: PostSort;
  readonly order: Order;
  readonly after?: AdminListPosition | undefined;
  readonly limit: number;
  readonly categoryIds?: readonly number[] | undefined;
}

/** Posts in any state, without their bodies. */
export async function listPosts(db: Db, options: AdminListOptions): Promise<Post[]> {
  const rows = await selectPostsAt(db, keysOf(db, options), options).execute();
  return rows.map(({ place: _, ...row }) => toPost(row));
}

/**
 * The ids of all posts that a wish can mean, if an index knows them; no more than the limit. `undefined` for what only
 * a look at each post can tell.
 */
export async function listCandidates(
  db: Db,
  serviceId: string,
  { filter, tagId, status }: PostWish,
  limit: number,
): Promise<string[] | undefined> {
  // In the order of their indexes: otherwise PostgreSQL looks for what it takes for frequent wherever it finds it.
  const posts = db
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .orderBy('postId')
    .limit(limit);
  const ofTag = db
    .selectFrom('postTags')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .orderBy('listedAt')
    .orderBy('postId')
    .limit(limit);
  const isIndexed = filter?.compare === 'eq' && filter.attribute !== 'body';
  // Most posts are published: no index would find fewer.
  const isSelective = status !== undefined && status !== 'published';
  const queries = [
    ...(isIndexed ? [posts.where((eb) => isMatch(filter, eb))] : []),
    ...(tagId === undefined ? [] : [ofTag.where('tagId', '=', tagId)]),
    ...(isSelective ? [posts.where('status', '=', status)] : []),
  ];
  let fewest: string[] | undefined;
  for (const query of queries) {
    if (fewest && fewest.length < limit) break;
    fewest = (await query.execute()).map(({ postId }) => postId);
  }
  return fewest;
}

/** The wanted ones among a few posts, in the order of the list. */
export async function listPostsAmong(
  db: Db,
  options: AdminListOptions,
  among: { postIds: readonly string[]; wish: PostWish },
): Promise<Post[]> {
  if (among.postIds.length === 0) return [];
  const rows = await amongQuery(db, options, among)
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .execute();
  return rows.map(toPost);
}

function amongQuery(
  db: Db,
  { serviceId, sort, order, after, limit, categoryIds }: AdminListOptions,
  { postIds, wish }: { postIds: readonly string[]; wish: PostWish },
) {
  let query = db
    .selectFrom('posts')
    .where(isAmong(serviceId, postIds))
    .where((eb) => isWanted(wish, eb))
    .orderBy(placeIn(sort), order)
    .orderBy('posts.postId', order)
    .limit(limit);
  if (categoryIds) query = query.where('posts.categoryId', 'in', [...categoryIds]);
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.tuple(placeIn(sort), eb.ref('posts.postId')),
        order === 'asc' ? '>' : '<',
        eb.tuple(after.sortedBy, after.postId),
      ),
    );
  }
  return query;
}

/** With more categories than this, all posts of the service are looked at, rather than the categories put together. */
const MAX_MERGED = 20;

export interface ScannedPost extends PostKey {
  /** How many bytes are read to tell whether it is wanted. */
  readonly bytes: number;
}

/**
 * The next posts of a list that are to be looked at, wanted or not: of the whole list, or of those that a wish can mean
 * as far as indexes know. How long their bodies are is told without reading them.
 */
export async function listToScan(
  db: Db,
  options: AdminListOptions,
  { wish, postIds }: { wish: PostWish; postIds: readonly string[] | undefined },
): Promise<ScannedPost[]> {
  const bytes = isOfBody(wish) ? sql<number>`octet_length(posts.body)` : sql<number>`0`;
  if (postIds) {
    const { sort } = options;
    return amongQuery(db, options, { postIds, wish: { ...wish, filter: undefined } })
      .select(['posts.postId', placeIn(sort).as('place'), bytes.as('bytes')])
      .execute();
  }
  const { categoryIds, ...all } = options;
  const isMerged = categoryIds !== undefined && categoryIds.length <= MAX_MERGED;
  return db
    .selectFrom(keysOf(db, isMerged ? options : all).as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .select(['keys.postId', 'keys.place', bytes.as('bytes')])
    .where('posts.serviceId', '=', options.serviceId)
    .orderBy('keys.place', options.order)
    .orderBy('keys.postId', options.order)
    .execute();
}

/** Which of a few posts are wanted. */
export async function listWanted(
  db: Db,
  { serviceId, categoryIds }: Pick<AdminListOptions, 'serviceId' | 'categoryIds'>,
  { postIds, wish }: { postIds: readonly string[]; wish: PostWish },
): Promise<ReadonlySet<string>> {
  if (postIds.length === 0) return new Set();
  let query = db
    .selectFrom('posts')
    .select('postId')
    .where(isAmong(serviceId, postIds))
    .where((eb) => isWanted(wish, eb));
  if (categoryIds) query = query.where('categoryId', 'in', [...categoryIds]);
  return new Set((await query.execute()).map(({ postId }) => postId));
}

/** These posts, in the order of their ids as given. */
export async function listPostsById(db: Db, serviceId: string, postIds: readonly string[]): Promise<Post[]> {
  if (postIds.length === 0) return [];
  const rows = await db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .where(isAmong(serviceId, postIds))
    .execute();
  const found = new Map(rows.map((row) => [row.postId, toPost(row)]));
  return postIds.flatMap((postId) => found.get(postId) ?? []);
}

/**
 * The first keys of the list, or those after a position. Each category gives its own first ones, and a position two
 * lists: the rest of those that stand at the same place, and what comes behind. Both are read from the index on, where
 * SQLite would begin to read at the first of the same place.
 */
function keysOf(db: Db, options: AdminListOptions): KeyQuery {
  const { categoryIds = [undefined], after } = options;
  const parts = after ? ([restOfPlace, behind] as const) : ([fromStart] as const);
  const lists = categoryIds.flatMap((categoryId) => parts.map((part) => part(db, options, categoryId)));
  return mergeKeys(db, lists, options);
}

function fromStart(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order } = options;
  return keysIn(db, options, categoryId).orderBy(placeIn(sort), order).orderBy('posts.postId', order);
}

function restOfPlace(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order, after = START } = options;
  return keysIn(db, options, categoryId)
    .where(placeIn(sort), '=', after.sortedBy)
    .where('posts.postId', order === 'asc' ? '>' : '<', after.postId)
    .orderBy('posts.postId', order);
}

function behind(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order, after = START } = options;
  return fromStart(db, options, categoryId).where(placeIn(sort), order === 'asc' ? '>' : '<', after.sortedBy);
}

const START: AdminListPosition = { sortedBy: '', postId: '' };

function keysIn(db: Db, { serviceId, sort, limit }: AdminListOptions, categoryId: number | undefined) {
  const keys = db
    .selectFrom('posts')
    .select(['posts.postId', placeIn(sort).as('place')])
    .where('posts.serviceId', '=', serviceId)
    .limit(limit);
  return categoryId === undefined ? keys : keys.where('posts.categoryId', '=', categoryId);
}

/** As the indexes say it. */
const places: Readonly<Record<PostSort, RawBuilder<string>>> = {
  createdAt: sql`posts.created_at`,
  publishAt: sql`coalesce(posts.publish_at, '')`,
  updatedAt: sql`coalesce(posts.updated_at, '')`,
  title: sql`lower(posts.title)`,
};

function placeIn(sort: PostSort): RawBuilder<string> {
  return places[sort];
}

/** Where a post stands in a list. */
export function positionOf(
  { postId, createdAt, publishAt, updatedAt, title }: Post,
  sort: PostSort,
): AdminListPosition {
  const times = { createdAt, publishAt, updatedAt };
  return { postId, sortedBy: sort === 'title' ? lowered(title) : (times[sort] ?? '') };
}

/** Whether an id is taken by a post of some other service. */
export async function isPostOfAnotherService(db: Db, serviceId: string, postId: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('postId')
    .where('postId', '=', postId)
    .where('serviceId', '!=', serviceId)
    .executeTakeFirst();
  return row !== undefined;
}
