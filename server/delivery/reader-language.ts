import Negotiator from 'negotiator';
import { Language } from '#contract/site-config.ts';

/** The language in which a page is kept for a reader: the one that the page itself would choose. */
export function readerLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [first] = negotiator.languages([...Language.options]);
  return Language.options.find((language) => language === first) ?? 'en';
}
