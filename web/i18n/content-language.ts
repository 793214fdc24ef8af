import type { Language } from '#contract/site-config.ts';

const HIRAGANA = /\p{Script=Hiragana}/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Hiragana marks Japanese grammar, so a small share of Japanese letters is enough; without it, more are required. */
const ENOUGH_WITH_HIRAGANA = 0.1;
const ENOUGH_WITHOUT = 0.2;

/** UTF-16 code units. */
const SAMPLE_LENGTH = 4000;

/**
 * Detects the language for a `lang` attribute, which selects fonts, line height and hyphenation. Undefined for text
 * without letters. With `among` set to 'ja', a single Japanese letter is enough.
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
