import { foldText } from '../../posts/index.ts';

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
export function isBlocked(texts: readonly string[], words: readonly string[]): boolean {
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
