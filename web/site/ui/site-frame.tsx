import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { PRODUCT, useSite } from './site-context.ts';

/** Not a name that a heading of a post can have: those have no colons. */
const CONTENT_ID = 'site:content';

/** Header, content and footer of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { siteName, logoUrl, loadingMaxDuration } = useSite();
  const { pathname, search, hash } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  useHeadingFocus(`${pathname}${search}`, hash);
  return (
    <>
      <a className="skip-link" href={`#${CONTENT_ID}`}>
        {t('site.skip')}
      </a>
      {isLoading && <LoadingBar label={t('site.loading')} maxDurationMs={loadingMaxDuration} />}
      <header className="site-header frame">
        <Link className="site-home" to="/">
          <Wordmark
            name={siteName}
            lang={contentLanguage(siteName)}
            logoUrl={logoUrl}
            isDrawn={siteName === PRODUCT.siteName}
          />
        </Link>
        <nav className="site-nav" aria-label={t('site.navigation')}>
          <NavLink to="/" end>
            {t('page.top')}
          </NavLink>
          <NavLink to="/about">{t('page.about')}</NavLink>
        </nav>
      </header>
      <main className="site-main frame" id={CONTENT_ID} tabIndex={-1} aria-busy={isLoading}>
        {children}
      </main>
      <footer className="site-footer frame">
        <p>{siteName}</p>
        {siteName !== PRODUCT.siteName && <p>{t('site.madeWith')}</p>}
        <p>
          <a href="/api/docs">{t('site.api')}</a>
        </p>
      </footer>
    </>
  );
}
