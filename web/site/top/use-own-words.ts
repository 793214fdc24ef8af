import type { SiteConfig } from '#contract/site-config.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** Returns the site's description in the page's language, else in the other one. */
export function useOwnWords(description: SiteConfig['description']): string {
  const language = useLanguage();
  return description[language] || description.en || description.ja;
}
