import Negotiator from 'negotiator';
import type { Language } from '#contract/site-config.ts';
import { defaultLanguage, isLanguage } from './language.ts';

/** The reader's language by their browser's preferences (RFC 9110, 12.5.4), English when we speak none of theirs. */
export function chooseLanguage(acceptLanguage: string | null): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  const [first = defaultLanguage] = negotiator.languages(['en', 'ja']);
  return isLanguage(first) ? first : defaultLanguage;
}
