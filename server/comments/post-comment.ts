import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { Db } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Visitor } from '../guests/index.ts';
import { toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { nextId } from '../platform/ids.ts';
import { changeTalk } from '../talks/index.ts';
import { recordEvents } from '../webhooks/index.ts';
import { type Comment, findSameComment, type NewComment } from './comment.repository.ts';
import { sealOrigin } from './comment-origin.ts';
import { type CommentPlace, findCommentPlace } from './comment-place.repository.ts';
import { toBodyHash } from './comment-text.ts';
import type { CommentAsker, CommentTools } from './comment-tools.ts';
import { checkProofs } from './judging/check-proofs.ts';
import { judgeComment } from './judging/judge-comment.ts';
import { storeComment } from './store-comment.ts';
import { toEventComment } from './to-event-comment.ts';

/** Period in milliseconds during which an identical comment of the same visitor counts as a repeated submission. */
const SAME_MS = 10 * 60_000;

export interface CommentWish extends CommentAsker, Visitor {
  readonly input: CommentInput;
}

/**
 * Stores a comment with the default status of its content id, or as unconfirmed when a spam check holds it. Repeated
 * submissions return the stored comment.
 * @throws {Refusal} 400 when comments are closed or a required token is missing, 429 for too many comments
 */
export async function postComment(tools: CommentTools, wish: CommentWish): Promise<Comment> {
  const { database, judging } = tools;
  const { startsAs } = await requireOpen(tools, wish);
  const known = await findSent(database.reader, tools, wish);
  if (known) {
    await database.settled();
    return known;
  }
  const unproven = await checkProofs(judging, wish);
  return writeTransaction(database.writer, async (trx) => {
    const { serviceId, contentId } = wish;
    const now = toInstant(tools.clock.now());
    // Locks the thread, which also serializes concurrent submissions of the same comment.
    await changeTalk(trx, { serviceId, contentId, isSeen: false, now });
    const same = await findSent(trx, tools, wish);
    if (same) return same;
    const heldFor = (await judgeComment(trx, judging, wish, startsAs)) ?? unproven;
    const stored = await storeComment(trx, toNewComment(tools, wish, { heldFor, startsAs }));
    if (stored.publishStatus === 'publish') {
      await recordEvents(trx, { ...tools, serviceId }, [{ type: 'comment.posted', comment: toEventComment(stored) }]);
    }
    return stored;
  });
}

/** @throws {Refusal} 400 when the content id does not accept comments */
export async function requireOpen(
  { database, clock, isEnabledComment }: CommentTools,
  { serviceId, contentId }: Pick<CommentAsker, 'serviceId' | 'contentId'>,
): Promise<CommentPlace> {
  const now = toInstant(clock.now());
  const place = await findCommentPlace(database.reader, { serviceId, contentId, now });
  if (!isEnabledComment || !place.hasComments) throw new Refusal(400, { message: messages.unavailable });
  if (!place.isAccepted) throw new Refusal(400, { message: messages.contentNotAccepted });
  return place;
}

/**
 * Finds the stored comment of a repeated submission. Skipped for visitors identified by address only, who may be
 * several people.
 */
async function findSent(
  db: Db,
  { clock }: CommentTools,
  { serviceId, contentId, reader, input }: CommentWish,
): Promise<Comment | undefined> {
  if (!reader.isOneself) return undefined;
  const written = { body: input.body, ...toAuthor(input) };
  const sent = { serviceId, contentId, authorId: reader.readerId, ...written, bodyHash: toBodyHash(input.body) };
  return findSameComment(db, sent, new Date(clock.now().getTime() - SAME_MS));
}

function toAuthor({ profiles }: CommentInput): Pick<NewComment, 'nickname' | 'age' | 'area'> {
  const { nickname = '', age = '', area = '' } = profiles ?? {};
  return { nickname, age, area };
}

function toNewComment(
  { clock, vault }: CommentTools,
  { serviceId, contentId, reader, input, caller }: CommentWish,
  { heldFor, startsAs }: { heldFor: HeldFor | undefined; startsAs: CommentPlace['startsAs'] },
): NewComment {
  const now = clock.now();
  return {
    ...{ serviceId, contentId, authorId: reader.readerId, body: input.body, ...toAuthor(input) },
    commentId: nextId(clock, now),
    createdAt: toInstant(now),
    publishStatus: heldFor ? 'unconfirm' : startsAs,
    heldFor: heldFor ?? null,
    addressHash: reader.addressHash ?? null,
    ...sealOrigin(vault, caller),
  };
}
