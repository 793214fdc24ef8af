import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import { notByIndex } from '../database/not-by-index.ts';
import type { Tables } from '../database/tables.ts';
import type { CommentRow } from '../database/talk-tables.ts';
import { firstIdAt } from '../platform/ids.ts';

/** A comment as it is stored, but for what only searches and checks look at. */
export interface Comment
  extends Omit<CommentRow, 'publishStatus' | 'heldFor' | 'isDeleted' | 'searchText' | 'bodyHash'> {
  readonly publishStatus: CommentStatus;
  readonly heldFor: HeldFor | null;
  readonly isDeleted: boolean;
}

/** What a new comment is stored with. */
export type NewComment = Omit<Comment, 'updatedAt' | 'isDeleted' | 'deletedAt' | 'deletedBy'>;

/** What only searches and checks look at; it is made of the rest. */
export type DerivedText = Pick<CommentRow, 'searchText' | 'bodyHash'>;

export const commentColumns = [
  'commentId',
  'serviceId',
  'contentId',
  'body',
  'nickname',
  'age',
  'area',
  'publishStatus',
  'heldFor',
  'authorId',
  'addressHash',
  'sealedAddress',
  'userAgent',
  'createdAt',
  'updatedAt',
  'isDeleted',
  'deletedAt',
  'deletedBy',
] as const;

export function toComment(row: Pick<CommentRow, (typeof commentColumns)[number]>): Comment {
  return {
    ...row,
    publishStatus: row.publishStatus as CommentStatus,
    heldFor: row.heldFor as HeldFor | null,
    isDeleted: row.isDeleted === 1,
  };
}

export interface CommentListOptions {
  readonly serviceId: string;
  readonly contentId: string;
  readonly order: Order;
  /** The comment that the list goes on from. */
  readonly after?: string | undefined;
  /** Only what was said later than this instant, and earlier than that one. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** One more than are wanted tells whether any follow. */
  readonly limit: number;
}

/** What readers see of a content, in the order in which it was said. */
export async function listPublishedComments(db: Db, options: CommentListOptions): Promise<Comment[]> {
  const { serviceId, contentId, order, limit } = options;
  const query = db
    .selectFrom('comments')
    .select(commentColumns)
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .where('isDeleted', '=', 0)
    .where('publishStatus', '=', 'publish')
    .orderBy('commentId', order)
    .limit(limit);
  return (await between(query, options).execute()).map(toComment);
}

/**
 * By ids alone, which begin with their time and are in the index. Of the bounds on one side the closer one is enough;
 * given both, SQLite would read from the weaker one.
 */
function between<Row>(
  query: SelectQueryBuilder<Tables, 'comments', Row>,
  { order, after, since, until }: CommentListOptions,
): SelectQueryBuilder<Tables, 'comments', Row> {
  const isForth = order === 'asc';
  const from = since === undefined ? undefined : firstIdAt(secondAfter(since));
  const end = until === undefined ? undefined : firstIdAt(new Date(until));
  const isAfter = isForth && after !== undefined && (from === undefined || after >= from);
  const isBefore = !isForth && after !== undefined && (end === undefined || after < end);
  let bounded = query;
  if (isAfter) bounded = bounded.where('commentId', '>', after);
  else if (from !== undefined) bounded = bounded.where('commentId', '>=', from);
  if (isBefore) bounded = bounded.where('commentId', '<', after);
  else if (end !== undefined) bounded = bounded.where('commentId', '<', end);
  return bounded;
}

/** Instants have no fractions: later than one is from the next second on. */
function secondAfter(instant: string): Date {
  return new Date(Date.parse(instant) + 1000);
}

/** A comment of a service, deleted or not. */
export async function findComment(db: Db, serviceId: string, commentId: string): Promise<Comment | undefined> {
  const [comment] = await findComments(db, serviceId, [commentId]);
  return comment;
}

/** Those of the comments that there are in the service, deleted or not, by id. */
export async function findComments(db: Db, serviceId: string, commentIds: readonly string[]): Promise<Comment[]> {
  if (commentIds.length === 0) return [];
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('commentId', 'in', commentIds)
    .orderBy('commentId')
    .execute();
  return rows.map(toComment).filter((comment) => comment.serviceId === serviceId);
}

/** What one reader has said of a content, in every state; what editors have deleted is gone for them, too. */
export async function listCommentsOfReader(
  db: Db,
  { serviceId, contentId, readerId, limit }: { serviceId: string; contentId: string; readerId: string; limit: number },
): Promise<Comment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('authorId', '=', readerId)
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .where('isDeleted', '=', 0)
    .orderBy('commentId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toComment);
}

/** What somebody has said anywhere, in every state, the newest first. */
export async function listCommentsOfAuthor(
  db: Db,
  authorId: string,
  { limit }: { readonly limit: number },
): Promise<Comment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('authorId', '=', authorId)
    .orderBy('commentId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toComment);
}

/** What a comment is known by, when it is sent once more. */
type SentComment = Pick<
  CommentRow,
  'serviceId' | 'contentId' | 'authorId' | 'body' | 'bodyHash' | 'nickname' | 'age' | 'area'
>;

/** What the same reader said in the same words and under the same name of the same content, since then. */
export async function findSameComment(
  db: Db,
  { serviceId, contentId, authorId, body, bodyHash, nickname, age, area }: SentComment,
  since: Date,
): Promise<Comment | undefined> {
  const row = await db
    .selectFrom('comments')
    .select(commentColumns)
    // By its words, however much its author has said.
    .where(notByIndex(sql.ref('authorId')), '=', authorId)
    .where('serviceId', '=', serviceId)
    .where('commentId', '>=', firstIdAt(since))
    .where(notByIndex(sql.ref('contentId')), '=', contentId)
    .where((eb) => eb('isDeleted', '+', 0), '=', 0)
    .where('bodyHash', '=', bodyHash)
    .where('body', '=', body)
    .where('nickname', '=', nickname)
    .where('age', '=', age)
    .where('area', '=', area)
    .orderBy('commentId')
    .limit(1)
    .executeTakeFirst();
  return row && toComment(row);
}

export async function insertComment(
  trx: Transaction<Tables>,
  comment: NewComment,
  derived: DerivedText,
): Promise<Comment> {
  const row = { ...comment, updatedAt: null, isDeleted: 0, deletedAt: null, deletedBy: null };
  await trx
    .insertInto('comments')
    .values({ ...row, ...derived })
    .execute();
  return toComment(row);
}

/** What of a comment can change. */
export type CommentChange = Partial<
  Pick<
    Comment & DerivedText,
    | 'body'
    | 'nickname'
    | 'age'
    | 'area'
    | 'searchText'
    | 'bodyHash'
    | 'publishStatus'
    | 'heldFor'
    | 'updatedAt'
    | 'isDeleted'
    | 'deletedAt'
    | 'deletedBy'
  >
>;

/**
 * Makes the same change to all of these comments that are there, and answers which they were; what counts them is the
 * caller's to write.
 */
export async function updateComments(
  trx: Transaction<Tables>,
  commentIds: readonly string[],
  { isDeleted, ...change }: CommentChange,
): Promise<ReadonlySet<string>> {
  if (commentIds.length === 0) return new Set();
  const rows = await trx
    .updateTable('comments')
    .set({ ...change, ...(isDeleted !== undefined && { isDeleted: Number(isDeleted) }) })
    .where('commentId', 'in', commentIds)
    .returning('commentId')
    .execute();
  return new Set(rows.map(({ commentId }) => commentId));
}

/** For good. */
export async function deleteComment(trx: Transaction<Tables>, serviceId: string, commentId: string): Promise<void> {
  await trx.deleteFrom('comments').where('commentId', '=', commentId).where('serviceId', '=', serviceId).execute();
}
