import type { Language } from '#contract/site-config.ts';

export const locales: Record<Language, string> = { en: 'en-US', ja: 'ja-JP' };

export const defaultLanguage: Language = 'en';

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(locales, value);
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ja' : 'en';
}
