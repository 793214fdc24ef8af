import type { Language } from '#contract/site-config.ts';

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
const LATIN = /\p{Script=Latin}/gu;
/** Names and terms alone do not make a text Japanese. */
const ENOUGH = 0.2;

/** What a text is written in; a text without letters in nothing. */
export function writtenLanguage(text: string): Language | undefined {
  const japanese = text.match(JAPANESE)?.length ?? 0;
  const letters = japanese + (text.match(LATIN)?.length ?? 0);
  if (letters === 0) return undefined;
  return japanese / letters >= ENOUGH ? 'ja' : 'en';
}

/** What most of them are written in. */
export function commonLanguage(languages: readonly (Language | undefined)[]): Language | undefined {
  const japanese = languages.filter((language) => language === 'ja').length;
  const english = languages.filter((language) => language === 'en').length;
  if (japanese + english === 0) return undefined;
  return japanese > english ? 'ja' : 'en';
}
