import type { HoldReason } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Guests, Reader } from '../access/index.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Browser } from '../http/browser.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { type Clock, MINUTE_MS, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import type { Vault } from '../platform/vault.ts';
import { recordEvents } from '../webhooks/index.ts';
import { sealOrigin, toEventComment } from './comment.presenter.ts';
import {
  type Comment,
  findIdenticalComment,
  insertComment,
  type NewComment,
  toBodyHash,
  toDerivedText,
} from './comment.repository.ts';
import { type CommentSettings, findCommentSettings } from './comment-settings.repository.ts';
import { checkBeforeTransaction, type ModerationTools, moderateComment } from './moderation/moderation.ts';
import { changeThread } from './thread.repository.ts';

export interface CommentTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly guests: Guests;
  readonly moderation: ModerationTools;
  readonly isEnabledComment: boolean;
  readonly comments: { readonly editMinutes: number };
}

export interface CommentAuthor {
  readonly serviceId: string;
  readonly contentId: string;
  readonly reader: Reader;
}

interface CommentSubmission extends CommentAuthor {
  readonly input: CommentInput;
  readonly browser: Browser;
  readonly caller: Caller;
}

/** An identical comment of the same visitor within this time counts as a repeated submission. */
const REPEAT_MS = 10 * MINUTE_MS;

/**
 * Comments held by a spam check are stored as unconfirmed, those of known spammers as unpublished. Repeated submissions return the stored comment.
 * @throws {HttpError} 400 when comments are closed or a required token is missing, 429 for too many comments
 */
export async function postComment(tools: CommentTools, submission: CommentSubmission): Promise<Comment> {
  const { database, clock, moderation } = tools;
  const { serviceId, contentId } = submission;
  const { startsAs } = await requireOpenComments(tools, submission);
  const repeated = await findRepeated(database.reader, tools, submission);
  if (repeated) {
    await database.settled();
    return repeated;
  }
  const reasonBefore = await checkBeforeTransaction(moderation, submission);
  return writeTransaction(database.writer, async (trx) => {
    // Locks the thread, which also serializes concurrent submissions of the same comment.
    await changeThread(trx, { serviceId, contentId, isVisible: false, now: toInstant(clock.now()) });
    const concurrent = await findRepeated(trx, tools, submission);
    if (concurrent) return concurrent;
    const heldFor = (await moderateComment(trx, moderation, submission, startsAs)) ?? reasonBefore;
    const comment = await storeComment(trx, toNewComment(tools, submission, { heldFor, startsAs }));
    if (comment.publishStatus === 'publish') {
      await recordEvents(trx, { clock, serviceId }, [{ type: 'comment.posted', comment: toEventComment(comment) }]);
    }
    return comment;
  });
}

export async function requireOpenComments(
  { database, clock, isEnabledComment }: CommentTools,
  { serviceId, contentId }: Pick<CommentAuthor, 'serviceId' | 'contentId'>,
): Promise<CommentSettings> {
  const now = toInstant(clock.now());
  const settings = await findCommentSettings(database.reader, { serviceId, contentId, now });
  if (!isEnabledComment || !settings.hasComments) throw badRequest(messages.unavailable);
  if (!settings.isAccepted) throw badRequest(messages.contentNotAccepted);
  return settings;
}

/** Skips visitors identified by address only, who may be several people. */
async function findRepeated(
  db: Db,
  { clock }: CommentTools,
  { serviceId, contentId, reader, input }: CommentSubmission,
): Promise<Comment | undefined> {
  if (!reader.isIdentified) return undefined;
  const since = new Date(clock.now().getTime() - REPEAT_MS);
  const text = { body: input.body, bodyHash: toBodyHash(input.body), ...toProfile(input) };
  return findIdenticalComment(db, { serviceId, contentId, authorId: reader.readerId, ...text }, since);
}

function toProfile({ profiles }: CommentInput): Pick<NewComment, 'nickname' | 'age' | 'area'> {
  const { nickname = '', age = '', area = '' } = profiles ?? {};
  return { nickname, age, area };
}

/** Comments of known spammers do not wait for moderators. */
function statusOfHeld(reason: HoldReason): CommentStatus {
  return reason === 'spam-sender' ? 'unpublish' : 'unconfirm';
}

function toNewComment(
  { clock, vault }: CommentTools,
  { serviceId, contentId, reader, input, caller }: CommentSubmission,
  { heldFor, startsAs }: { readonly heldFor: HoldReason | undefined; readonly startsAs: CommentStatus },
): NewComment {
  const now = clock.now();
  return {
    serviceId,
    contentId,
    commentId: nextId(clock, now),
    createdAt: toInstant(now),
    authorId: reader.readerId,
    body: input.body,
    ...toProfile(input),
    publishStatus: heldFor ? statusOfHeld(heldFor) : startsAs,
    heldFor: heldFor ?? null,
    replyTo: null,
    addressHash: reader.addressHash ?? null,
    ...sealOrigin(vault, caller),
  };
}

export async function storeComment(trx: Transaction, comment: NewComment): Promise<Comment> {
  const { serviceId, contentId, publishStatus, createdAt: now } = comment;
  const isVisible = publishStatus === 'publish';
  await changeThread(trx, { serviceId, contentId, comments: { [publishStatus]: 1 }, isVisible, now });
  return insertComment(trx, comment, toDerivedText(comment));
}
