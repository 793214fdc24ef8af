import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { defaultLanguage, isLanguage } from './language.ts';

export function useLanguage(): Language {
  const { language } = useTranslation().i18n;
  return isLanguage(language) ? language : defaultLanguage;
}
