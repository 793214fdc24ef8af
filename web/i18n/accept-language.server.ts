import Negotiator from 'negotiator';
import type { Language } from '#contract/site-config.ts';
import { chosenLanguage, defaultLanguage, isLanguage } from './language.ts';

/** Prefers the settings cookie, then the best match of Accept-Language (RFC 9110, 12.5.4), then English. */
export function chooseLanguage(acceptLanguage: string | null, cookies: string | null = null): Language {
  return chosenLanguage(cookies) ?? preferredLanguage(acceptLanguage);
}

function preferredLanguage(acceptLanguage: string | null): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  const [first = defaultLanguage] = negotiator.languages(['en', 'ja']);
  return isLanguage(first) ? first : defaultLanguage;
}
