import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import { keptQuery } from '../database/kept-query.ts';
import type { Tables } from '../database/tables.ts';
import { listSeenOfGroup } from './adjacent/adjacent.repository.ts';
import { isAmong, type KeyQuery, mergeKeys, selectPostsAt } from './post-keys.repository.ts';
import { type Post, toPost } from './stored-post.ts';

/** The place of a post in readers' lists. */
export interface ListPosition {
  readonly effectiveAt: string;
  readonly postId: string;
}

/** What every page of posts for readers is asked with. */
interface PageOptions {
  readonly serviceId: string;
  readonly order: Order;
  /** One more than are wanted tells whether any follow. */
  readonly limit: number;
  /** Posts that go live later are not there yet. */
  readonly now: string;
  readonly withBody: boolean;
}

export interface ListOptions extends PageOptions {
  readonly after?: ListPosition | undefined;
}

export interface ListedPosts<Place extends string | number = string> {
  readonly posts: readonly Post[];
  /** The places in the list that the first and the last of them have. */
  readonly firstPlace: Place | undefined;
  readonly lastPlace: Place | undefined;
  readonly hasMore: boolean;
}

/** A list with bodies ends early where they grow beyond this, since it is made in memory. At least one post is in it. */
const MAX_LIST_BYTES = 8_000_000;

/** What readers see in lists, by the time it went live: of a whole service, or of some of its categories. */
export async function listPublishedPosts(
  db: Db,
  options: ListOptions & { categoryIds?: readonly number[] | undefined },
): Promise<ListedPosts> {
  const { serviceId, order, limit, categoryIds, after, now, withBody } = options;
  if (!after && !categoryIds)
    return toPage(
      db,
      await firstPage(db, { serviceId, now, limit }, withBody ? `${order} with sizes` : order),
      options,
    );
  const keysOf = (categoryId?: number) => {
    const keys = db
      .selectFrom('posts')
      .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('place')])
      .where('serviceId', '=', serviceId)
      .where(isOnPage(options))
      .orderBy('listedAt', order)
      .orderBy('postId', order)
      .limit(limit);
    return categoryId === undefined ? keys : keys.where('categoryId', '=', categoryId);
  };
  const keys = categoryIds ? mergeKeys(db, categoryIds.map(keysOf), options) : keysOf();
  return readPage(db, keys, options);
}

/** The first page of a whole service, which is asked for the most. */
const firstPage = keptQuery(
  (
    db,
    { serviceId, now, limit }: { serviceId: string; now: string; limit: number },
    shape: Order | `${Order} with sizes`,
  ) => {
    const order = shape.startsWith('asc') ? 'asc' : 'desc';
    const keys = db
      .selectFrom('posts')
      .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('place')])
      .where('serviceId', '=', serviceId)
      .where('listedAt', '<=', now)
      .orderBy('listedAt', order)
      .orderBy('postId', order)
      .limit(limit);
    return selectRows(db, keys, { serviceId, order, withBody: shape.endsWith('sizes') });
  },
);

/** What readers see in the list of a tag. */
export async function listPublishedPostsOfTag(db: Db, options: ListOptions & { tagId: string }): Promise<ListedPosts> {
  const { serviceId, order, limit, tagId } = options;
  const keys = db
    .selectFrom('postTags')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('place')])
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', tagId)
    .where(isOnPage(options))
    .orderBy('listedAt', order)
    .orderBy('postId', order)
    .limit(limit);
  return readPage(db, keys, options);
}

/** The place of a post in a group. */
export interface GroupPosition {
  readonly position: number;
  readonly postId: string;
}

/** What readers see of a group, in its own order. */
export async function listPublishedPostsOfGroup(
  db: Db,
  options: PageOptions & { groupId: string; after?: GroupPosition | undefined },
): Promise<ListedPosts<number>> {
  const { serviceId, groupId, order, limit, now, after } = options;
  let keys = db
    .selectFrom('postGroupPosts')
    .innerJoin('posts', 'posts.postId', 'postGroupPosts.postId')
    .select(['postGroupPosts.postId', 'postGroupPosts.position as place'])
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

/** The newest of what readers see of a group, whatever its own order. */
export async function listNewestPostsOfGroup(
  db: Db,
  options: Omit<PageOptions, 'order'> & { groupId: string },
): Promise<ListedPosts> {
  const { serviceId, limit } = options;
  const seen = await listSeenOfGroup(db, options);
  if (seen.length === 0) return { posts: [], firstPlace: undefined, lastPlace: undefined, hasMore: false };
  const newest = seen.toSorted((one, other) => (isNewer(one, other) ? -1 : 1)).slice(0, limit);
  const keys = db
    .selectFrom('posts')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('place')])
    .where(
      isAmong(
        serviceId,
        newest.map(({ postId }) => postId),
      ),
    );
  return readPage(db, keys, { ...options, order: 'desc' });
}

interface SeenPost {
  readonly postId: string;
  readonly listedAt: string;
}

function isNewer(one: SeenPost, other: SeenPost): boolean {
  return one.listedAt === other.listedAt ? one.postId > other.postId : one.listedAt > other.listedAt;
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

async function readPage<Place extends string | number>(
  db: Db,
  keys: KeyQuery<Place>,
  options: PageOptions,
): Promise<ListedPosts<Place>> {
  return toPage(db, await selectRows(db, keys, options).execute(), options);
}

/** Finds the page by its keys first, so that long bodies are read for its rows alone. */
function selectRows<Place extends string | number>(
  db: Db,
  keys: KeyQuery<Place>,
  { serviceId, order, withBody }: Pick<PageOptions, 'serviceId' | 'order' | 'withBody'>,
) {
  const rows = selectPostsAt(db, keys, { serviceId, order });
  return rows.$if(withBody, (query) => query.select(sizeOfBodies.as('size')));
}

type ListedRow = Parameters<typeof toPost>[0] & { readonly place: string | number; readonly size?: number };

async function toPage<Place extends string | number>(
  db: Db,
  rows: readonly ListedRow[],
  { serviceId, limit, withBody }: PageOptions,
): Promise<ListedPosts<Place>> {
  const page = withBody ? upToSize(rows.slice(0, limit - 1)) : rows.slice(0, limit - 1);
  const bodies = withBody ? await readBodies(db, serviceId, page) : undefined;
  const posts = page.map(({ size: _size, place: _place, ...row }) => toPost({ ...row, ...bodies?.get(row.postId) }));
  const placeAt = (index: number) => page.at(index)?.place as Place | undefined;
  return { posts, firstPlace: placeAt(0), lastPlace: placeAt(-1), hasMore: rows.length > page.length };
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
  const found = await db
    .selectFrom('posts')
    .select(['postId', 'body', 'bodyHtml', 'bodyText', 'links'])
    .where(
      isAmong(
        serviceId,
        rows.map(({ postId }) => postId),
      ),
    )
    .execute();
  return new Map(found.map(({ postId, ...texts }) => [postId, texts]));
}
