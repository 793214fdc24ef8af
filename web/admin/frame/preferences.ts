import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { storeLanguage } from '../../i18n/language.ts';
import { storeTheme } from '../../ui/theme.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { loadConsoleTexts } from './console-texts.ts';

export const appearances = ['auto', 'light', 'dark'] as const;
type Appearance = (typeof appearances)[number];

export function useAppearance(): readonly [Appearance, (appearance: Appearance) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [
    colorScheme,
    (appearance) => {
      setColorScheme(appearance);
      storeTheme(appearance === 'auto' ? undefined : appearance);
    },
  ];
}

export const languages = ['en', 'ja'] as const satisfies readonly Language[];

export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation('console');
  return async (language) => {
    try {
      await loadConsoleTexts(i18n, language);
      await changeLanguage(i18n, language);
      storeLanguage(language);
    } catch {
      notifyProblem('failure.noAnswer');
    }
  };
}
