import { type ExpressionBuilder, sql } from 'kysely';
import type { PostFilter, PostSort } from '#contract/admin-posts.ts';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { listColumns, type Post, toPost } from './stored-post.ts';

/** The place of a post in the console's list; a post without a publish time stands before all others. */
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
  readonly filter?: PostFilter | undefined;
}

/** Posts in any state, without their bodies. */
export async function listPosts(db: Db, options: AdminListOptions): Promise<Post[]> {
  const { serviceId, sort, order, after, limit, categoryIds, filter } = options;
  let query = db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .where('posts.serviceId', '=', serviceId)
    .orderBy((eb) => placeIn(sort, eb), order)
    .orderBy('posts.postId', order)
    .limit(limit);
  if (after) query = query.where((eb) => isBehind(after, options, eb));
  if (categoryIds) query = query.where('posts.categoryId', 'in', [...categoryIds]);
  if (filter) query = query.where((eb) => isMatch(filter, eb));
  return (await query.execute()).map(toPost);
}

type Eb = ExpressionBuilder<Tables, 'posts'>;

function placeIn(sort: PostSort, eb: Eb) {
  // As the index says it.
  return sort === 'createdAt' ? eb.ref('posts.createdAt') : sql<string>`coalesce(${eb.ref('posts.publishAt')}, '')`;
}

function isBehind({ sortedBy, postId }: AdminListPosition, { sort, order }: AdminListOptions, eb: Eb) {
  const place = placeIn(sort, eb);
  const isAfter = eb(eb.tuple(place, eb.ref('posts.postId')), order === 'asc' ? '>' : '<', eb.tuple(sortedBy, postId));
  // SQLite finds a pair of columns in an index, but of a pair with an expression only the expression by itself.
  return sort === 'createdAt' ? isAfter : isAfter.and(eb(place, order === 'asc' ? '>=' : '<=', sortedBy));
}

/** The letters A to Z match in either case, all others as they are: what both engines understand by `lower`. */
function isMatch({ attribute, compare, value }: PostFilter, eb: Eb) {
  const text = eb.fn<string>('lower', [`posts.${attribute}`]);
  const wanted = value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (compare === 'eq') return eb(text, '=', wanted);
  const pattern = `%${wanted.replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`${text} like ${pattern} escape '!'`;
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
