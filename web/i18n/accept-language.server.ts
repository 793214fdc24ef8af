import Negotiator from 'negotiator';
import type { Language } from '#contract/site-config.ts';
import { chosenLanguage } from './chosen-language.ts';
import { defaultLanguage, isLanguage } from './language.ts';

/**
 * The reader's language: what they have chosen in the settings, else by their browser's preferences
 * (RFC 9110, 12.5.4), English when we speak none of theirs.
 */
export function chooseLanguage(acceptLanguage: string | null, cookies: string | null = null): Language {
  return chosenLanguage(cookies) ?? preferredLanguage(acceptLanguage);
}

function preferredLanguage(acceptLanguage: string | null): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  const [first = defaultLanguage] = negotiator.languages(['en', 'ja']);
  return isLanguage(first) ? first : defaultLanguage;
}
