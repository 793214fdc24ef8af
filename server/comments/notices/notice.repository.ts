import { Language } from '#contract/site-config.ts';
import type { Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import type { CommentNoticeRow } from '../../database/thread-tables.ts';
import { type Comment, commentColumns, toComment } from '../comment.repository.ts';
import type { CommentCountChange } from '../thread.repository.ts';

export interface Notice extends NoticeKey {
  readonly lastCommentId: string;
  readonly language: Language;
}

export interface NoticeKey {
  readonly username: string;
  readonly serviceId: string;
}

export async function isNoticeEnabled(db: Db, { username, serviceId }: NoticeKey): Promise<boolean> {
  const row = await db
    .selectFrom('commentNotices')
    .select('username')
    .where('username', '=', username)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveNotice(db: Db, notice: Omit<CommentNoticeRow, 'mailedAt'>): Promise<void> {
  await db
    .insertInto('commentNotices')
    .values({ ...notice, mailedAt: null })
    .onConflict((conflict) => conflict.columns(['username', 'serviceId']).doUpdateSet({ language: notice.language }))
    .execute();
}

export async function deleteNotice(db: Db, { username, serviceId }: NoticeKey): Promise<void> {
  await db.deleteFrom('commentNotices').where('username', '=', username).where('serviceId', '=', serviceId).execute();
}

export interface DueOptions {
  readonly mailedUntil: string;
  readonly before: string;
  readonly limit: number;
}

export async function listDueNotices(db: Db, { mailedUntil, before, limit }: DueOptions): Promise<Notice[]> {
  const rows = await db
    .selectFrom('commentNotices')
    .select(['username', 'serviceId', 'lastCommentId', 'language'])
    .where((eb) => eb.or([eb('mailedAt', 'is', null), eb('mailedAt', '<=', mailedUntil)]))
    .where((eb) =>
      // A scalar subquery makes one index lookup per subscription; PostgreSQL would answer `exists` by reading all
      // comments.
      eb(
        eb
          .selectFrom('comments')
          .select('comments.commentId')
          .whereRef('comments.serviceId', '=', 'commentNotices.serviceId')
          .where('comments.isDeleted', '=', 0)
          .whereRef('comments.commentId', '>', 'commentNotices.lastCommentId')
          .where('comments.commentId', '<', before)
          .orderBy('comments.commentId')
          .limit(1),
        'is not',
        null,
      ),
    )
    .orderBy('username')
    .orderBy('serviceId')
    .limit(limit)
    .execute();
  return rows.map(({ language, ...row }) => ({ ...row, language: Language.parse(language) }));
}

export async function claimNotice(
  trx: Transaction,
  { username, serviceId, lastCommentId }: Notice,
  claim: { readonly lastCommentId: string; readonly mailedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('commentNotices')
    .set(claim)
    .where('username', '=', username)
    .where('serviceId', '=', serviceId)
    .where('lastCommentId', '=', lastCommentId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Starts after the last known comment and ends before those that may not be committed yet. */
export interface NewCommentRange {
  readonly serviceId: string;
  readonly after: string;
  readonly before: string;
}

export async function listNewComments(db: Db, range: NewCommentRange, limit: number): Promise<Comment[]> {
  const rows = await newComments(db, range).select(commentColumns).orderBy('commentId').limit(limit).execute();
  return rows.map(toComment);
}

export async function findNewestComment(db: Db, range: NewCommentRange): Promise<string | undefined> {
  const row = await newComments(db, range).select('commentId').orderBy('commentId', 'desc').limit(1).executeTakeFirst();
  return row?.commentId;
}

export async function countNewComments(db: Db, range: NewCommentRange, bound: number): Promise<CommentCountChange> {
  const first = newComments(db, range).select('publishStatus').orderBy('commentId').limit(bound);
  const rows = await db
    .selectFrom(first.as('first'))
    .select('publishStatus')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy('publishStatus')
    .execute();
  return Object.fromEntries(rows.map(({ publishStatus, count }) => [publishStatus, Number(count)]));
}

function newComments(db: Db, { serviceId, after, before }: NewCommentRange) {
  return db
    .selectFrom('comments')
    .where('serviceId', '=', serviceId)
    .where('isDeleted', '=', 0)
    .where('commentId', '>', after)
    .where('commentId', '<', before);
}
