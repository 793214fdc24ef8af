import Negotiator from 'negotiator';
import { Language } from '#contract/site-config.ts';
import { memoizeLru } from '../concurrency/memoize.ts';

/** Cookie with the visitor's chosen language, which takes precedence over Accept-Language. */
export const LANGUAGE_COOKIE = 'kawaraban-language';
const CHOICE = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(en|ja)\\s*(?:;|$)`);

export function readerLanguage(acceptLanguage: string | undefined, cookies: string | undefined): Language {
  const chosen = cookies === undefined ? undefined : (CHOICE.exec(cookies)?.[1] as Language | undefined);
  if (chosen !== undefined) return chosen;
  return acceptLanguage === undefined ? 'en' : negotiate(acceptLanguage);
}

const MOST_HEADERS = 500;
const negotiate = memoizeLru(MOST_HEADERS, (acceptLanguage): Language => {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [first] = negotiator.languages([...Language.options]);
  return Language.options.find((language) => language === first) ?? 'en';
});
