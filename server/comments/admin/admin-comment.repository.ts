import { type SelectQueryBuilder, sql } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { type Comment, commentColumns, toComment } from '../comment.repository.ts';

export interface CommentScope {
  readonly serviceId: string;
  readonly contentId?: string | undefined;
  readonly publishStatus?: CommentStatus | undefined;
  readonly isDeleted: boolean;
}

export interface AdminListOptions extends CommentScope {
  readonly order: Order;
  readonly after?: string | undefined;
  readonly limit: number;
}

export async function listComments(db: Db, options: AdminListOptions): Promise<Comment[]> {
  const rows = await pageOf(db.selectFrom('comments').select(commentColumns), options).execute();
  return rows.map(toComment);
}

export async function matchComments(
  db: Db,
  options: AdminListOptions,
  text: string,
): Promise<{ commentId: string; isMatch: boolean }[]> {
  // Tests containment by removing the text, in SQL that both engines support.
  const isMatch = sql<number>`case when replace(search_text, ${text}, '') = search_text then 0 else 1 end`;
  const query = db.selectFrom('comments').select(['commentId', isMatch.as('isMatch')]);
  const rows = await pageOf(query, options).execute();
  return rows.map((row) => ({ commentId: row.commentId, isMatch: row.isMatch === 1 }));
}

function pageOf<Row>(
  query: SelectQueryBuilder<Tables, 'comments', Row>,
  { order, after, limit, ...scope }: AdminListOptions,
): SelectQueryBuilder<Tables, 'comments', Row> {
  const list = inScope(query, scope).orderBy('commentId', order).limit(limit);
  return after === undefined ? list : list.where('commentId', order === 'asc' ? '>' : '<', after);
}

function inScope<Row>(
  query: SelectQueryBuilder<Tables, 'comments', Row>,
  { serviceId, contentId, publishStatus, isDeleted }: CommentScope,
): SelectQueryBuilder<Tables, 'comments', Row> {
  let list = query.where('serviceId', '=', serviceId).where('isDeleted', '=', Number(isDeleted));
  if (contentId !== undefined) list = list.where('contentId', '=', contentId);
  if (publishStatus !== undefined) list = list.where('publishStatus', '=', publishStatus);
  return list;
}

export async function countDeletedComments(
  db: Db,
  scope: Pick<CommentScope, 'serviceId' | 'contentId'>,
  bound: number,
): Promise<number> {
  const some = inScope(db.selectFrom('comments').select('commentId'), { ...scope, isDeleted: true }).limit(bound);
  const row = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
