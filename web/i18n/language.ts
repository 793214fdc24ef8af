import { useTranslation } from 'react-i18next';
import { LANGUAGE_COOKIE } from '#contract/language-cookie.ts';
import type { Language } from '#contract/site-config.ts';

const YEAR_SECONDS = 31_536_000;

export function storeLanguage(language: Language | undefined): void {
  const maxAge = language === undefined ? 'Max-Age=0' : `Max-Age=${YEAR_SECONDS}`;
  const value = `${language ?? ''}; Path=/; SameSite=Lax; ${maxAge}`;
  const isSecure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie = isSecure ? `__Host-${LANGUAGE_COOKIE}=${value}; Secure` : `${LANGUAGE_COOKIE}=${value}`;
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  if (isSecure) document.cookie = `${LANGUAGE_COOKIE}=; Path=/; Max-Age=0; Secure`;
}

export const locales: Record<Language, string> = { en: 'en-US', ja: 'ja-JP' };

export const defaultLanguage: Language = 'en';

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(locales, value);
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ja' : 'en';
}

export function useLanguage(): Language {
  const { language } = useTranslation().i18n;
  return isLanguage(language) ? language : defaultLanguage;
}
