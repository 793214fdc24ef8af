const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** Maximum code units of a grapheme; longer ones do not occur in titles. */
const LONGEST_LETTER = 16;

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uff60\uffe0-\uffe6]/u;
/** Punctuation that both fonts have, in different widths. */
const OF_BOTH = /^[‐‘’“”…―—×※→←↑↓○●◎□■△▲▽▼☆★①-⑳]$/u;

/**
 * Splits a text into at most `max` graphemes on one line. Security: removes format and control characters that could
 * reorder or hide others.
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

export interface Run {
  readonly text: string;
  readonly isEastAsian: boolean;
}

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
