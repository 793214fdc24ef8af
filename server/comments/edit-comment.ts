import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { CommentEdit } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { toInstant } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { type CommentCountChange, changeTalk, holdTalk } from '../talks/index.ts';
import { deleteVotesAbout } from '../votes/index.ts';
import { type Comment, deleteComment, findComment, updateComments } from './comment.repository.ts';
import { toDerivedText } from './comment-text.ts';
import { type CommentAsker, type CommentTools, editableUntil } from './comment-tools.ts';
import { judgeText } from './judging/judge-comment.ts';
import { requireOpen } from './post-comment.ts';

export interface OwnCommentWish extends CommentAsker {
  readonly commentId: string;
}

/**
 * Changes what its author has written, soon after they did. It is judged anew by its text, and held if that speaks
 * against it.
 * @throws {Refusal} 404 for no comment, 403 for another's and when it is too late, 400 where no comments are taken, 429
 * for too many edits.
 */
export async function editComment(
  tools: CommentTools,
  wish: OwnCommentWish & { readonly edit: z.output<typeof CommentEdit> },
): Promise<Comment> {
  await requireOpen(tools, wish);
  const { serviceId, contentId, commentId, edit, reader } = wish;
  const { limit, choices } = tools.judging;
  limit.take(`edits of ${reader.readerId}`, choices.limits.refusedAfter.reader);
  return writeTransaction(tools.database.writer, async (trx) => {
    const before = await holdOwnComment(trx, tools, wish);
    const written = toWritten(before, edit);
    if (isSame(before, written)) return before;
    const heldFor = await judgeText(trx, serviceId, edit);
    const held = heldFor && { heldFor, publishStatus: 'unconfirm' as const };
    const now = toInstant(tools.clock.now());
    const after: Comment = { ...before, ...written, ...held, updatedAt: now };
    await updateComments(trx, [commentId], { ...written, ...toDerivedText(written), ...held, updatedAt: now });
    const isSeen = [before, after].some(({ publishStatus }) => publishStatus === 'publish');
    const comments = moved(before.publishStatus, after.publishStatus);
    await changeTalk(trx, { serviceId, contentId, comments, isSeen, now });
    return after;
  });
}

/**
 * Deletes what its author has written, soon after they did: for good, with the votes on it.
 * @throws {Refusal} 404 for no comment, 403 for another's and when it is too late.
 */
export async function deleteOwnComment(tools: CommentTools, wish: OwnCommentWish): Promise<void> {
  const { serviceId, contentId, commentId } = wish;
  await writeTransaction(tools.database.writer, async (trx) => {
    const { publishStatus } = await holdOwnComment(trx, tools, wish);
    const now = toInstant(tools.clock.now());
    const isSeen = publishStatus === 'publish';
    await changeTalk(trx, { serviceId, contentId, comments: { [publishStatus]: -1 }, isSeen, now });
    await deleteComment(trx, serviceId, commentId);
    await deleteVotesAbout(trx, { serviceId, contentIds: [commentId], now });
  });
}

async function holdOwnComment(
  trx: Transaction<Tables>,
  tools: CommentTools,
  { serviceId, contentId, commentId, reader }: OwnCommentWish,
): Promise<Comment> {
  await holdTalk(trx, serviceId, contentId);
  const comment = await findComment(trx, serviceId, commentId);
  if (!comment || comment.isDeleted || comment.contentId !== contentId) throw notFound();
  if (!editableUntil(tools, comment, reader)) throw new Refusal(403, { message: messages.forbidden });
  return comment;
}

type Written = Pick<Comment, 'body' | 'nickname' | 'age' | 'area'>;

/** Without profiles they stay as they are. */
function toWritten(before: Comment, { body, profiles }: z.output<typeof CommentEdit>): Written {
  const { nickname = '', age = '', area = '' } = profiles ?? before;
  return { body, nickname, age, area };
}

function isSame(before: Written, after: Written): boolean {
  return (['body', 'nickname', 'age', 'area'] as const).every((name) => before[name] === after[name]);
}

function moved(from: CommentStatus, to: CommentStatus): CommentCountChange {
  return from === to ? {} : { [from]: -1, [to]: 1 };
}
