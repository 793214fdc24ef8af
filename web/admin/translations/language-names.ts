import { Language, siteLanguageOf } from '#contract/site-config.ts';

/** Languages that posts are often translated to; programs may set others. */
const COMMON = [
  'en',
  'ja',
  'zh-Hans',
  'zh-Hant',
  'ko',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ru',
  'vi',
  'th',
  'id',
  'ar',
  'hi',
];

/** Languages that no post of the set has. */
export function freeLanguages(used: readonly (string | undefined)[]): string[] {
  const primary = new Set(used.map((tag) => tag?.toLowerCase()));
  const isUsed = (tag: string) =>
    primary.has(tag.toLowerCase()) || used.some((other) => isSameSiteLanguage(tag, other));
  return COMMON.filter((tag) => !isUsed(tag));
}

function isSameSiteLanguage(tag: string, other: string | undefined): boolean {
  return siteLanguageOf(tag) !== undefined && siteLanguageOf(tag) === siteLanguageOf(other);
}

export function isSiteLanguage(tag: string): boolean {
  return Language.options.some((language) => language === tag);
}

/** The name in the language itself, such as 日本語. */
export function ownNameOf(tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
