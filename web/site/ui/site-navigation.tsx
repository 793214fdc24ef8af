import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { isAccountPath } from '../../i18n/account-path.ts';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { LanguageSwitch } from './language-switch.tsx';

/**
 * Navigation links for signed-in and signed-out visitors. The page is cached for everybody, so it contains all of
 * them; the style sheet hides those that do not apply.
 */
export function SiteNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav className="site-nav" aria-label={t('site.navigation')}>
      <NavLink to="/" end>
        {t('page.top')}
      </NavLink>
      <NavLink to="/about">{t('page.about')}</NavLink>
      <NavLink className="when-signed-out" to="/signup">
        {t('page.signUp')}
      </NavLink>
      <NavLink className="when-signed-out" to={isReadFrom(pathname) ? siteSignInPathFor(pathname) : '/signin'}>
        {t('page.signIn')}
      </NavLink>
      <NavLink className="when-signed-in" to="/user">
        {t('page.user')}
      </NavLink>
      <NavLink className="when-signed-in" to="/settings">
        {t('page.settings')}
      </NavLink>
      <a className="when-console" href="/admin">
        {t('page.console')}
      </a>
      <NavLink className="when-signed-in" to="/signout">
        {t('page.signOut')}
      </NavLink>
      <LanguageSwitch />
    </nav>
  );
}

function isReadFrom(pathname: string): boolean {
  return pathname !== '/' && !isAccountPath(pathname) && !pathname.startsWith('/error/');
}
