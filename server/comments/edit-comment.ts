import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentEdit } from '#contract/comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { type Comment, deleteComment, findComment, updateComments } from './comment.repository.ts';
import { toBodyHash, toDerivedText } from './comment-text.ts';
import { type CommentRequester, type CommentTools, editableUntil } from './comment-tools.ts';
import { isDuplicateComment } from './moderation/duplicate-comment.repository.ts';
import { moderateText } from './moderation/moderate-comment.ts';
import { requireOpen } from './post-comment.ts';
import { type CommentCountChange, changeThread, lockThread, lockThreads } from './thread.repository.ts';
import { deleteVotesAbout } from './votes/delete-votes-about.ts';

export interface OwnCommentRequest extends CommentRequester {
  readonly commentId: string;
}

/**
 * Edits a comment within the edit period. The new text is checked for spam and may be held.
 * @throws {HttpError} 404 when the comment does not exist, 403 for other visitors or after the edit period, 400 when
 * comments are closed, 429 for too many edits
 */
export async function editComment(
  tools: CommentTools,
  requested: OwnCommentRequest & { readonly edit: Edit },
): Promise<Comment> {
  const { startsAs } = await requireOpen(tools, requested);
  const { serviceId, contentId, commentId, edit, reader } = requested;
  // Checks ownership before taking locks and counting edits, so that requests for foreign comments affect nobody.
  await findOwnComment(tools.database.reader, tools, requested);
  const { limitOfEdits, choices } = tools.moderation;
  await limitOfEdits.take(reader, choices.limits.refusedAfter);
  return writeTransaction(tools.database.writer, async (trx) => {
    await lockThread(trx, serviceId, contentId);
    const before = await findOwnComment(trx, tools, requested);
    const written = toWritten(before, edit);
    if (isSame(before, written)) return before;
    const heldFor = await moderateEdit(trx, tools, { before, edit });
    const change = { ...written, ...stateAfter(before, { heldFor, startsAs }), updatedAt: editedAt(tools, before) };
    const after: Comment = { ...before, ...change };
    await updateComments(trx, [commentId], { ...change, ...toDerivedText(written) });
    const isSeen = [before, after].some(({ publishStatus }) => publishStatus === 'publish');
    const comments = moved(before.publishStatus, after.publishStatus);
    await changeThread(trx, { serviceId, contentId, comments, isSeen, now: toInstant(tools.clock.now()) });
    return after;
  });
}

type Edit = z.output<typeof CommentEdit>;

async function moderateEdit(
  trx: Transaction<Tables>,
  { clock }: CommentTools,
  { before, edit }: { readonly before: Comment; readonly edit: Edit },
): Promise<HeldFor | undefined> {
  const { serviceId, commentId } = before;
  const heldFor = await moderateText(trx, serviceId, edit);
  if (heldFor || toBodyHash(edit.body) === toBodyHash(before.body)) return heldFor;
  const said = { serviceId, body: edit.body, now: clock.now(), except: commentId };
  return (await isDuplicateComment(trx, said)) ? 'duplicate' : undefined;
}

function stateAfter(
  before: Comment,
  { heldFor, startsAs }: { readonly heldFor: HeldFor | undefined; readonly startsAs: CommentStatus },
): Partial<Pick<Comment, 'publishStatus' | 'heldFor'>> {
  if (heldFor) return { heldFor, publishStatus: 'unconfirm' };
  const hasWaited = startsAs !== 'publish' || before.heldFor !== null;
  if (before.publishStatus !== 'publish' || !hasWaited) return {};
  return { publishStatus: startsAs === 'publish' ? 'unconfirm' : startsAs };
}

/** At least one second later than the previous edit, so that moderators' conflict detection notices every edit. */
function editedAt({ clock }: CommentTools, { updatedAt }: Comment): string {
  const next = updatedAt === null ? 0 : Date.parse(updatedAt) + 1000;
  return toInstant(new Date(Math.max(clock.now().getTime(), next)));
}

/**
 * Deletes a comment permanently within the edit period, with the votes on it.
 * @throws {HttpError} 404 when the comment does not exist, 403 for other visitors or after the edit period
 */
export async function deleteOwnComment(tools: CommentTools, requested: OwnCommentRequest): Promise<void> {
  const { serviceId, contentId, commentId } = requested;
  await findOwnComment(tools.database.reader, tools, requested);
  await writeTransaction(tools.database.writer, async (trx) => {
    // Locks the thread of the votes on the comment as well.
    await lockThreads(trx, serviceId, [contentId, commentId]);
    const { publishStatus } = await findOwnComment(trx, tools, requested);
    const now = toInstant(tools.clock.now());
    const isSeen = publishStatus === 'publish';
    await deleteComment(trx, serviceId, commentId);
    // Before `changeThread` updates the totals of the service, because threads must be locked before totals.
    await deleteVotesAbout(trx, { serviceId, contentIds: [commentId], now });
    await changeThread(trx, { serviceId, contentId, comments: { [publishStatus]: -1 }, isSeen, now });
  });
}

/** @throws {HttpError} 404 when the comment does not exist, 403 for other visitors or after the edit period */
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

type Written = Pick<Comment, 'body' | 'nickname' | 'age' | 'area'>;

function toWritten(before: Comment, { body, profiles }: Edit): Written {
  const { nickname = '', age = '', area = '' } = profiles ?? before;
  return { body, nickname, age, area };
}

function isSame(before: Written, after: Written): boolean {
  return (['body', 'nickname', 'age', 'area'] as const).every((name) => before[name] === after[name]);
}

function moved(from: CommentStatus, to: CommentStatus): CommentCountChange {
  return from === to ? {} : { [from]: -1, [to]: 1 };
}
