import type { SiteConfig } from '#contract/site-config.ts';
import { useLanguage } from '../../i18n/use-language.ts';

export function useOwnWords(description: SiteConfig['description']): string {
  const language = useLanguage();
  return description[language] || description.en || description.ja;
}
