import { type RawBuilder, sql } from 'kysely';
import type { PostSort } from '#contract/admin-posts.ts';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import { listColumns, type Post, toPost } from './post.repository.ts';
import {
  columnsBehindBodies,
  isAmong,
  type KeyQuery,
  mergeKeys,
  type PostIds,
  type PostKey,
} from './post-keys.repository.ts';
import {
  type DateRange,
  isByAuthor,
  isInRange,
  isMatch,
  isOfBody,
  matchesQuery,
  type PostListQuery,
  sortColumns,
} from './post-list-query.repository.ts';

/** An empty `sortedBy` (no time) sorts before all others. */
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
  /** Bounds of the sort column. */
  readonly range?: DateRange | undefined;
}

export async function listKeys(db: Db, options: AdminListOptions): Promise<PostKey[]> {
  const { order } = options;
  return db
    .selectFrom(keysOf(db, options).as('keys'))
    .select(['keys.postId', 'keys.position'])
    .orderBy('keys.position', order)
    .orderBy('keys.postId', order)
    .execute();
}

/** Returns undefined when only a scan can tell which posts match. */
export async function listCandidates(
  db: Db,
  serviceId: string,
  { filter, tagId, status, author, createdBy, range }: PostListQuery,
  limit: number,
): Promise<string[] | undefined> {
  // Ordered as in the indexes; otherwise PostgreSQL prefers a sequential scan for values that it considers frequent.
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
  const inRange = (of: DateRange) =>
    db
      .selectFrom('posts')
      .select('postId')
      .where('serviceId', '=', serviceId)
      .where((eb) => isInRange(of, eb))
      .orderBy(sortColumnOf(of.date))
      .orderBy('postId')
      .limit(limit);
  const isIndexed = filter?.compare === 'eq' && filter.attribute !== 'body';
  // Most posts are published, so this status does not narrow the search.
  const isSelective = status !== undefined && status !== 'published';
  const queries = [
    ...(isIndexed ? [posts.where((eb) => isMatch(filter, eb))] : []),
    ...(author === undefined ? [] : [posts.where((eb) => isByAuthor(author, eb))]),
    ...(createdBy === undefined ? [] : [posts.where('createdBy', '=', createdBy)]),
    ...(tagId === undefined ? [] : [ofTag.where('tagId', '=', tagId)]),
    ...(isSelective ? [posts.where('status', '=', status)] : []),
    ...(range ? [inRange(range)] : []),
  ];
  let fewest: string[] | undefined;
  for (const query of queries) {
    if (fewest && fewest.length < limit) break;
    fewest = (await query.execute()).map(({ postId }) => postId);
  }
  return fewest;
}

export async function listKeysAmong(
  db: Db,
  options: AdminListOptions,
  among: { postIds: readonly string[]; requested: PostListQuery },
): Promise<PostKey[]> {
  return amongQuery(db, options, among)
    .select(['posts.postId', sortColumnOf(options.sort).as('position')])
    .execute();
}

function amongQuery(
  db: Db,
  { serviceId, sort, order, after, limit, categoryIds, range }: AdminListOptions,
  { postIds, requested }: { postIds: readonly string[]; requested: PostListQuery },
) {
  let query = db
    .selectFrom('posts')
    .where(isAmong(serviceId, postIds))
    .where((eb) => matchesQuery(requested, eb))
    .orderBy(sortColumnOf(sort), order)
    .orderBy('posts.postId', order)
    .limit(limit);
  if (categoryIds) query = query.where('posts.categoryId', 'in', [...categoryIds]);
  if (range) query = query.where((eb) => isInRange(range, eb));
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.tuple(sortColumnOf(sort), eb.ref('posts.postId')),
        order === 'asc' ? '>' : '<',
        eb.tuple(after.sortedBy, after.postId),
      ),
    );
  }
  return query;
}

/** Beyond this number, scanning the whole service is cheaper than merging the lists of the categories. */
const MAX_MERGED = 20;

export interface ScannedPost extends PostKey {
  readonly bytes: number;
}

export async function listToScan(
  db: Db,
  options: AdminListOptions,
  { requested, postIds }: { requested: PostListQuery; postIds: readonly string[] | undefined },
): Promise<ScannedPost[]> {
  const bytes = isOfBody(requested) ? sql<number>`octet_length(posts.body)` : sql<number>`0`;
  if (postIds) {
    const { sort } = options;
    return amongQuery(db, options, { postIds, requested: { ...requested, filter: undefined } })
      .select(['posts.postId', sortColumnOf(sort).as('position'), bytes.as('bytes')])
      .execute();
  }
  const { categoryIds, ...all } = options;
  const isMerged = categoryIds !== undefined && categoryIds.length <= MAX_MERGED;
  return db
    .selectFrom(keysOf(db, isMerged ? options : all).as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .select(['keys.postId', 'keys.position', bytes.as('bytes')])
    .where('posts.serviceId', '=', options.serviceId)
    .orderBy('keys.position', options.order)
    .orderBy('keys.postId', options.order)
    .execute();
}

export async function listMatching(
  db: Db,
  { serviceId, categoryIds }: Pick<AdminListOptions, 'serviceId' | 'categoryIds'>,
  { postIds, requested }: { postIds: readonly string[]; requested: PostListQuery },
): Promise<ReadonlySet<string>> {
  if (postIds.length === 0) return new Set();
  let query = db
    .selectFrom('posts')
    .select('postId')
    .where(isAmong(serviceId, postIds))
    .where((eb) => matchesQuery(requested, eb));
  if (categoryIds) query = query.where('categoryId', 'in', [...categoryIds]);
  return new Set((await query.execute()).map(({ postId }) => postId));
}

export async function listPostsById(db: Db, serviceId: string, postIds: readonly string[]): Promise<Post[]> {
  if (postIds.length === 0) return [];
  const rows = await postsOfIds(db, { serviceId, postIds });
  const found = new Map(rows.map((row) => [row.postId, toPost(row)]));
  return postIds.flatMap((postId) => found.get(postId) ?? []);
}

const postsOfIds = compiledQuery((db, { serviceId, postIds }: PostIds) =>
  db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .select(columnsBehindBodies(db))
    .where(isAmong(serviceId, postIds)),
);

/**
 * Splits a position into two queries, the rest of its equal sort values and everything after it, because SQLite would
 * otherwise start at the first equal value.
 */
function keysOf(db: Db, options: AdminListOptions): KeyQuery {
  const { categoryIds = [undefined], after } = options;
  const parts = after ? ([restOfPosition, behind] as const) : ([fromStart] as const);
  const lists = categoryIds.flatMap((categoryId) => parts.map((part) => part(db, options, categoryId)));
  return mergeKeys(db, lists, options);
}

function fromStart(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order } = options;
  return keysIn(db, options, categoryId).orderBy(sortColumnOf(sort), order).orderBy('posts.postId', order);
}

function restOfPosition(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order, after = START } = options;
  return keysIn(db, options, categoryId)
    .where(sortColumnOf(sort), '=', after.sortedBy)
    .where('posts.postId', order === 'asc' ? '>' : '<', after.postId)
    .orderBy('posts.postId', order);
}

function behind(db: Db, options: AdminListOptions, categoryId: number | undefined) {
  const { sort, order, after = START } = options;
  return fromStart(db, options, categoryId).where(sortColumnOf(sort), order === 'asc' ? '>' : '<', after.sortedBy);
}

const START: AdminListPosition = { sortedBy: '', postId: '' };

function keysIn(db: Db, { serviceId, sort, limit, range }: AdminListOptions, categoryId: number | undefined) {
  let keys = db
    .selectFrom('posts')
    .select(['posts.postId', sortColumnOf(sort).as('position')])
    .where('posts.serviceId', '=', serviceId)
    .limit(limit);
  if (range) keys = keys.where((eb) => isInRange(range, eb));
  return categoryId === undefined ? keys : keys.where('posts.categoryId', '=', categoryId);
}

function sortColumnOf(sort: PostSort): RawBuilder<string> {
  return sortColumns[sort];
}

const MAX_AUTHORS = 100;

/** Looks up each author in the index, whose other entries are not read. */
export async function listAuthors(db: Db, serviceId: string, column: 'author' | 'createdBy'): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ name: string }>`
    with recursive known (name) as (
      select min(${name}) from posts where service_id = ${serviceId} and ${name} <> ''
      union all
      select (select min(${name}) from posts where service_id = ${serviceId} and ${name} <> '' and ${name} > known.name)
      from known where known.name is not null)
    select name from known where name is not null limit ${MAX_AUTHORS}`.execute(db);
  return rows.map((row) => row.name);
}
