import { Burger, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { ChevronDown, ExternalLink, Plus, Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { contentLanguage } from '../i18n/content-language.ts';
import { postCreatePath, SERVICE_LIST_PATH, USER_LIST_PATH } from '../paths/console.ts';
import { CONSOLE_PATH, HOME_PATH } from '../paths/site.ts';
import { type Actor, isEditor, useActorIfKnown } from '../session/actor.ts';
import { ConsoleMark } from './console-mark.tsx';
import { loadConsoleTexts } from './frame/console-texts.ts';
import type { OpenMenuProps } from './frame/open-menu.tsx';
import { consoleServiceIdIn, systemPlaces } from './frame/places.ts';
import { palette } from './ui/flag.ts';
import { notifyProblem } from './ui/notify.tsx';
import { keyLabels, useIsMac, useShortcuts } from './ui/shortcuts.ts';

const NAVIGATION_ID = 'console-navigation';

export function ConsoleHeader() {
  const { t } = useTranslation('console');
  const actor = useActorIfKnown();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const header = useClickOutside<HTMLElement>(() => setIsOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <header className="console-header" ref={header}>
      <Link className="console-home ui-line ui-middle" to={CONSOLE_PATH} aria-label={t('frame.dashboard')}>
        <ConsoleMark />
      </Link>
      {actor && <PaletteButton />}
      {actor && <NewPostLink actor={actor} />}
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
        <NavLink to={CONSOLE_PATH} end>
          {t('frame.dashboard')}
        </NavLink>
        {actor && actor.services.length > 0 && <ServiceSwitcher actor={actor} />}
        {actor?.role === 'admin' && <AdminLinks actor={actor} />}
        <a className="console-site ui-push" href={HOME_PATH}>
          {t('console.site')}
          <ExternalLink size={14} />
        </a>
        {actor && <UserMenu actor={actor} />}
      </nav>
    </header>
  );
}

function ServiceSwitcher({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const current = actor.services.find(({ serviceId }) => serviceId === consoleServiceIdIn(pathname));
  const label = current && t('frame.serviceIs', { label: current.label });
  return (
    <HeaderMenu
      kind="service"
      actor={actor}
      className="console-service ui-line ui-middle ui-gap-1 ui-quiet"
      label={label}
      isCurrent={current !== undefined}
    >
      <span className="ui-ellipsis" lang={current && contentLanguage(current.label)}>
        {current?.label ?? t('frame.services')}
      </span>
    </HeaderMenu>
  );
}

function UserMenu({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const { name } = actor;
  const role = t(`role.${actor.role}`);
  return (
    <HeaderMenu
      kind="user"
      actor={actor}
      className="console-user ui-line ui-middle ui-gap-2"
      label={t('console.signedInAs', { name, role })}
    >
      <span className="ui-ellipsis">{name}</span>
      <span className="console-user-role ui-quiet">{role}</span>
    </HeaderMenu>
  );
}

function NewPostLink({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const withPosts = actor.services.filter(({ functions }) => functions.includes('post'));
  const service = withPosts.find(({ serviceId }) => serviceId === consoleServiceIdIn(pathname)) ?? withPosts[0];
  const path = isEditor(actor) && service ? postCreatePath(service.serviceId) : undefined;
  useShortcuts({
    title: 'shortcuts.everywhere',
    shortcuts: path ? [{ combo: 'c', label: 'page.createPost', run: () => void navigate(path) }] : [],
  });
  if (path === undefined) return null;
  return (
    <Link
      className="console-new ui-line ui-middle ui-gap-1"
      to={path}
      aria-label={t('page.createPost')}
      aria-keyshortcuts="C"
    >
      <Plus />
      <span className="console-find-words" aria-hidden="true">
        {t('page.createPost')}
      </span>
    </Link>
  );
}

function AdminLinks({ actor }: { actor: Actor }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const isHere = systemPlaces.some(({ path }) => pathname.startsWith(path));
  return (
    <>
      <NavLink to={SERVICE_LIST_PATH}>{t('page.services')}</NavLink>
      <NavLink to={USER_LIST_PATH}>{t('frame.users')}</NavLink>
      <HeaderMenu
        kind="system"
        actor={actor}
        className="console-system ui-line ui-middle ui-gap-1 ui-quiet"
        isCurrent={isHere}
      >
        {t('console.system')}
      </HeaderMenu>
    </>
  );
}

function PaletteButton() {
  const { t } = useTranslation('console');
  const caps = keyLabels('mod+k', useIsMac());
  return (
    <UnstyledButton
      className="console-find ui-line ui-middle ui-gap-2 ui-quiet"
      onClick={() => palette.set(true)}
      aria-label={t('palette.open')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Search />
      <span className="console-find-words" aria-hidden="true">
        {t('palette.find')}
      </span>
      <span className="console-find-key" aria-hidden="true">
        {caps.join(' ')}
      </span>
    </UnstyledButton>
  );
}

interface HeaderMenuProps {
  readonly kind: OpenMenuProps['kind'];
  readonly actor: Actor;
  readonly className: string;
  readonly label?: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

const load = async () => (await import('./frame/open-menu.tsx')).OpenMenu;

function HeaderMenu({ kind, actor, className, label, isCurrent = false, children }: HeaderMenuProps) {
  const { i18n } = useTranslation('console');
  const [loaded, setLoaded] = useState<{ OpenMenu: ComponentType<OpenMenuProps> }>();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button is replaced after loading; the menu restores the focus to the element that had it when opening.
  useEffect(() => {
    if (!loaded) return;
    button.current?.focus();
    setIsOpen(true);
  }, [loaded]);

  const open = () =>
    Promise.all([load(), loadConsoleTexts(i18n)]).then(
      ([OpenMenu]) => setLoaded({ OpenMenu }),
      () => notifyProblem('failure.noAnswer'),
    );
  const prepare = () => void load().catch(() => {});
  const shown = {
    className,
    'aria-label': label,
    'data-current': isCurrent || undefined,
    children: (
      <>
        {children}
        <ChevronDown size={14} />
      </>
    ),
  };
  if (!loaded) {
    return (
      <UnstyledButton
        {...shown}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => void open()}
        onPointerEnter={prepare}
        onFocus={prepare}
      />
    );
  }
  return (
    <loaded.OpenMenu kind={kind} actor={actor} isOpen={isOpen} onChange={setIsOpen}>
      <UnstyledButton {...shown} ref={button} />
    </loaded.OpenMenu>
  );
}
