import Negotiator from 'negotiator';
import { chosenLanguage } from '#contract/language-cookie.ts';
import type { Language } from '#contract/site-config.ts';
import { defaultLanguage, isLanguage, otherLanguage } from './language.ts';

/** Prefers the settings cookie, then the best match of Accept-Language (RFC 9110, 12.5.4), then the fallback. */
export function chooseLanguage(
  acceptLanguage: string | null,
  cookies: string | null = null,
  fallback: Language = defaultLanguage,
): Language {
  return chosenLanguage(cookies) ?? preferredLanguage(acceptLanguage, fallback);
}

function preferredLanguage(acceptLanguage: string | null, fallback: Language): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  // The order counts for `*`.
  const [first = fallback] = negotiator.languages([fallback, otherLanguage(fallback)]);
  return isLanguage(first) ? first : fallback;
}
