import { type ReactNode, useEffect } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { signInPathFor } from '../session/redirect-target.ts';
import { onSessionChange } from '../session/session-mark.ts';
import { answerSignInRequest, requestSignIn } from '../session/sign-in-request.ts';
import type { Route } from './+types/console-frame.route.ts';
import { ConsoleHeader } from './console-header.tsx';
import { hasUnsavedInput } from './drafts/use-leave-guard.ts';
import { isFirstScreen, loadConsoleTexts } from './frame/console-texts.ts';
import { Crumbs } from './frame/crumbs.tsx';
import { LazyParts } from './frame/lazy-parts.tsx';
import { type Outcomes, StaleIfError } from './frame/stale-if-error.ts';
import { useConsole } from './ui/console-context.ts';
import { FailedScreen } from './ui/failed-screen.tsx';
import { notifyFailure } from './ui/notify.tsx';
import { waitingTitleOf } from './ui/page-title.tsx';

const staleIfError = new StaleIfError();

/** Loads texts and data in parallel. A shown screen whose reload fails keeps its data. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname, search } = new URL(request.url);
    const [loaded] = await Promise.all([next(), isFirstScreen(pathname) ? undefined : loadConsoleTexts(getI18n())]);
    if (request.signal.aborted) return loaded;
    const { outcomes, failure } = staleIfError.apply(`${pathname}${search}`, loaded as Outcomes);
    if (failure !== undefined) notifyFailure(failure);
    return outcomes;
  },
];

export default function ConsoleFrameRoute() {
  useSessionAcrossTabs();
  return (
    <>
      {/* Mounted before the screen, because groups registered later are listed first. */}
      <LazyParts />
      <ConsoleFrame>
        <Crumbs />
        <Outlet />
      </ConsoleFrame>
    </>
  );
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  const title = waitingTitleOf(useLocation().pathname);
  return (
    <ConsoleFrame>
      {title && <title>{t('console.titled', { title: t(title), siteName })}</title>}
      <p className="ui-quiet" role="status">
        {t('console.loading')}
      </p>
    </ConsoleFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ConsoleFrame>
      <FailedScreen error={error} />
    </ConsoleFrame>
  );
}

const CONTENT_ID = 'content';

function ConsoleFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('console');
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <a className="skip-link" href={`#${CONTENT_ID}`}>
        {t('console.skip')}
      </a>
      <ConsoleHeader />
      <main className="console-main" id={CONTENT_ID} tabIndex={-1} aria-busy={isBusy}>
        {children}
      </main>
    </>
  );
}

/** Opens the sign-in dialog instead of redirecting when a sign-out elsewhere meets unsaved input. */
function useSessionAcrossTabs(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionChange((isSignedIn) => {
        if (isSignedIn) answerSignInRequest(true);
        else if (hasUnsavedInput()) void requestSignIn();
        else void navigate(signInPathFor(`${location.pathname}${location.search}`));
      }),
    [navigate],
  );
}
