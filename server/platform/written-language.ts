import type { Language } from '#contract/site-config.ts';

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
const LATIN = /\p{Script=Latin}/gu;
/** Minimum share of Japanese letters, so that names and terms alone do not count. */
const ENOUGH = 0.2;

export function writtenLanguage(text: string): Language | undefined {
  const japanese = text.match(JAPANESE)?.length ?? 0;
  const letters = japanese + (text.match(LATIN)?.length ?? 0);
  if (letters === 0) return undefined;
  return japanese / letters >= ENOUGH ? 'ja' : 'en';
}
