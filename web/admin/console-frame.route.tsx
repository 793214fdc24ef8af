import type { ReactNode } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router';
import type { Route } from './+types/console-frame.route.ts';
import { ConsoleHeader } from './console-header.tsx';
import { isFirstScreen, loadConsoleTexts } from './frame/console-texts.ts';
import { Crumbs } from './frame/crumbs.tsx';
import { KeptScreen, type Outcomes } from './frame/keep-screen.ts';
import { LazyParts } from './frame/lazy-parts.tsx';
import { useConsole } from './ui/console-context.ts';
import { FailedScreen } from './ui/failed-screen.tsx';
import { notifyFailure } from './ui/notify.tsx';
import { waitingTitleOf } from './ui/screen-title.ts';
import { useSessionAcrossTabs } from './use-session-across-tabs.ts';

const screen = new KeptScreen();

/**
 * The texts of a screen are there before it is, while its data is on its way. A screen that is shown, and cannot be had
 * once more after something was done on it, stays.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname, search } = new URL(request.url);
    const [loaded] = await Promise.all([next(), isFirstScreen(pathname) ? undefined : loadConsoleTexts(getI18n())]);
    // Somebody has gone elsewhere meanwhile: nothing of this is shown.
    if (request.signal.aborted) return loaded;
    const { outcomes, failure } = screen.keep(`${pathname}${search}`, loaded as Outcomes);
    if (failure !== undefined) notifyFailure(failure);
    return outcomes;
  },
];

export default function ConsoleFrameRoute() {
  useSessionAcrossTabs();
  return (
    <>
      {/* Before the screen: shortcuts that register later come first in the list of shortcuts. */}
      <LazyParts />
      <ConsoleFrame>
        <Crumbs />
        <Outlet />
      </ConsoleFrame>
    </>
  );
}

/** While the first screen's data is on its way. */
export function HydrateFallback() {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  const title = waitingTitleOf(useLocation().pathname);
  return (
    <ConsoleFrame>
      {title && <title>{t('console.titled', { title: t(title), siteName })}</title>}
      <p className="console-waiting" role="status">
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

/** Navigation and content of every screen behind sign-in. */
function ConsoleFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('console');
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <a className="console-skip" href={`#${CONTENT_ID}`}>
        {t('console.skip')}
      </a>
      <ConsoleHeader />
      <main className="console-main" id={CONTENT_ID} tabIndex={-1} aria-busy={isBusy}>
        {children}
      </main>
    </>
  );
}
