import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentEdit } from '#contract/comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { foldText } from '../../platform/fold-text.ts';
import { findServiceConfigs } from '../../services/index.ts';
import { countAddresses } from './count-addresses.ts';
import { isDuplicateComment } from './duplicate-comment.repository.ts';
import { checkTime } from './form-time.ts';
import type { CommentDraft, ModerationTools } from './moderation.ts';

const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
const NEEDLESS_BLANK = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'gv');

/**
 * Letters and digits of spaced words, which must match whole words. Other scripts match anywhere, including Korean
 * because of its endings.
 */
const SPACED = String.raw`[[\p{L}\p{N}]--[${UNSPACED}\p{scx=Hang}]]`;
const BEGINS = new RegExp(`^${SPACED}`, 'v');
const ENDS = new RegExp(`${SPACED}$`, 'v');

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const TO_HIRAGANA = 0x60;

/**
 * Tests whether a text contains a blocked word, ignoring case, width and kana type. Spaced words match whole words only
 * (`class` does not match `ass`); white space between characters of other scripts is ignored.
 */
function isBlocked(texts: readonly string[], words: readonly string[]): boolean {
  const folded = texts.map(fold);
  return words.map(fold).some((word) => word !== '' && folded.some((text) => says(text, word)));
}

function fold(text: string): string {
  const hiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - TO_HIRAGANA);
  return foldText(text).replace(KATAKANA, hiragana).replace(NEEDLESS_BLANK, '').trim();
}

function says(text: string, word: string): boolean {
  let at = text.indexOf(word);
  while (at >= 0) {
    const isPartBefore = BEGINS.test(word) && ENDS.test(text.slice(0, at));
    const isPartAfter = ENDS.test(word) && BEGINS.test(text.slice(at + word.length));
    if (!isPartBefore && !isPartAfter) return true;
    at = text.indexOf(word, at + 1);
  }
  return false;
}

/**
 * Returns the reason to hold a comment, if any. Where comments are published immediately, a too fast one is held only
 * when it contains an address. Runs in the transaction that stores the comment; call `checkProofs` before.
 */
export async function moderateComment(
  trx: Transaction<Tables>,
  tools: ModerationTools,
  draft: CommentDraft,
  startsAs: CommentStatus,
): Promise<HeldFor | undefined> {
  const { serviceId, input } = draft;
  if (input.website) return 'honeypot';
  const time = checkTime(tools, draft);
  const isQuickAlone = time === 'too-fast' && startsAs === 'publish' && countAddresses(input.body) === 0;
  const atOnce = (isQuickAlone ? undefined : time) ?? (await moderateText(trx, serviceId, input));
  if (atOnce) return atOnce;
  return (await isDuplicateComment(trx, { serviceId, body: input.body, now: tools.clock.now() }))
    ? 'duplicate'
    : undefined;
}

export async function moderateText(
  db: Db,
  serviceId: string,
  { body, profiles }: z.output<typeof CommentEdit>,
): Promise<HeldFor | undefined> {
  const { commentMaxLinks, commentBlockedWords } = await findServiceConfigs(db, serviceId, [
    'commentMaxLinks',
    'commentBlockedWords',
  ]);
  if (countAddresses(body) > commentMaxLinks) return 'links';
  const texts = [body, profiles?.nickname, profiles?.age, profiles?.area].filter((text) => text !== undefined);
  return isBlocked(texts, commentBlockedWords) ? 'blocked-word' : undefined;
}
