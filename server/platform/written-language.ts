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

interface Written {
  /** Language tag chosen by an editor, or empty. */
  readonly language?: string | undefined;
  readonly title: string;
  readonly excerpt?: string | undefined;
}

export function languageOf({ language = '', title, excerpt = '' }: Written): string | undefined {
  return language || writtenLanguage(`${title} ${excerpt}`);
}
