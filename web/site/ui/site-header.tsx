import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigate, useRevalidator } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { otherLanguage, storeLanguage, useLanguage } from '../../i18n/language.ts';
import {
  isAccountPath,
  SETTINGS_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  SIGN_UP_PATH,
  USER_PATH,
} from '../../paths/account.ts';
import { ABOUT_PATH, CONSOLE_PATH, HOME_PATH, isErrorPagePath } from '../../paths/site.ts';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { ServiceMenu } from '../menu/service-menu.tsx';
import { useTranslatedPath } from '../posts/post-languages.tsx';
import { SearchForm } from '../search/search-form.tsx';
import { usePublication, useService } from '../service/service-context.tsx';
import { showToast } from './toasts.tsx';

/** Form action that stores the language; handled by `server/site.routes.ts`. */
const LANGUAGE_PATH = '/language';

/**
 * Without scripts the form posts to the server, which sets the cookie and redirects back; with scripts the texts change
 * in place, which keeps the reader's input. A translated post leads to its page in that language.
 */
function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const other = otherLanguage(useLanguage());
  const translatedPath = useTranslatedPath(other);
  const navigate = useNavigate();
  const choose = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      await changeLanguage(i18n, other);
      storeLanguage(other);
      if (translatedPath === undefined) await revalidate();
      else await navigate(translatedPath);
    } catch {
      showToast(t('failure.noAnswer'), 'danger');
    }
  };
  return (
    <form className="language-switch" method="post" action={LANGUAGE_PATH} onSubmit={choose}>
      <input type="hidden" name="returnTo" value={translatedPath ?? `${pathname}${search}`} />
      <button type="submit" name="language" value={other} lang={other}>
        {t('site.otherLanguage')}
      </button>
    </form>
  );
}

/**
 * The page is cached for everybody, so it contains the links for signed-in and signed-out readers; the style sheet
 * hides those that do not apply.
 */
function SiteNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { homePath } = usePublication();
  const { headerLinks = [] } = useService() ?? {};
  return (
    <nav className="site-nav ui-row ui-middle" aria-label={t('site.navigation')}>
      <NavLink to={homePath} end>
        {t('site.home')}
      </NavLink>
      {headerLinks.length === 0 && <NavLink to={ABOUT_PATH}>{t('page.about')}</NavLink>}
      {headerLinks.map(({ label, url }) => (
        <a key={`${label} ${url}`} href={url} lang={contentLanguage(label)}>
          {label}
        </a>
      ))}
      <NavLink className="when-signed-out" to={SIGN_UP_PATH}>
        {t('page.signUp')}
      </NavLink>
      <NavLink className="when-signed-out" to={isReadFrom(pathname) ? siteSignInPathFor(pathname) : SIGN_IN_PATH}>
        {t('page.signIn')}
      </NavLink>
      <NavLink className="when-signed-in" to={USER_PATH}>
        {t('page.user')}
      </NavLink>
      <NavLink className="when-signed-in" to={SETTINGS_PATH}>
        {t('page.settings')}
      </NavLink>
      <a className="when-console" href={CONSOLE_PATH}>
        {t('page.console')}
      </a>
      <NavLink className="when-signed-in" to={SIGN_OUT_PATH}>
        {t('page.signOut')}
      </NavLink>
      <LanguageSwitch />
    </nav>
  );
}

function isReadFrom(pathname: string): boolean {
  return pathname !== HOME_PATH && !isAccountPath(pathname) && !isErrorPagePath(pathname);
}

/**
 * On narrow screens the burger, a `details` element, shows search, links and menu without a script, through `:has()` in
 * the style sheet.
 */
export function SiteHeader() {
  const { t } = useTranslation();
  const { siteName, homePath, logoUrl, darkLogoUrl } = usePublication();
  const service = useService();
  const header = useRef<HTMLElement>(null);
  const burger = useRef<HTMLDetailsElement>(null);
  useClosedWhenLeft(burger, header);
  return (
    <header className="site-header ui-row ui-middle" ref={header}>
      <p className="site-names ui-row ui-middle ui-gap-0-4">
        <Link className="site-home ui-line ui-middle" to={homePath}>
          <Wordmark name={siteName} lang={contentLanguage(siteName)} logoUrl={logoUrl} darkLogoUrl={darkLogoUrl} />
        </Link>
      </p>
      <details className="site-burger ui-push" ref={burger}>
        <summary>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path className="burger-closed" d="M2 5h16M2 10h16M2 15h16" />
            <path className="burger-open" d="M4 4l12 12m0-12L4 16" />
          </svg>
          {t('site.menu')}
        </summary>
      </details>
      {service && (
        <div className="site-search">
          <SearchForm key={service.serviceId} serviceId={service.serviceId} />
        </div>
      )}
      <SiteNavigation />
      {service && <ServiceMenu key={service.serviceId} service={service} />}
    </header>
  );
}

function useClosedWhenLeft(details: RefObject<HTMLDetailsElement | null>, header: RefObject<HTMLElement | null>): void {
  const { pathname, search, hash } = useLocation();
  const here = `${pathname}${search}${hash}`;
  const shown = useRef(here);
  useEffect(() => {
    // Readers may have opened the menu before hydration.
    if (shown.current === here) return;
    shown.current = here;
    if (details.current) details.current.open = false;
  }, [details, here]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (details.current?.open && target instanceof Node && !header.current?.contains(target)) {
        details.current.open = false;
      }
    };
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [details, header]);
}
