import type { z } from 'zod';
import type { HoldReason } from '#contract/admin-comments.ts';
import type { CommentEdit, CommentInput } from '#contract/comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { exceedsLimits, type RateLimits, type Reader, type ReaderLimits, ReaderRateLimit } from '../../access/index.ts';
import type { Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import type { Browser } from '../../http/browser.ts';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import { foldText } from '../../platform/fold-text.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { findServiceConfigs } from '../../services/index.ts';
import { findSpamReason, isDuplicateComment } from '../comment.repository.ts';
import { countAddresses } from '../comment-html.ts';
import { checkFormTime, checkProofOfWork, checkRecaptcha, type Recaptcha } from './challenges.ts';

interface CommentDraft {
  readonly serviceId: string;
  readonly contentId: string;
  readonly input: CommentInput;
  readonly reader: Reader;
  readonly browser: Browser;
}

interface ModerationOptions {
  readonly minSeconds: number;
  readonly limits: {
    readonly windowMinutes: number;
    readonly heldAfter: ReaderLimits;
    readonly refusedAfter: ReaderLimits;
  };
}

export interface ModerationTools {
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly reader: Db;
  readonly options: ModerationOptions;
  readonly recaptcha: Recaptcha | undefined;
  readonly commentLimit: ReaderRateLimit;
  readonly editLimit: ReaderRateLimit;
  readonly rateLimits: RateLimits;
}

export function createModeration({
  config,
  database,
  clock,
  vault,
  log,
  rateLimits,
}: {
  readonly config: {
    readonly site: { readonly comments: ModerationOptions };
    readonly recaptcha: Recaptcha | undefined;
  };
  readonly database: { readonly reader: Db };
} & Pick<ModerationTools, 'clock' | 'vault' | 'log' | 'rateLimits'>): ModerationTools {
  const options = config.site.comments;
  const windowMs = options.limits.windowMinutes * MINUTE_MS;
  return {
    clock,
    vault,
    log,
    reader: database.reader,
    options,
    recaptcha: config.recaptcha,
    commentLimit: new ReaderRateLimit(rateLimits, { action: 'comments', windowMs }),
    editLimit: new ReaderRateLimit(rateLimits, { action: 'edits of comments', windowMs }),
    rateLimits,
  };
}

/**
 * Runs the checks that take time or call other servers. Call it before the transaction.
 * @throws {HttpError} 429 when the rate limit is exceeded, 400 when reCAPTCHA is configured and its token is missing
 */
export async function checkBeforeTransaction(
  tools: ModerationTools,
  { serviceId, contentId, input, reader }: CommentDraft,
): Promise<HoldReason | undefined> {
  const { heldAfter, refusedAfter } = tools.options.limits;
  const counts = await tools.commentLimit.consume(reader, refusedAfter);
  const recaptchaReason = await checkRecaptcha(tools, input);
  if (recaptchaReason) return recaptchaReason;
  const { commentProofOfWork } = await findServiceConfigs(tools.reader, serviceId, ['commentProofOfWork']);
  if (commentProofOfWork && !(await checkProofOfWork(tools, { serviceId, contentId }, input.altcha))) return 'no-proof';
  return exceedsLimits(counts, heldAfter) ? 'too-many' : undefined;
}

/**
 * Decides whether a comment is held. A service that publishes at once holds a too fast comment only when it contains an
 * address. Call in the transaction that stores the comment.
 */
export async function moderateComment(
  trx: Transaction,
  { vault, clock, options }: ModerationTools,
  { serviceId, contentId, input, reader, browser }: CommentDraft,
  startsAs: CommentStatus,
): Promise<HoldReason | undefined> {
  if (input.website) return 'honeypot';
  const spamReason = await findSpamReason(trx, serviceId, reader);
  if (spamReason) return spamReason;
  const now = clock.now();
  const form = { serviceId, contentId, input, browser };
  const formTime = checkFormTime({ vault, now, minSeconds: options.minSeconds }, form);
  const isHarmless = formTime === 'too-fast' && startsAs === 'publish' && countAddresses(input.body) === 0;
  if (formTime && !isHarmless) return formTime;
  const textReason = await moderateText(trx, serviceId, input);
  if (textReason) return textReason;
  return (await isDuplicateComment(trx, { serviceId, body: input.body, now })) ? 'duplicate' : undefined;
}

export async function moderateText(
  db: Db,
  serviceId: string,
  { body, profiles }: z.output<typeof CommentEdit>,
): Promise<HoldReason | undefined> {
  const { commentMaxLinks, commentBlockedWords } = await findServiceConfigs(db, serviceId, [
    'commentMaxLinks',
    'commentBlockedWords',
  ]);
  if (countAddresses(body) > commentMaxLinks) return 'links';
  const texts = [body, profiles?.nickname, profiles?.age, profiles?.area].filter((text) => text !== undefined);
  return containsBlockedWord(texts, commentBlockedWords) ? 'blocked-word' : undefined;
}

const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
const NEEDLESS_BLANK = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'gv');

/**
 * Letters and digits of spaced words, which must match whole words. Other scripts match anywhere, including Korean
 * because of its endings.
 */
const SPACED = String.raw`[[\p{L}\p{N}]--[${UNSPACED}\p{scx=Hang}]]`;
const STARTS_SPACED = new RegExp(`^${SPACED}`, 'v');
const ENDS_SPACED = new RegExp(`${SPACED}$`, 'v');

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const TO_HIRAGANA = 0x60;

/**
 * Ignores case, width and kana type. Spaced words match whole words only (`class` does not match `ass`); white space
 * between characters of other scripts is ignored.
 */
function containsBlockedWord(texts: readonly string[], words: readonly string[]): boolean {
  const normalized = texts.map(normalize);
  return words.map(normalize).some((word) => word !== '' && normalized.some((text) => containsWord(text, word)));
}

function normalize(text: string): string {
  const hiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - TO_HIRAGANA);
  return foldText(text).replace(KATAKANA, hiragana).replace(NEEDLESS_BLANK, '').trim();
}

function containsWord(text: string, word: string): boolean {
  let at = text.indexOf(word);
  while (at >= 0) {
    const isWordBefore = STARTS_SPACED.test(word) && ENDS_SPACED.test(text.slice(0, at));
    const isWordAfter = ENDS_SPACED.test(word) && STARTS_SPACED.test(text.slice(at + word.length));
    if (!isWordBefore && !isWordAfter) return true;
    at = text.indexOf(word, at + 1);
  }
  return false;
}
