import { foldText } from '../../posts/index.ts';

/** Scripts that put no spaces between words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
/** A blank that only divides what belongs together; texts are folded, and have a single one wherever there are some. */
const NEEDLESS_BLANK = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'gv');

/** Letters and digits of words that are whole ones; all others are found anywhere, Korean with its endings among them. */
const SPACED = String.raw`[[\p{L}\p{N}]--[${UNSPACED}\p{scx=Hang}]]`;
const BEGINS = new RegExp(`^${SPACED}`, 'v');
const ENDS = new RegExp(`${SPACED}$`, 'v');

/** Katakana, from small ァ to ヶ, each with the hiragana that sounds the same. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const TO_HIRAGANA = 0x60;

/**
 * Whether any of the texts says a blocked word, whatever its case, its width, and in which kana it is written. `class`
 * does not say `ass`: a word of letters with spaces between words is a whole one. Of the others it does not matter what
 * blanks and line breaks are between their letters.
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
