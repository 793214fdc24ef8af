import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';

/** Accept-Language decides when this cookie is missing. */
const LANGUAGE_COOKIE = 'kawaraban-language';

const choiceIn = (name: string) => new RegExp(`(?:^|;)\\s*${name}=(en|ja)\\s*(?:;|$)`);
const SECURE_CHOICE = choiceIn(`__Host-${LANGUAGE_COOKIE}`);
/** Cookie of plain http, and on https of earlier versions. */
const PLAIN_CHOICE = choiceIn(LANGUAGE_COOKIE);

export function chosenLanguage(cookies: string | null | undefined): Language | undefined {
  const text = cookies ?? '';
  return (SECURE_CHOICE.exec(text) ?? PLAIN_CHOICE.exec(text))?.[1] as Language | undefined;
}

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
