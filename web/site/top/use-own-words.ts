import type { SiteConfig } from '#contract/site-config.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** What the site says of itself in the page's language, or else in the other one. */
export function useOwnWords(description: SiteConfig['description']): string {
  const language = useLanguage();
  return description[language] || description.en || description.ja;
}
