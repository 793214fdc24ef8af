import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { speak } from '../../i18n/i18n.ts';
import { storeLanguage } from '../../i18n/language.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { loadConsoleTexts } from './console-texts.ts';

export const languages = ['en', 'ja'] as const satisfies readonly Language[];

export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation('console');
  return async (language) => {
    try {
      await loadConsoleTexts(i18n, language);
      await speak(i18n, language);
      storeLanguage(language);
    } catch {
      notifyProblem('failure.noAnswer');
    }
  };
}
