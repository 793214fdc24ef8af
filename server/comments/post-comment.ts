import { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { Db } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { isMoreThan, type Visitor } from '../guests/index.ts';
import { badRequest } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import { parseJson } from '../platform/parse-json.ts';
import { findServiceConfigs } from '../services/index.ts';
import { recordEvents } from '../webhooks/index.ts';
import { type Comment, findSameComment, type NewComment } from './comment.repository.ts';
import { sealOrigin } from './comment-origin.ts';
import { type CommentPlace, findCommentPlace } from './comment-place.repository.ts';
import { toBodyHash } from './comment-text.ts';
import type { CommentRequester, CommentTools } from './comment-tools.ts';
import { moderateComment } from './moderation/moderate-comment.ts';
import type { CommentDraft, ModerationTools, Recaptcha } from './moderation/moderation.ts';
import { checkProofOfWork } from './moderation/proof-of-work.ts';
import { storeComment } from './store-comment.ts';
import { changeThread } from './thread.repository.ts';
import { toEventComment } from './to-event-comment.ts';

const ACTION = 'comment';
const MIN_SCORE = 0.5;
const TIMEOUT_MS = 5000;
/** Maximum response size in bytes; typical responses have some hundred. */
const MAX_ANSWER = 10_000;

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
});

/**
 * Verifies the reCAPTCHA token when configured. Holds the comment when verification fails or is unavailable.
 * @throws {HttpError} 400 when a client with scripts sent no token
 */
async function checkRecaptcha(
  { recaptcha, log }: Pick<ModerationTools, 'recaptcha' | 'log'>,
  { input }: Pick<CommentDraft, 'input'>,
): Promise<HeldFor | undefined> {
  if (!recaptcha) return undefined;
  if (!input.recaptcha) {
    if (input.isPlainForm) return 'no-captcha';
    throw badRequest(messages.recaptchaRequired, { recaptcha: messages.recaptchaRequired });
  }
  try {
    const { success, score = 0, action } = await verify(recaptcha, input.recaptcha);
    return success && action === ACTION && score >= MIN_SCORE ? undefined : 'no-captcha';
  } catch (error) {
    log.warn({ reason: String(error) }, 'reCAPTCHA unavailable, comment held');
    return 'no-captcha';
  }
}

async function verify({ url, secretKey }: Recaptcha, token: string): Promise<z.output<typeof Answer>> {
  const answer = await fetch(`${url}/api/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return Answer.parse(parseJson(await readBounded(answer)));
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream.
    if (length > MAX_ANSWER) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Period in milliseconds during which an identical comment of the same visitor counts as a repeated submission. */
const SAME_MS = 10 * 60_000;

export interface CommentRequest extends CommentRequester, Visitor {
  readonly input: CommentInput;
}

/**
 * Stores a comment with the default status of its content id, or as unconfirmed when a spam check holds it. Repeated
 * submissions return the stored comment.
 * @throws {HttpError} 400 when comments are closed or a required token is missing, 429 for too many comments
 */
export async function postComment(tools: CommentTools, requested: CommentRequest): Promise<Comment> {
  const { database, moderation } = tools;
  const { startsAs } = await requireOpen(tools, requested);
  const known = await findSent(database.reader, tools, requested);
  if (known) {
    await database.settled();
    return known;
  }
  const unproven = await checkProofs(moderation, requested);
  return writeTransaction(database.writer, async (trx) => {
    const { serviceId, contentId } = requested;
    const now = toInstant(tools.clock.now());
    // Locks the thread, which also serializes concurrent submissions of the same comment.
    await changeThread(trx, { serviceId, contentId, isSeen: false, now });
    const same = await findSent(trx, tools, requested);
    if (same) return same;
    const heldFor = (await moderateComment(trx, moderation, requested, startsAs)) ?? unproven;
    const stored = await storeComment(trx, toNewComment(tools, requested, { heldFor, startsAs }));
    if (stored.publishStatus === 'publish') {
      await recordEvents(trx, { ...tools, serviceId }, [{ type: 'comment.posted', comment: toEventComment(stored) }]);
    }
    return stored;
  });
}

/** @throws {HttpError} 400 when the content id does not accept comments */
export async function requireOpen(
  { database, clock, isEnabledComment }: CommentTools,
  { serviceId, contentId }: Pick<CommentRequester, 'serviceId' | 'contentId'>,
): Promise<CommentPlace> {
  const now = toInstant(clock.now());
  const place = await findCommentPlace(database.reader, { serviceId, contentId, now });
  if (!isEnabledComment || !place.hasComments) throw badRequest(messages.unavailable);
  if (!place.isAccepted) throw badRequest(messages.contentNotAccepted);
  return place;
}

/**
 * Finds the stored comment of a repeated submission. Skipped for visitors identified by address only, who may be
 * several people.
 */
async function findSent(
  db: Db,
  { clock }: CommentTools,
  { serviceId, contentId, reader, input }: CommentRequest,
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
  { serviceId, contentId, reader, input, caller }: CommentRequest,
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

/**
 * Runs the checks that take time or call other servers, before the transaction: rate limit, reCAPTCHA and proof of
 * work.
 * @throws {HttpError} 429 when the rate limit is exceeded, 400 when reCAPTCHA is configured and its token is missing
 */
async function checkProofs(tools: ModerationTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const isTooMany = await countComment(tools, draft);
  const captcha = await checkRecaptcha(tools, draft);
  return captcha ?? (await checkWork(tools, draft)) ?? (isTooMany ? 'too-many' : undefined);
}

async function countComment({ limit, choices }: ModerationTools, { reader }: CommentDraft): Promise<boolean> {
  const { heldAfter, refusedAfter } = choices.limits;
  return isMoreThan(await limit.take(reader, refusedAfter), heldAfter);
}

async function checkWork(tools: ModerationTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const { commentProofOfWork } = await findServiceConfigs(tools.reader, draft.serviceId, ['commentProofOfWork']);
  return commentProofOfWork && !(await checkProofOfWork(tools, draft)) ? 'no-proof' : undefined;
}
