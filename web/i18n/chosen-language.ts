import type { Language } from '#contract/site-config.ts';

/** The cookie in which a reader's own choice of language stands; without one the browser's preferences count. */
const LANGUAGE_COOKIE = 'kawaraban-language';

const CHOICE = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(en|ja)\\s*(?:;|$)`);

/** The language that a reader has chosen in the settings, if they have. */
export function chosenLanguage(cookies: string | null | undefined): Language | undefined {
  return CHOICE.exec(cookies ?? '')?.[1] as Language | undefined;
}

const YEAR_SECONDS = 31_536_000;

/** Keeps the choice in this browser, or forgets it. */
export function keepLanguage(language: Language | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const lasting = language === undefined ? 'Max-Age=0' : `Max-Age=${YEAR_SECONDS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; Path=/; SameSite=Lax; ${lasting}${secure}`;
}
