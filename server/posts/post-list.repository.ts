import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import type { Tables } from '../database/tables.ts';
import { listVisibleOfGroup } from './adjacent.repository.ts';
import { bodyTexts, type Post, toPost } from './post.repository.ts';
import {
  columnsBehindBodies,
  isAmong,
  type KeyQuery,
  languageOfPost,
  mergeKeys,
  type PostIds,
  selectPostsAt,
} from './post-keys.repository.ts';

export interface ListPosition {
  readonly effectiveAt: string;
  readonly postId: string;
}

interface PageOptions {
  readonly serviceId: string;
  readonly order: Order;
  readonly limit: number;
  readonly now: string;
  readonly withBody: boolean;
}

export interface ListOptions extends PageOptions {
  readonly after?: ListPosition | undefined;
  /** Language tag that an editor chose; empty for all posts. */
  readonly language?: string | undefined;
}

export interface ListedPosts<Position extends string | number = string> {
  readonly posts: readonly Post[];
  readonly firstPosition: Position | undefined;
  readonly lastPosition: Position | undefined;
  readonly hasMore: boolean;
}

/** Maximum bytes of bodies in a list, which is built in memory. The page ends early, but contains at least one post. */
const MAX_LIST_BYTES = 8_000_000;

/** At most one of them. */
interface PostFilter {
  readonly categoryIds?: readonly number[] | undefined;
  readonly tagId?: string | undefined;
}

export async function listPublishedPosts(
  db: Db,
  { categoryIds, tagId, ...options }: ListOptions & PostFilter,
): Promise<ListedPosts> {
  if (tagId !== undefined) return listPostsOfTag(db, tagId, options);
  const { serviceId, order, limit, now, withBody, language } = options;
  if (!categoryIds && language) return listPostsInLanguage(db, language, options);
  if (!categoryIds) {
    const after = positionAfter(options);
    const shape = withBody ? (`${order} with sizes` as const) : order;
    const query = { serviceId, now, limit };
    const rows = after ? nextPage(db, { ...query, ...after }, shape) : firstPage(db, query, shape);
    return toPage(db, await rows, options);
  }
  const keysOf = (categoryId: number) =>
    db
      .selectFrom('posts')
      .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('position')])
      .where('serviceId', '=', serviceId)
      .where(isOnPage(options))
      .where('categoryId', '=', categoryId)
      .$if(Boolean(language), (query) => query.where(languageOfPost(db), '=', language ?? ''))
      .orderBy('listedAt', order)
      .orderBy('postId', order)
      .limit(limit);
  return readPage(db, mergeKeys(db, categoryIds.map(keysOf), options), options);
}

type FirstPage = Pick<PageOptions, 'serviceId' | 'now' | 'limit'>;

type PageShape = Order | `${Order} with sizes`;

/** Compiled once, because it is the most frequent query. */
const firstPage = compiledQuery((db, page: FirstPage, shape: PageShape) => pageOfService(db, page, shape));

const nextPage = compiledQuery(
  (db, { serviceId, now, limit, effectiveAt, postId }: FirstPage & ListPosition, shape: PageShape) =>
    pageOfService(db, { serviceId, now, limit }, shape, { effectiveAt, postId }),
);

function pageOfService(db: Db, { serviceId, now, limit }: FirstPage, shape: PageShape, after?: ListPosition) {
  const order = shape.startsWith('asc') ? 'asc' : 'desc';
  const keys = db
    .selectFrom('posts')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('position')])
    .where('serviceId', '=', serviceId)
    .where(comesAfter({ order, now, after }))
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  return selectRows(db, keys, { serviceId, order, withBody: shape.endsWith('sizes') });
}

function listPostsInLanguage(db: Db, language: string, options: ListOptions): Promise<ListedPosts> {
  const { serviceId, order, limit } = options;
  const keys = db
    .selectFrom('posts')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('position')])
    .where('serviceId', '=', serviceId)
    .where('language', '=', language)
    .where(isOnPage(options))
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  return readPage(db, keys, options);
}

function listPostsOfTag(db: Db, tagId: string, options: ListOptions): Promise<ListedPosts> {
  const { serviceId, order, limit, language } = options;
  const keys = db
    .selectFrom('postTags')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('position')])
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', tagId)
    .where(isOnPage(options))
    .$if(Boolean(language), (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('posts')
            .select('posts.postId')
            .whereRef('posts.postId', '=', 'postTags.postId')
            .where(languageOfPost(db), '=', language ?? ''),
        ),
      ),
    )
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  return readPage(db, keys, options);
}

export interface GroupPosition {
  readonly position: number;
  readonly postId: string;
}

export async function listPublishedPostsOfGroup(
  db: Db,
  options: PageOptions & { groupId: string; after?: GroupPosition | undefined },
): Promise<ListedPosts<number>> {
  const { serviceId, groupId, order, limit, now, after } = options;
  let keys = db
    .selectFrom('postGroupPosts')
    .innerJoin('posts', 'posts.postId', 'postGroupPosts.postId')
    .select(['postGroupPosts.postId', 'postGroupPosts.position as position'])
    .where('postGroupPosts.groupId', '=', groupId)
    .where('postGroupPosts.serviceId', '=', serviceId)
    .where('posts.listedAt', '<=', now)
    .orderBy('postGroupPosts.position', order)
    .orderBy('postGroupPosts.postId', order)
    .limit(limit);
  if (after) {
    keys = keys.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('postGroupPosts.position', 'postGroupPosts.postId'),
        order === 'asc' ? '>' : '<',
        tuple(after.position, after.postId),
      ),
    );
  }
  return readPage(db, keys, options);
}

export async function listNewestPostsOfGroup(
  db: Db,
  options: Omit<PageOptions, 'order'> & { groupId: string },
): Promise<ListedPosts> {
  const { serviceId, limit } = options;
  const visible = await listVisibleOfGroup(db, options);
  if (visible.length === 0) return { posts: [], firstPosition: undefined, lastPosition: undefined, hasMore: false };
  const newest = visible.toSorted((one, other) => (isNewer(one, other) ? -1 : 1)).slice(0, limit);
  const postIds = newest.map(({ postId }) => postId);
  const keys = db
    .selectFrom('posts')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('position')])
    .where(isAmong(serviceId, postIds));
  return readPage(db, keys, { ...options, order: 'desc' });
}

interface VisiblePost {
  readonly postId: string;
  readonly listedAt: string;
}

export function isNewer(one: VisiblePost, other: VisiblePost): boolean {
  return one.listedAt === other.listedAt ? one.postId > other.postId : one.listedAt > other.listedAt;
}

/** Ignores a position in the future in descending order; only a forged pager key has one. */
function positionAfter({ order, after, now }: ListOptions): ListPosition | undefined {
  return after && (order === 'asc' || after.effectiveAt <= now) ? after : undefined;
}

function isOnPage(options: ListOptions): Expression<SqlBool> {
  return comesAfter({ ...options, after: positionAfter(options) });
}

/**
 * Uses the position as the only bound in descending order. Given two bounds, SQLite would seek by the weaker one and
 * read from the top of the list.
 */
function comesAfter({ order, after, now }: Pick<ListOptions, 'order' | 'after' | 'now'>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const isLive = eb('listedAt', '<=', now);
  if (!after) return isLive;
  const columns = eb.refTuple('listedAt', 'postId');
  const position = eb.tuple(after.effectiveAt, after.postId);
  return order === 'asc' ? isLive.and(eb(columns, '>', position)) : eb(columns, '<', position);
}

async function readPage<Position extends string | number>(
  db: Db,
  keys: KeyQuery<Position>,
  options: PageOptions,
): Promise<ListedPosts<Position>> {
  return toPage(db, await selectRows(db, keys, options).execute(), options);
}

function selectRows<Position extends string | number>(
  db: Db,
  keys: KeyQuery<Position>,
  { serviceId, order, withBody }: Pick<PageOptions, 'serviceId' | 'order' | 'withBody'>,
) {
  const rows = selectPostsAt(db, keys, { serviceId, order }).select(columnsBehindBodies(db));
  return rows.$if(withBody, (query) => query.select(sizeOfBodies.as('size')));
}

type ListedRow = Parameters<typeof toPost>[0] & { readonly position: string | number; readonly size?: number };

async function toPage<Position extends string | number>(
  db: Db,
  rows: readonly ListedRow[],
  { serviceId, limit, withBody }: PageOptions,
): Promise<ListedPosts<Position>> {
  const page = withBody ? upToSize(rows.slice(0, limit - 1)) : rows.slice(0, limit - 1);
  const bodies = withBody ? await readBodies(db, serviceId, page) : undefined;
  const posts = page.map(({ size: _size, position: _position, ...row }) =>
    toPost({ ...row, ...bodies?.get(row.postId) }),
  );
  const positionAt = (index: number) => page.at(index)?.position as Position | undefined;
  return { posts, firstPosition: positionAt(0), lastPosition: positionAt(-1), hasMore: rows.length > page.length };
}

/** Size in bytes; both engines compute it without reading the texts. */
const sizeOfBodies = sql<number>`octet_length(posts.body) + octet_length(posts.body_html) + octet_length(posts.body_text)`;

function upToSize<Row extends { size?: number }>(rows: readonly Row[]): Row[] {
  let total = 0;
  return rows.filter(({ size = 0 }, index) => {
    total += size;
    return index === 0 || total <= MAX_LIST_BYTES;
  });
}

const bodiesOfIds = compiledQuery((db, { serviceId, postIds }: PostIds) =>
  db
    .selectFrom('posts')
    .select(['postId', ...bodyTexts(db), 'links', 'textUpdatedAt'])
    .where(isAmong(serviceId, postIds)),
);

async function readBodies(db: Db, serviceId: string, rows: readonly { postId: string }[]) {
  if (rows.length === 0) return undefined;
  const postIds = rows.map(({ postId }) => postId);
  const found = await bodiesOfIds(db, { serviceId, postIds });
  return new Map(found.map(({ postId, ...texts }) => [postId, texts]));
}
