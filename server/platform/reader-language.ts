import Negotiator from 'negotiator';
import { Language } from '#contract/site-config.ts';
import { remembering } from './remembering.ts';

/** In which the reader's own choice stands; without it the browser's preferences count. */
export const LANGUAGE_COOKIE = 'kawaraban-language';
const CHOICE = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(en|ja)\\s*(?:;|$)`);

/** The language in which a reader is answered: the one that a page would choose by itself. */
export function readerLanguage(acceptLanguage: string | undefined, cookies: string | undefined): Language {
  const chosen = cookies === undefined ? undefined : (CHOICE.exec(cookies)?.[1] as Language | undefined);
  if (chosen !== undefined) return chosen;
  return acceptLanguage === undefined ? 'en' : negotiate(acceptLanguage);
}

/** Browsers have few different ones. */
const MOST_HEADERS = 500;
const negotiate = remembering(MOST_HEADERS, (acceptLanguage): Language => {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [first] = negotiator.languages([...Language.options]);
  return Language.options.find((language) => language === first) ?? 'en';
});
