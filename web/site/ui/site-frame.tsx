import { type ReactNode, use, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';
import { forgetPendingCalls, isCallPending, onPendingCalls } from '../../session/pending-calls.ts';
import { sessionMarkScript } from '../../session/session-mark.ts';
import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
import { NonceContext } from '../../ui/nonce-context.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useLoading } from '../../ui/use-loading.ts';
import { useToldFailures } from '../errors/use-told-failures.ts';
import { ServiceAccent } from '../service/service-accent.tsx';
import { useService } from '../service/service-context.ts';
import { useSite } from './site-context.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Toasts } from './toasts.tsx';
import { useSessionMark } from './use-session-mark.ts';
import { useSettledScroll } from './use-settled-scroll.ts';

/** Contains a colon, so that it cannot clash with ids of headings in posts. */
const CONTENT_ID = 'site:content';

export function SiteFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { loadingMaxDuration, userPoolClientId } = useSite();
  const { key, pathname, search, hash } = useLocation();
  const work = useWork();
  const [loading, goOn] = useLoading({
    ...{ work, page: key, maxDurationMs: loadingMaxDuration, onGivenUp: forgetPendingCalls },
  });
  const isBesideMenu = useService() !== undefined;
  useSessionMark(userPoolClientId);
  useHeadingFocus(`${pathname}${search}`, hash);
  useSettledScroll();
  useToldFailures();
  return (
    <>
      <ServiceAccent />
      <script
        nonce={use(NonceContext)}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
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
    </>
  );
}

function useWork(): string | undefined {
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const { state, location } = useNavigation();
  if (state !== 'idle') return location.key;
  return isCalling ? 'calls' : undefined;
}
