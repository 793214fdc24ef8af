import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';

/** Accept-Language decides when this cookie is missing. */
const LANGUAGE_COOKIE = 'kawaraban-language';

const CHOICE = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(en|ja)\\s*(?:;|$)`);

export function chosenLanguage(cookies: string | null | undefined): Language | undefined {
  return CHOICE.exec(cookies ?? '')?.[1] as Language | undefined;
}

const YEAR_SECONDS = 31_536_000;

/** Undefined deletes the cookie. */
export function storeLanguage(language: Language | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const lasting = language === undefined ? 'Max-Age=0' : `Max-Age=${YEAR_SECONDS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; Path=/; SameSite=Lax; ${lasting}${secure}`;
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
