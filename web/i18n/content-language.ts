import type { Language } from '#contract/site-config.ts';

const HIRAGANA = /\p{Script=Hiragana}/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Hiragana carries the grammar, so a little of it makes a text Japanese; names and terms alone need more weight. */
const ENOUGH_WITH_HIRAGANA = 0.1;
const ENOUGH_WITHOUT = 0.2;

/** As much of a text as is looked at. */
const SAMPLE_LENGTH = 4000;

/**
 * The language that a text is written in, for its `lang`: fonts, line height and hyphenation follow.
 * A text without letters has none of its own; one with any Japanese, `among` Japanese, is Japanese.
 */
export function contentLanguage(text: string, among?: Language): Language | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const japanese = countOf(JAPANESE, sample);
  const letters = japanese + countOf(LATIN, sample);
  if (letters === 0) return undefined;
  if (among === 'ja' && japanese > 0) return 'ja';
  const enough = HIRAGANA.test(sample) ? ENOUGH_WITH_HIRAGANA : ENOUGH_WITHOUT;
  return japanese / letters >= enough ? 'ja' : 'en';
}

function countOf(letters: RegExp, text: string): number {
  return text.match(letters)?.length ?? 0;
}
