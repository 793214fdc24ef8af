import Negotiator from 'negotiator';
import { Language } from '#contract/site-config.ts';

/** The reader's own choice, as the settings keep it in the browser. */
const CHOICE = /(?:^|;)\s*kawaraban-language=(en|ja)\s*(?:;|$)/;

/** The language in which a reader is answered: the one that a page would choose by itself. */
export function readerLanguage(acceptLanguage: string | undefined, cookies: string | undefined): Language {
  const chosen = CHOICE.exec(cookies ?? '')?.[1] as Language | undefined;
  if (chosen !== undefined) return chosen;
  if (acceptLanguage === undefined) return 'en';
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [first] = negotiator.languages([...Language.options]);
  return Language.options.find((language) => language === first) ?? 'en';
}
