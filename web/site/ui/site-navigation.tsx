import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { isAccountPath } from '../../i18n/account-path.ts';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { LanguageSwitch } from './language-switch.tsx';

/**
 * Where one can go. Links for people with and without a session are all there, since the page is the same for
 * everybody; the style sheet hides those that are not for whoever looks at it, as soon as a script has said so.
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

/** Whether it is a page that somebody who signs in would like to come back to. */
function isReadFrom(pathname: string): boolean {
  return pathname !== '/' && !isAccountPath(pathname) && !pathname.startsWith('/error/');
}
