import { type ReactNode, use, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigation } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { isCallPending, onPendingCalls } from '../../session/pending-calls.ts';
import { sessionMarkScript } from '../../session/session-mark.ts';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { NonceContext } from '../../ui/nonce-context.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { PRODUCT, useSite } from './site-context.ts';
import { SiteNavigation } from './site-navigation.tsx';
import { Toasts } from './toasts.tsx';
import { useSessionMark } from './use-session-mark.ts';

/** Not a name that a heading of a post can have: those have no colons. */
const CONTENT_ID = 'site:content';

/** Header, content and footer of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { siteName, logoUrl, loadingMaxDuration, userPoolClientId } = useSite();
  const { pathname, search, hash } = useLocation();
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const isLoading = useNavigation().state !== 'idle' || isCalling;
  useSessionMark(userPoolClientId);
  useHeadingFocus(`${pathname}${search}`, hash);
  return (
    <>
      <script
        nonce={use(NonceContext)}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
        dangerouslySetInnerHTML={{ __html: sessionMarkScript(userPoolClientId) }}
      />
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
        <SiteNavigation />
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
      <Toasts />
    </>
  );
}
