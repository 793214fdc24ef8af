import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepTheme, keptTheme, type Theme } from '../../ui/theme.ts';

type Choice = Theme | 'system';
const CHOICES: readonly Choice[] = ['system', 'light', 'dark'];

/** Theme setting. It is stored by script only, so it is hidden without scripts. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Choice>('system');
  useEffect(() => setChosen(keptTheme() ?? 'system'), []);
  const choose = (choice: Choice) => {
    keepTheme(choice === 'system' ? undefined : choice);
    setChosen(choice);
  };
  return (
    <fieldset className="theme-choice">
      <legend>{t('site.theme.name')}</legend>
      {CHOICES.map((choice) => (
        <label key={choice}>
          <input type="radio" name="theme" checked={chosen === choice} onChange={() => choose(choice)} />
          {t(`site.theme.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}
