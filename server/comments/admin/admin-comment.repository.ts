import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { type Comment, commentColumns, findComments, toComment } from '../comment.repository.ts';

export interface CommentScope {
  readonly serviceId: string;
  readonly contentId?: string | undefined;
  readonly publishStatus?: CommentStatus | undefined;
  readonly isDeleted: boolean;
}

interface AdminListOptions extends CommentScope {
  readonly order: Order;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Maximum number of comments per request and per statement, because SQLite blocks the event loop meanwhile. */
const MAX_SCANNED = 5000;
const BATCH = 500;

interface FoundComments {
  readonly comments: readonly Comment[];
  readonly end: string | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/** A page that takes too long ends early, possibly empty, and can be continued. */
export async function searchComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<FoundComments> {
  if (text !== '') {
    const { matches, end } = await scanComments(reader, { count, ...list }, text);
    const found = await findComments(reader, list.serviceId, matches);
    return { comments: list.order === 'asc' ? found : found.reverse(), end };
  }
  const rows = await listComments(reader, { ...list, limit: count + 1 });
  const comments = rows.slice(0, count);
  return { comments, end: rows.length > count ? comments.at(-1)?.commentId : undefined };
}

async function scanComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<{ matches: string[]; end: string | undefined }> {
  const matches: string[] = [];
  let { after } = list;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const batch = await matchComments(reader, { ...list, after, limit: BATCH }, text);
    for (const { commentId, isMatch } of batch) {
      if (isMatch && matches.length === count) return { matches, end: after };
      if (isMatch) matches.push(commentId);
      after = commentId;
    }
    if (batch.length < BATCH) return { matches, end: undefined };
    await setImmediate();
  }
  return { matches, end: after };
}

async function listComments(db: Db, options: AdminListOptions): Promise<Comment[]> {
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
