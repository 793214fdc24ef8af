import { foldText } from '../../platform/fold-text.ts';

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
export function containsBlockedWord(texts: readonly string[], words: readonly string[]): boolean {
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
