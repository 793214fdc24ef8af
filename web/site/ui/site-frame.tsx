import { type ReactNode, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigation } from 'react-router';
import { PRODUCT_NAME } from '#contract/product-name.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { HOME_PATH } from '../../paths/site.ts';
import { forgetPendingCalls, isCallPending, onPendingCalls } from '../../session/pending-calls.ts';
import { markSession, onSessionChange, sessionMarkScript } from '../../session/session-mark.ts';
import { LoadingOverlay, useLoading } from '../../ui/loading-overlay.tsx';
import { NonceContext } from '../../ui/nonce-context.ts';
import { readStoredTheme, storeTheme, type Theme } from '../../ui/theme.ts';
import { findByHash, useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { useErrorToasts } from '../errors/stay-on-failed-navigation.ts';
import { PublicationProvider, ServiceStyle, useService } from '../service/service-context.tsx';
import { pageRouter } from './page-router.ts';
import { useSite } from './site-context.ts';
import { SiteHeader } from './site-header.tsx';
import { Toasts } from './toasts.tsx';

type Choice = Theme | 'system';
const CHOICES: readonly Choice[] = ['system', 'light', 'dark'];

function ThemeChoice() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Choice>('system');
  useEffect(() => setChosen(readStoredTheme() ?? 'system'), []);
  const choose = (choice: Choice) => {
    storeTheme(choice === 'system' ? undefined : choice);
    setChosen(choice);
  };
  return (
    <fieldset className="theme-choice ui-row ui-baseline ui-gap-0-4">
      <legend>{t('site.theme.name')}</legend>
      {CHOICES.map((choice) => (
        <label key={choice}>
          <input type="radio" name="theme" checked={chosen === choice} onChange={() => choose(choice)} />
          {t(`site.theme.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Contains a colon, so that it cannot clash with ids of headings in posts. */
const CONTENT_ID = 'site:content';

export function SiteFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { loadingMaxDuration, userPoolClientId } = useSite();
  const { key, pathname, search, hash } = useLocation();
  const work = useWork();
  const [loading, goOn] = useLoading({
    work,
    page: key,
    maxDurationMs: loadingMaxDuration,
    onGivenUp: forgetPendingCalls,
  });
  const isBesideMenu = useService() !== undefined;
  useSessionMark(userPoolClientId);
  useHeadingFocus(`${pathname}${search}`, hash);
  useSettledScroll();
  useErrorToasts();
  return (
    <PublicationProvider>
      <ServiceStyle />
      <script
        nonce={use(NonceContext)}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: script without user input
        dangerouslySetInnerHTML={{ __html: sessionMarkScript(userPoolClientId) }}
      />
      <a className="skip-link" href={`#${CONTENT_ID}`}>
        {t('site.skip')}
      </a>
      <div className={isBesideMenu ? 'site-body site-body-with-menu frame' : 'site-body frame'}>
        <SiteHeader />
        <main className="site-main" id={CONTENT_ID} tabIndex={-1} aria-busy={work !== undefined}>
          {children}
        </main>
        <SiteFooter />
      </div>
      <LoadingOverlay
        loading={loading}
        texts={{ loading: t('site.loading'), late: t('site.late'), reload: t('error.reload'), goOn: t('site.goOn') }}
        onGoOn={goOn}
      />
      <Toasts />
    </PublicationProvider>
  );
}

function useWork(): string | undefined {
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const { state, location } = useNavigation();
  if (state !== 'idle') return location.key;
  return isCalling ? 'calls' : undefined;
}

function useSessionMark(clientId: string): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useLayoutEffect(() => markSession(clientId), [clientId, key]);
  useLayoutEffect(() => onSessionChange(() => markSession(clientId)), [clientId]);
}

function SiteFooter() {
  const { t } = useTranslation();
  const { siteName, logoUrl } = useSite();
  const { footerLinks = [], footerText = '' } = useService() ?? {};
  return (
    <footer className="site-footer ui-targets ui-text-links ui-row ui-middle ui-gap-1-5 ui-quiet ui-small">
      {(footerLinks.length > 0 || footerText !== '') && (
        <div className="service-footer ui-row ui-middle ui-gap-1-5">
          {footerLinks.map(({ label, url }) => (
            <a key={`${label} ${url}`} href={url} lang={contentLanguage(label)}>
              {label}
            </a>
          ))}
          {footerText !== '' && <p lang={contentLanguage(footerText)}>{footerText}</p>}
        </div>
      )}
      <p>
        <Link className="site-footer-home ui-line ui-middle" to={HOME_PATH}>
          <Wordmark name={siteName} lang={contentLanguage(siteName)} logoUrl={logoUrl} />
        </Link>
      </p>
      {siteName !== PRODUCT_NAME && <p>{t('site.madeWith')}</p>}
      <p>
        <a href="/api/docs">{t('site.api')}</a>
      </p>
      <ThemeChoice />
    </footer>
  );
}

const AGAIN_AFTER_MS = 2000;
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Repeats the router's scroll restoration, or the scroll to the hash, after late layout shifts, unless the reader has
 * scrolled in the meantime.
 */
export function useSettledScroll(): void {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => {
    const scroll = scrollFor(hash);
    if (!scroll) return;
    const waiting = new AbortController();
    const leave = () => waiting.abort();
    for (const move of MOVES) window.addEventListener(move, leave, { passive: true, signal: waiting.signal });
    let first = 0;
    const frame = requestAnimationFrame(() => {
      first = window.scrollY;
    });
    const timer = setTimeout(() => {
      const isUnmoved = Math.abs(window.scrollY - first) < 2;
      if (isUnmoved && !waiting.signal.aborted) scroll();
      leave();
    }, AGAIN_AFTER_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      leave();
    };
  }, [key, hash]);
}

function scrollFor(hash: string): (() => void) | undefined {
  const saved = pageRouter()?.state.restoreScrollPosition;
  if (typeof saved === 'number') return saved > 0 ? () => window.scrollTo(0, saved) : undefined;
  return findByHash(hash) === null ? undefined : () => findByHash(hash)?.scrollIntoView();
}
