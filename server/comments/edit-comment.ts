import type { z } from 'zod';
import type { HoldReason } from '#contract/admin-comments.ts';
import type { CommentEdit } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { editableUntil, toOwnComment } from './comment.presenter.ts';
import {
  type Comment,
  deleteComment,
  findComment,
  isDuplicateComment,
  toBodyHash,
  toDerivedText,
  updateComments,
} from './comment.repository.ts';
import { moderateText } from './moderation/moderation.ts';
import { type CommentAuthor, type CommentTools, requireOpenComments } from './post-comment.ts';
import { type CommentCountChange, changeThread, lockThread, lockThreads } from './thread.repository.ts';
import { deleteVotesOnComments } from './votes/cast-vote.ts';

interface OwnCommentRequest extends CommentAuthor {
  readonly commentId: string;
}

/**
 * The new text is checked for spam and may be held.
 * @throws {HttpError} 404 when the comment does not exist, 403 for other visitors or after the edit period, 400 when
 * comments are closed, 409 after another edit, 429 for too many edits
 */
export async function editComment(
  tools: CommentTools,
  request: OwnCommentRequest & { readonly edit: Edit },
): Promise<Comment> {
  const { startsAs } = await requireOpenComments(tools, request);
  const { serviceId, contentId, commentId, edit, reader } = request;
  // Checks ownership before taking locks and counting edits, so that requests for foreign comments affect nobody.
  await findOwnComment(tools.database.reader, tools, request);
  const { editLimit, options } = tools.moderation;
  await editLimit.consume(reader, options.limits.refusedAfter);
  return writeTransaction(tools.database.writer, async (trx) => {
    await lockThread(trx, serviceId, contentId);
    const before = await findOwnComment(trx, tools, request);
    const text = toText(before, edit);
    if (hasSameText(before, text)) return before;
    if (edit.seenUpdatedAt !== undefined && edit.seenUpdatedAt !== before.updatedAt) {
      throw conflict(messages.staleRevision, { current: toOwnComment(tools, before, reader) });
    }
    const heldFor = await moderateEdit(trx, tools, { before, edit });
    const change = { ...text, ...statusAfterEdit(before, { heldFor, startsAs }), updatedAt: editedAt(tools, before) };
    const after: Comment = { ...before, ...change };
    await updateComments(trx, [commentId], { ...change, ...toDerivedText(text) });
    const isVisible = [before, after].some(({ publishStatus }) => publishStatus === 'publish');
    const comments = countChange(before.publishStatus, after.publishStatus);
    await changeThread(trx, { serviceId, contentId, comments, isVisible, now: toInstant(tools.clock.now()) });
    return after;
  });
}

type Edit = z.output<typeof CommentEdit>;

async function moderateEdit(
  trx: Transaction,
  { clock }: CommentTools,
  { before, edit }: { readonly before: Comment; readonly edit: Edit },
): Promise<HoldReason | undefined> {
  const { serviceId, commentId } = before;
  const heldFor = await moderateText(trx, serviceId, edit);
  if (heldFor || toBodyHash(edit.body) === toBodyHash(before.body)) return heldFor;
  const posted = { serviceId, body: edit.body, now: clock.now(), except: commentId };
  return (await isDuplicateComment(trx, posted)) ? 'duplicate' : undefined;
}

function statusAfterEdit(
  before: Comment,
  { heldFor, startsAs }: { readonly heldFor: HoldReason | undefined; readonly startsAs: CommentStatus },
): Partial<Pick<Comment, 'publishStatus' | 'heldFor'>> {
  if (heldFor) return { heldFor, publishStatus: 'unconfirm' };
  const wasHeld = startsAs !== 'publish' || before.heldFor !== null;
  if (before.publishStatus !== 'publish' || !wasHeld) return {};
  return { publishStatus: startsAs === 'publish' ? 'unconfirm' : startsAs };
}

/** At least one second later than the previous edit, so that moderators' conflict detection notices every edit. */
function editedAt({ clock }: CommentTools, { updatedAt }: Comment): string {
  const next = updatedAt === null ? 0 : Date.parse(updatedAt) + 1000;
  return toInstant(new Date(Math.max(clock.now().getTime(), next)));
}

/**
 * Also deletes the votes on the comment.
 * @throws {HttpError} 404 when the comment does not exist, 403 for other visitors or after the edit period
 */
export async function deleteOwnComment(tools: CommentTools, request: OwnCommentRequest): Promise<void> {
  const { serviceId, contentId, commentId } = request;
  await findOwnComment(tools.database.reader, tools, request);
  await writeTransaction(tools.database.writer, async (trx) => {
    // Locks the thread of the votes on the comment as well.
    await lockThreads(trx, serviceId, [contentId, commentId]);
    const { publishStatus } = await findOwnComment(trx, tools, request);
    const now = toInstant(tools.clock.now());
    const isVisible = publishStatus === 'publish';
    await deleteComment(trx, serviceId, commentId);
    // Before `changeThread` updates the totals of the service, because threads must be locked before totals.
    await deleteVotesOnComments(trx, { serviceId, commentIds: [commentId], now });
    await changeThread(trx, { serviceId, contentId, comments: { [publishStatus]: -1 }, isVisible, now });
  });
}

async function findOwnComment(
  db: Db,
  tools: CommentTools,
  { serviceId, contentId, commentId, reader }: OwnCommentRequest,
): Promise<Comment> {
  const comment = await findComment(db, serviceId, commentId);
  if (!comment || comment.isDeleted || comment.contentId !== contentId) throw notFound();
  if (!editableUntil(tools, comment, reader)) throw forbidden();
  return comment;
}

type CommentText = Pick<Comment, 'body' | 'nickname' | 'age' | 'area'>;

function toText(before: Comment, { body, profiles }: Edit): CommentText {
  const { nickname = '', age = '', area = '' } = profiles ?? before;
  return { body, nickname, age, area };
}

function hasSameText(before: CommentText, after: CommentText): boolean {
  return (['body', 'nickname', 'age', 'area'] as const).every((name) => before[name] === after[name]);
}

function countChange(from: CommentStatus, to: CommentStatus): CommentCountChange {
  return from === to ? {} : { [from]: -1, [to]: 1 };
}
