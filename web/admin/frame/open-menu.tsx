import { Menu, type MenuProps } from '@mantine/core';
import { Check, Keyboard, LogOut, QrCode, UserCog } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { SETTINGS_PATH } from '../../paths/account.ts';
import { CONSOLE_SIGN_OUT_PATH, qrPath } from '../../paths/console.ts';
import type { Actor } from '../../session/actor.ts';
import { containsText } from '../ui/filter-text.ts';
import { shortcutHelp } from '../ui/flag.ts';
import { consoleServiceIdIn, samePlaceIn, systemPlaces } from './places.ts';
import { appearances, languages, useAppearance, useChooseLanguage } from './preferences.ts';

const MANY = 8;
/** Maximum number of services rendered; typing finds the others. */
const MAX_SHOWN = 50;

function ServiceItems({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const services = sortByLabel(actor.services, language, ({ label }) => label);
  const found = services.filter(({ serviceId, label }) => containsText([serviceId, label], typed));
  const currentId = consoleServiceIdIn(pathname);
  return (
    <>
      <Menu.Label>{t('frame.services')}</Menu.Label>
      {services.length > MANY && (
        <Menu.Search
          size="xs"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          placeholder={t('frame.findService')}
          aria-label={t('frame.findService')}
        />
      )}
      {found.slice(0, MAX_SHOWN).map((service) => (
        <Menu.Item
          key={service.serviceId}
          component={Link}
          to={samePlaceIn(pathname, service, actor.role)}
          aria-current={service.serviceId === currentId || undefined}
        >
          <span lang={contentLanguage(service.label)}>{service.label}</span>{' '}
          <span className="service-id ui-note">{service.serviceId}</span>
        </Menu.Item>
      ))}
      {found.length === 0 && <Menu.Label>{t('frame.noService')}</Menu.Label>}
    </>
  );
}

export interface OpenMenuProps {
  readonly kind: 'service' | 'system' | 'user';
  readonly actor: Actor;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly children: ReactElement;
}

const menuProps: Readonly<Record<OpenMenuProps['kind'], MenuProps>> = {
  service: { position: 'bottom-start', width: 280 },
  system: { position: 'bottom-start', width: 200 },
  user: { position: 'bottom-end', width: 240 },
};

export function OpenMenu({ kind, actor, isOpen, onChange, children }: OpenMenuProps) {
  return (
    <Menu {...menuProps[kind]} opened={isOpen} onChange={onChange}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className="console-menu">
        {kind === 'service' && <ServiceItems actor={actor} />}
        {kind === 'system' && <SystemItems />}
        {kind === 'user' && <UserItems />}
      </Menu.Dropdown>
    </Menu>
  );
}

function SystemItems() {
  const { t } = useTranslation('console');
  return systemPlaces.map(({ path, title }) => (
    <Menu.Item key={path} component={NavLink} to={path}>
      {t(title)}
    </Menu.Item>
  ));
}

function UserItems() {
  const { t } = useTranslation('console');
  return (
    <>
      <Menu.Item component="a" href={SETTINGS_PATH} leftSection={<UserCog />}>
        {t('console.accountSettings')}
      </Menu.Item>
      <Menu.Item component={Link} to={qrPath()} leftSection={<QrCode />}>
        {t('qr.title')}
      </Menu.Item>
      <Menu.Item leftSection={<Keyboard />} onClick={() => shortcutHelp.set(true)}>
        {t('shortcuts.title')}
      </Menu.Item>
      <LanguageItems />
      <AppearanceItems />
      <Menu.Divider />
      <Menu.Item component={Link} to={CONSOLE_SIGN_OUT_PATH} leftSection={<LogOut />}>
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
  return { value, onChange, checkIcon: <Check />, closeMenuOnClick: true };
}
