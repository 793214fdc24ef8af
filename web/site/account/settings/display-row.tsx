import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { chosenLanguage, keepLanguage } from '../../../i18n/chosen-language.ts';
import { keepTheme, keptTheme, type Theme } from '../../../ui/theme.ts';
import { showToast } from '../../ui/toast.ts';
import { SettingRow } from './setting-row.tsx';

export function DisplayRow() {
  const { t } = useTranslation('account');
  const [theme, setTheme] = useState(keptTheme);

  function chooseLanguage(value: string): void {
    keepLanguage(value === '' ? undefined : (value as Language));
    // The server renders the page in the chosen language.
    location.reload();
  }

  function chooseTheme(value: string): void {
    const chosen = value === '' ? undefined : (value as Theme);
    keepTheme(chosen);
    setTheme(chosen);
    showToast(t('done.updated'));
  }

  return (
    <SettingRow id="display" title={t('display.title')}>
      <div className="display-choices">
        <Choice label={t('display.language')} value={chosenLanguage(document.cookie) ?? ''} onChoose={chooseLanguage}>
          <option value="">{t('display.browserLanguage')}</option>
          <option value="en" lang="en">
            {t('display.english')}
          </option>
          <option value="ja" lang="ja">
            {t('display.japanese')}
          </option>
        </Choice>
        <Choice label={t('display.theme')} value={theme ?? ''} onChoose={chooseTheme}>
          <option value="">{t('display.systemTheme')}</option>
          <option value="light">{t('display.light')}</option>
          <option value="dark">{t('display.dark')}</option>
        </Choice>
      </div>
      <p className="row-hint">{t('display.hint')}</p>
    </SettingRow>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-frame">
        <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {children}
        </select>
      </div>
    </div>
  );
}
