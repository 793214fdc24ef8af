import type { Language } from '#contract/site-config.ts';

/** The locale behind each language: how dates and numbers are written, and what `<html lang>` says. */
export const locales: Record<Language, string> = { en: 'en-US', ja: 'ja-JP' };

export const defaultLanguage: Language = 'en';

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(locales, value);
}

/** The one of our two languages that is not this one. */
export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ja' : 'en';
}
