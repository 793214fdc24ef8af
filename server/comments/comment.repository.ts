import { createHash } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { HoldReason } from '#contract/admin-comments.ts';
import type { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import { preventIndexUse } from '../database/queries.ts';
import type { Tables, Transaction } from '../database/tables.ts';
import type { CommentRow } from '../database/thread-tables.ts';
import { DAY_MS } from '../platform/clock.ts';
import { foldText } from '../platform/fold-text.ts';
import { firstIdAt } from '../platform/ids.ts';

export interface Comment
  extends Omit<CommentRow, 'publishStatus' | 'heldFor' | 'isDeleted' | 'isSpam' | 'searchText' | 'bodyHash'> {
  readonly publishStatus: CommentStatus;
  readonly heldFor: HoldReason | null;
  readonly isDeleted: boolean;
  readonly isSpam: boolean;
}

export type NewComment = Omit<Comment, 'updatedAt' | 'isDeleted' | 'deletedAt' | 'deletedBy' | 'isSpam'>;

type DerivedText = Pick<CommentRow, 'searchText' | 'bodyHash'>;

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
  'replyTo',
  'isSpam',
] as const;

export function toComment(row: Pick<CommentRow, (typeof commentColumns)[number]>): Comment {
  return {
    ...row,
    publishStatus: row.publishStatus,
    heldFor: row.heldFor,
    isDeleted: row.isDeleted === 1,
    isSpam: row.isSpam === 1,
  };
}

export interface CommentListOptions {
  readonly serviceId: string;
  readonly contentId: string;
  readonly order: Order;
  readonly after?: string | undefined;
  /** Exclusive bounds of the creation time. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
}

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
 * Uses ids only, which start with a timestamp and are indexed. Passes only the tighter bound per direction; given two,
 * SQLite would seek by the weaker one.
 */
function between<Row>(
  query: SelectQueryBuilder<Tables, 'comments', Row>,
  { order, after, since, until }: CommentListOptions,
): SelectQueryBuilder<Tables, 'comments', Row> {
  const isAscending = order === 'asc';
  const from = since === undefined ? undefined : firstIdAt(secondAfter(since));
  const end = until === undefined ? undefined : firstIdAt(new Date(until));
  const isAfter = isAscending && after !== undefined && (from === undefined || after >= from);
  const isBefore = !isAscending && after !== undefined && (end === undefined || after < end);
  let bounded = query;
  if (isAfter) bounded = bounded.where('commentId', '>', after);
  else if (from !== undefined) bounded = bounded.where('commentId', '>=', from);
  if (isBefore) bounded = bounded.where('commentId', '<', after);
  else if (end !== undefined) bounded = bounded.where('commentId', '<', end);
  return bounded;
}

/** Instants have whole seconds, so the next second is the first one after. */
function secondAfter(instant: string): Date {
  return new Date(Date.parse(instant) + 1000);
}

export async function findComment(db: Db, serviceId: string, commentId: string): Promise<Comment | undefined> {
  const [comment] = await findComments(db, serviceId, [commentId]);
  return comment;
}

/** Includes the bin; sorted by id. */
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

type IdenticalComment = Pick<
  CommentRow,
  'serviceId' | 'contentId' | 'authorId' | 'body' | 'bodyHash' | 'nickname' | 'age' | 'area'
>;

export async function findIdenticalComment(
  db: Db,
  { serviceId, contentId, authorId, body, bodyHash, nickname, age, area }: IdenticalComment,
  since: Date,
): Promise<Comment | undefined> {
  const row = await db
    .selectFrom('comments')
    .select(commentColumns)
    // Forces the index on the body hash, because one author may have many comments.
    .where(preventIndexUse(sql.ref('authorId')), '=', authorId)
    .where('serviceId', '=', serviceId)
    .where('commentId', '>=', firstIdAt(since))
    .where(preventIndexUse(sql.ref('contentId')), '=', contentId)
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

export async function insertComment(trx: Transaction, comment: NewComment, derived: DerivedText): Promise<Comment> {
  const row = { ...comment, updatedAt: null, isDeleted: 0, isSpam: 0, deletedAt: null, deletedBy: null };
  await trx
    .insertInto('comments')
    .values({ ...row, ...derived })
    .execute();
  return toComment(row);
}

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
    | 'isSpam'
    | 'deletedAt'
    | 'deletedBy'
  >
>;

/**
 * The caller updates the thread counters.
 * @returns ids of the comments that still existed
 */
export async function updateComments(
  trx: Transaction,
  commentIds: readonly string[],
  { isDeleted, isSpam, ...change }: CommentChange,
): Promise<ReadonlySet<string>> {
  if (commentIds.length === 0) return new Set();
  const rows = await trx
    .updateTable('comments')
    .set({
      ...change,
      ...(isDeleted !== undefined && { isDeleted: Number(isDeleted) }),
      ...(isSpam !== undefined && { isSpam: Number(isSpam) }),
    })
    .where('commentId', 'in', commentIds)
    .returning('commentId')
    .execute();
  return new Set(rows.map(({ commentId }) => commentId));
}

export async function deleteComment(trx: Transaction, serviceId: string, commentId: string): Promise<void> {
  await trx.deleteFrom('comments').where('commentId', '=', commentId).where('serviceId', '=', serviceId).execute();
}

export interface Sender {
  readonly readerId: string;
  readonly addressHash?: string | undefined;
}

/** Looks for comments marked as spam, of the same author or from the same address. */
export async function findSpamReason(
  db: Db,
  serviceId: string,
  { readerId, addressHash }: Sender,
): Promise<HoldReason | undefined> {
  const spamOf = (column: 'authorId' | 'addressHash', value: string) =>
    db
      .selectFrom('comments')
      .select('commentId')
      .where('serviceId', '=', serviceId)
      .where(column, '=', value)
      // A bound parameter would keep SQLite from using the partial index.
      .where('isSpam', '=', sql.lit(1))
      .limit(1)
      .executeTakeFirst();
  if (await spamOf('authorId', readerId)) return 'spam-sender';
  return addressHash !== undefined && (await spamOf('addressHash', addressHash)) ? 'spam-address' : undefined;
}

/** Minimum number of letters and digits; shorter texts such as thanks are often identical. */
const MIN_COMPARED_LENGTH = 20;

interface PostedText {
  readonly serviceId: string;
  readonly body: string;
  readonly now: Date;
  readonly except?: string | undefined;
}

/** Compares with the comments of the last day, including deleted ones. */
export async function isDuplicateComment(db: Db, { serviceId, body, now, except }: PostedText): Promise<boolean> {
  if (normalizeBody(body).length < MIN_COMPARED_LENGTH) return false;
  let query = db
    .selectFrom('comments')
    .select('commentId')
    .where('serviceId', '=', serviceId)
    .where('bodyHash', '=', toBodyHash(body))
    .where('commentId', '>=', firstIdAt(new Date(now.getTime() - DAY_MS)))
    .limit(1);
  if (except !== undefined) query = query.where((eb) => eb(preventIndexUse(eb.ref('commentId')), '<>', except));
  return (await query.executeTakeFirst()) !== undefined;
}

const BLANKS = /\s+/g;
const PUNCTUATION = /[^\p{L}\p{N}]+/gu;

function normalizeBody(body: string): string {
  const folded = foldText(body);
  return folded.replace(PUNCTUATION, '') || folded.replace(BLANKS, '');
}

export function toBodyHash(body: string): string {
  return createHash('sha256').update(normalizeBody(body)).digest('base64url');
}

export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
