import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import { isPostgres, preventIndexUse } from '../database/queries.ts';
import type { Tables } from '../database/tables.ts';
import { listColumns } from './post.repository.ts';

/** Posts of one service. */
export interface PostIds {
  readonly serviceId: string;
  readonly postIds: readonly string[];
}

export interface PostKey<Position extends string | number = string> {
  readonly postId: string;
  readonly position: Position;
}

export type KeyQuery<Position extends string | number = string> = AliasableExpression<PostKey<Position>>;

/** SQLite limits a compound SELECT to 500 terms. */
const MAX_TERMS = 400;

/** Takes at most `limit` keys from each list, so that list lengths do not matter. */
export function mergeKeys(
  db: Db,
  lists: readonly KeyQuery[],
  { order, limit }: { order: Order; limit: number },
): KeyQuery {
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;
  const merged = Array.from({ length: Math.ceil(lists.length / MAX_TERMS) }, (_, index) => {
    const [first, ...rest] = lists
      .slice(index * MAX_TERMS, (index + 1) * MAX_TERMS)
      .map((list) => db.selectFrom(list.as('list')).select(['list.postId', 'list.position']));
    if (!first) throw new Error('There is no list to read keys from');
    return db
      .selectFrom(first.unionAll(rest).as('merged'))
      .select(['merged.postId', 'merged.position'])
      .orderBy('merged.position', order)
      .orderBy('merged.postId', order)
      .limit(limit);
  });
  return mergeKeys(db, merged, { order, limit });
}

export function selectPostsAt<Position extends string | number>(
  db: Db,
  keys: KeyQuery<Position>,
  { serviceId, order }: { serviceId: string; order: Order },
) {
  return db
    .selectFrom(keys.as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .select('keys.position')
    .where('posts.serviceId', '=', serviceId)
    .orderBy('keys.position', order)
    .orderBy('keys.postId', order);
}

export function isAmong(serviceId: string, postIds: readonly string[]): Expression<SqlBool> {
  const eb: ExpressionBuilder<Tables, 'posts'> = expressionBuilder();
  return eb.and([
    eb('posts.postId', 'in', [...postIds]),
    eb(preventIndexUse(eb.ref('posts.serviceId')), '=', serviceId),
  ]);
}

/**
 * Columns for a list. SQLite takes them from an index, because it stores them behind the bodies and would read through
 * those.
 */
export function columnsBehindBodies(db: Db) {
  return [behindBodies<number>(db, 'readingSeconds').as('readingSeconds'), languageOfPost(db).as('language')] as const;
}

export function languageOfPost(db: Db): AliasableExpression<string> {
  return behindBodies<string>(db, 'language');
}

function behindBodies<Value>(db: Db, column: 'readingSeconds' | 'language'): AliasableExpression<Value> {
  return isPostgres(db)
    ? sql<Value>`${sql.ref(`posts.${column}`)}`
    : sql<Value>`(select ${sql.ref(`behind.${column}`)} from posts as behind indexed by posts_behind_bodies
        where behind.post_id = posts.post_id)`;
}
