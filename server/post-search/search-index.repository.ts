import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { compiledQuery, isPostgres, preventIndexUse } from '../database/queries.ts';
import type { SearchColumns, Transaction } from '../database/tables.ts';
import { isAmong, type PostIds } from '../posts/post-keys.repository.ts';

/** Increase the first part whenever the same texts would yield other terms. Node.js brings the character classes. */
export const INDEX_VERSION = 3000 + Math.floor(Number(process.versions.unicode));

export interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

export function termOfService(serviceId: string): string {
  return `s${hex(serviceId)}`;
}

/** Tags are indexed by id; queries look up labels. Renaming or deleting a tag therefore needs no indexing. */
export function termOfTag(tagId: string): string {
  return `k${hex(tagId)}`;
}

/** @param language without region */
export function termOfLanguage(language: string): string {
  return `l${hex(language)}`;
}

function hex(id: string): string {
  return Buffer.from(id).toString('hex');
}

export interface IndexedPost {
  readonly postId: string;
  readonly slug: string;
  readonly title: string;
  readonly bodyText: string;
  readonly excerpt: string;
  /** Language tag chosen by an editor, or empty. */
  readonly language: string;
  readonly listedAt: string | null;
  readonly searchKey: number | null;
  readonly searchVersion: number;
  readonly searchLanguage: string | null;
}

export async function listPostsToIndex(
  trx: Transaction,
  serviceId: string,
  postIds: readonly string[],
): Promise<IndexedPost[]> {
  const rows = await postsToIndex(trx, { serviceId, postIds });
  // PostgreSQL returns 64-bit integers as text.
  return rows.map((row) => ({ ...row, searchKey: row.searchKey === null ? null : Number(row.searchKey) }));
}

const postsToIndex = compiledQuery((db, { serviceId, postIds }: PostIds) =>
  db
    .selectFrom('posts')
    .select(['postId', 'slug', 'title', 'bodyText', 'excerpt', 'language', 'listedAt'])
    .select(['searchKey', 'searchVersion', 'searchLanguage'])
    .where(isAmong(serviceId, postIds))
    .orderBy('postId'),
);

export async function findSearchKey(trx: Transaction, { serviceId, postId }: PostKey): Promise<number | undefined> {
  const row = await trx
    .selectFrom('posts')
    .select('searchKey')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.searchKey == null ? undefined : Number(row.searchKey);
}

export async function listTagTerms(
  trx: Transaction,
  serviceId: string,
  postIds: readonly string[],
): Promise<Map<string, string[]>> {
  const posts = Map.groupBy(await tagIdsOfPosts(trx, { serviceId, postIds }), ({ postId }) => postId);
  return new Map([...posts].map(([postId, tags]) => [postId, tags.map(({ tagId }) => termOfTag(tagId))]));
}

const tagIdsOfPosts = compiledQuery((db, { serviceId, postIds }: PostIds) =>
  db
    .selectFrom('postTags')
    .select(['postId', 'tagId'])
    .where('postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId)),
);

export async function saveTerms(
  trx: Transaction,
  { serviceId, searchKey }: { readonly serviceId: string; readonly searchKey: number },
  terms: readonly string[],
): Promise<void> {
  const insert = isPostgres(trx)
    ? sql`insert into post_search (service_id, search_key, terms)
        values (${serviceId}, ${searchKey}, ${terms.join(' ')})`
    : sql`insert into post_search (rowid, terms) values (cast(${searchKey} as integer), ${terms.join(' ')})`;
  await insert.execute(trx);
}

export async function deleteTerms(
  trx: Transaction,
  { serviceId, searchKey }: { readonly serviceId: string; readonly searchKey: number },
): Promise<void> {
  const remove = isPostgres(trx)
    ? sql`delete from post_search where service_id = ${serviceId} and search_key = ${searchKey}`
    : sql`delete from post_search where rowid = cast(${searchKey} as integer)`;
  await remove.execute(trx);
}

interface KeyRange {
  readonly from: number;
  readonly to: number;
}

export async function findHighestKey(trx: Transaction, range: KeyRange): Promise<number | undefined> {
  const [row] = await highestKeys(trx, range);
  return row?.key == null ? undefined : Number(row.key);
}

const highestKeys = compiledQuery((db, { from, to }: KeyRange) =>
  db
    .selectFrom('posts')
    .select((eb) => eb.fn.max('searchKey').as('key'))
    .where('searchKey', '>=', from)
    .where('searchKey', '<=', to),
);

type IndexedColumns = Pick<Selectable<SearchColumns>, 'searchVersion' | 'searchLanguage'> & {
  readonly searchKey: number;
};

export async function updateSearchColumns(
  trx: Transaction,
  { serviceId, postId }: PostKey,
  columns: IndexedColumns,
): Promise<void> {
  await searchColumnsOfPost(trx, { serviceId, postId, ...columns });
}

const searchColumnsOfPost = compiledQuery((db, { serviceId, postId, ...columns }: PostKey & IndexedColumns) =>
  db.updateTable('posts').set(columns).where('serviceId', '=', serviceId).where('postId', '=', postId),
);

export interface SearchRange {
  readonly serviceId: string;
  /** Search keys, exclusive. */
  readonly below: number;
  readonly from: number;
  readonly limit: number;
}

export interface Match {
  readonly postId: string;
  readonly categoryId: number | null;
  readonly searchKey: number;
}

/** Highest key first, which is newest first. The query itself contains the term of the service. */
export async function listMatches(
  db: Db,
  query: string,
  { serviceId, below, from, limit }: SearchRange,
): Promise<Match[]> {
  const matches = isPostgres(db)
    ? sql<Match>`select posts.post_id, posts.search_key, posts.category_id
        from search_keys(${query}::tsquery, ${below}, ${from}, ${limit}) as newest (search_key)
          join posts on posts.search_key = newest.search_key and posts.service_id = ${serviceId}
        order by posts.search_key desc`
    : sql<Match>`select posts.post_id, posts.search_key, posts.category_id from post_search
          cross join posts on posts.search_key = post_search.rowid and posts.service_id = ${serviceId}
        where post_search match ${query}
          and post_search.rowid < cast(${below} as integer) and post_search.rowid >= cast(${from} as integer)
        order by post_search.rowid desc limit ${limit}`;
  const { rows } = await matches.execute(db);
  return rows.map(({ searchKey, ...match }) => ({ ...match, searchKey: Number(searchKey) }));
}

/** A scalar subquery keeps engines from reading all matches of the query. */
export function isMatchOf(db: Db, query: string): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql`(select array_to_tsvector(string_to_array(terms, ' ')) @@ ${query}::tsquery from post_search
        where post_search.service_id = posts.service_id and post_search.search_key = posts.search_key)`
    : sql`exists (select 1 from post_search where post_search match ${query} and post_search.rowid =
        (select search_key from posts as behind indexed by posts_behind_bodies where behind.post_id = posts.post_id))`;
}

const MAX_LANGUAGES = 50;

/**
 * Languages of the posts visible at a time, or of all. Looks up each in the index, whose other entries are not read.
 */
export async function listLanguages(db: Db, serviceId: string, visibleAt?: string): Promise<string[]> {
  const visible = visibleAt === undefined ? sql`true` : sql`search_key >= 0 and search_key < ${keyAfter(visibleAt)}`;
  const { rows } = await sql<{ language: string }>`
    with recursive known (language) as (
      select min(search_language) from posts where service_id = ${serviceId}
      union all
      select (select min(search_language) from posts
        where service_id = ${serviceId} and search_language > known.language)
      from known where known.language is not null)
    select language from known where exists (select 1 from posts
      where service_id = ${serviceId} and search_language = known.language and ${visible})
    limit ${MAX_LANGUAGES}`.execute(db);
  return rows.map(({ language }) => language);
}

/** The posts that have the tag are indexed again in the background. */
export async function markPostsOfTag(trx: Transaction, serviceId: string, tagId: string): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ searchVersion: 0 })
    .where('serviceId', '=', serviceId)
    .where('postId', 'in', (eb) => eb.selectFrom('postTags').select('postId').where('tagId', '=', tagId))
    .execute();
}

export async function countUnindexed(db: Db, max: number): Promise<number> {
  const rows = await db
    .selectFrom('posts')
    .select('searchVersion')
    .where('searchVersion', '<', INDEX_VERSION)
    .limit(max)
    .execute();
  return rows.length;
}

export async function findServiceToIndex(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('serviceId')
    .where('searchVersion', '<', INDEX_VERSION)
    .orderBy('searchVersion')
    .orderBy('serviceId')
    .limit(1)
    .executeTakeFirst();
  return row?.serviceId;
}

export interface UnindexedPost {
  readonly postId: string;
  /** Bytes. */
  readonly size: number;
}

export async function listUnindexed(db: Db, serviceId: string, limit: number): Promise<UnindexedPost[]> {
  return db
    .selectFrom('posts')
    .select(['postId', sql<number>`octet_length(body_text)`.as('size')])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('searchVersion', '<', INDEX_VERSION)
    .orderBy('searchVersion')
    .limit(limit)
    .execute();
}

/** Posts listed in the same second. With more of them, the others count as those of the next second. */
const PER_SECOND = 4096;

/** Keys of posts that no list shows are negative. */
const FIRST_UNLISTED = -(2 ** 52);

/** The index returns rows in the order of their keys, so that a page of results needs no sorting. */
export async function nextSearchKey(trx: Transaction, listedAt: string | null): Promise<number> {
  if (listedAt === null)
    return ((await findHighestKey(trx, { from: FIRST_UNLISTED, to: -1 })) ?? FIRST_UNLISTED - 1) + 1;
  for (let first = firstKeyOf(listedAt); ; first += PER_SECOND) {
    const last = first + PER_SECOND - 1;
    const key = ((await findHighestKey(trx, { from: first, to: last })) ?? first - 1) + 1;
    if (key <= last) return key;
  }
}

export function isKeyOf(searchKey: number, listedAt: string | null): boolean {
  if (listedAt === null) return searchKey < 0;
  const first = firstKeyOf(listedAt);
  return searchKey >= first && searchKey < first + PER_SECOND;
}

/** Below the keys of all posts that are not visible yet. */
export function keyAfter(now: string): number {
  return firstKeyOf(now) + PER_SECOND;
}

/** Keys of posts published in the year, in UTC. */
export function keysOfYear(year: number): Pick<SearchRange, 'below' | 'from'> {
  const firstOf = (each: number) => Math.floor(Date.UTC(each, 0) / 1000) * PER_SECOND;
  return { from: firstOf(year), below: firstOf(year + 1) };
}

function firstKeyOf(listedAt: string): number {
  return Math.max(0, Math.floor(Date.parse(listedAt) / 1000)) * PER_SECOND;
}
