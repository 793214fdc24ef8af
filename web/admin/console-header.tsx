import { Burger, Menu, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { ChevronDown, ExternalLink, LogOut, UserCog } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { type Actor, useActorIfKnown } from '../session/actor.ts';
import { ConsoleMark } from './console-mark.tsx';

const NAVIGATION_ID = 'console-navigation';

/** The bar at the top of every screen: where one can go, and as whom. */
export function ConsoleHeader() {
  const { t } = useTranslation('console');
  const actor = useActorIfKnown();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const header = useClickOutside<HTMLElement>(() => setIsOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the menu
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <header className="console-header" ref={header}>
      <Link className="console-home" to="/admin" aria-label={t('page.adminTop')}>
        <ConsoleMark />
      </Link>
      <Burger
        className="console-burger"
        size="sm"
        opened={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        aria-label={t('console.menu')}
        aria-expanded={isOpen}
        aria-controls={NAVIGATION_ID}
      />
      <nav
        className="console-navigation"
        id={NAVIGATION_ID}
        aria-label={t('console.navigation')}
        data-open={isOpen || undefined}
      >
        <NavLink to="/admin" end>
          {t('page.adminTop')}
        </NavLink>
        {actor?.role === 'admin' && <AdminLinks />}
        <a className="console-site" href="/">
          {t('console.site')}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
        {actor && <UserMenu actor={actor} />}
      </nav>
    </header>
  );
}

/** Screens that are looked at now and then, out of the way of the others. */
const systemScreens = [
  { path: '/admin/api-keys', title: 'page.apiKeys' },
  { path: '/admin/audit', title: 'page.audit' },
  { path: '/admin/mails', title: 'page.mails' },
] as const;

/** What only admins may see. */
function AdminLinks() {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const isHere = systemScreens.some(({ path }) => pathname.startsWith(path));
  return (
    <>
      <NavLink to="/admin/services">{t('page.services')}</NavLink>
      <NavLink to="/admin/users">{t('page.users')}</NavLink>
      <Menu position="bottom-start" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className="console-system" data-current={isHere || undefined}>
            {t('console.system')}
            <ChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {systemScreens.map(({ path, title }) => (
            <Menu.Item key={path} component={NavLink} to={path}>
              {t(title)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function UserMenu({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const { name } = actor;
  const role = t(`role.${actor.role}`);
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className="console-user" aria-label={t('console.signedInAs', { name, role })}>
          <span className="console-user-name">{name}</span>
          <span className="console-user-role">{role}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/settings" leftSection={<UserCog size={16} aria-hidden="true" />}>
          {t('console.accountSettings')}
        </Menu.Item>
        <Menu.Item component={Link} to="/admin/signout" leftSection={<LogOut size={16} aria-hidden="true" />}>
          {t('action.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
