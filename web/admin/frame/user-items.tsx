import { Menu } from '@mantine/core';
import { Check, Keyboard, LogOut, QrCode, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { qrPath } from '../qr/qr-path.ts';
import { shortcutHelp } from '../shortcuts/help-state.ts';
import { appearances, useAppearance } from './appearance.ts';
import { languages, useChooseLanguage } from './choose-language.ts';

export function UserItems() {
  const { t } = useTranslation('console');
  return (
    <>
      <Menu.Item component="a" href="/settings" leftSection={<UserCog size={16} aria-hidden="true" />}>
        {t('console.accountSettings')}
      </Menu.Item>
      <Menu.Item component={Link} to={qrPath()} leftSection={<QrCode size={16} aria-hidden="true" />}>
        {t('qr.title')}
      </Menu.Item>
      <Menu.Item leftSection={<Keyboard size={16} aria-hidden="true" />} onClick={() => shortcutHelp.set(true)}>
        {t('shortcuts.title')}
      </Menu.Item>
      <LanguageItems />
      <AppearanceItems />
      <Menu.Divider />
      <Menu.Item component={Link} to="/admin/signout" leftSection={<LogOut size={16} aria-hidden="true" />}>
        {t('action.signOut')}
      </Menu.Item>
    </>
  );
}

function LanguageItems() {
  const { t } = useTranslation('console');
  const current = useLanguage();
  const choose = useChooseLanguage();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('frame.language')}</Menu.Label>
      <Menu.RadioGroup value={current}>
        {languages.map((language) => (
          <Menu.RadioItem key={language} {...chosenBy(language, () => void choose(language))}>
            <span lang={language}>{t(`frame.languages.${language}`)}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function AppearanceItems() {
  const { t } = useTranslation('console');
  const [current, choose] = useAppearance();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('frame.appearance')}</Menu.Label>
      <Menu.RadioGroup value={current}>
        {appearances.map((appearance) => (
          <Menu.RadioItem key={appearance} {...chosenBy(appearance, () => choose(appearance))}>
            {t(`frame.appearances.${appearance}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function chosenBy(value: string, onChange: () => void) {
  return { value, onChange, checkIcon: <Check size={16} aria-hidden="true" />, closeMenuOnClick: true };
}
