const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** In code units; letters that are put together from more are none of a title's. */
const LONGEST_LETTER = 16;

/** Scripts that are written without spaces, and their punctuation. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uff60\uffe0-\uffe6]/u;
/** Marks that both ways of writing have, each in its own width. */
const OF_BOTH = /^[‐‘’“”…―—×※→←↑↓○●◎□■△▲▽▼☆★①-⑳]$/u;

/**
 * The letters of a text as readers count them, so many at most, in one line: without what has no shape of its own, which
 * could turn or hide what stands beside it.
 */
export function toLetters(text: string, max: number): string[] {
  const line = text
    .slice(0, max * LONGEST_LETTER)
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Variation_Selector}]+/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(graphemes.segment(line), ({ segment }) => segment).slice(0, max);
}

export function isJapanese(letters: readonly string[]): boolean {
  return letters.some(isEastAsian);
}

export function isEastAsian(letter: string): boolean {
  return EAST_ASIAN.test(letter);
}

/** Letters beside each other that are written in one typeface. */
export interface Run {
  readonly text: string;
  readonly isEastAsian: boolean;
}

/** Whether each letter is written in Mincho, as punctuation of both ways of writing is among Japanese. */
export function typefacesOf(letters: readonly string[]): boolean[] {
  const isAmongJapanese = isJapanese(letters);
  return letters.map((letter) => isEastAsian(letter) || (isAmongJapanese && OF_BOTH.test(letter)));
}

export function toRuns(letters: readonly string[], isMincho: readonly boolean[]): Run[] {
  const runs: { text: string; isEastAsian: boolean }[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = runs.at(-1);
    if (last && last.isEastAsian === isMincho[index]) last.text += letter;
    else runs.push({ text: letter, isEastAsian: isMincho[index] ?? false });
  }
  return runs;
}
