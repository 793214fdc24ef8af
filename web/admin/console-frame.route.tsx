import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router';
import type { Route } from './+types/console-frame.route.ts';
import { ConsoleHeader } from './console-header.tsx';
import { FailedScreen } from './ui/failed-screen.tsx';
import { useSessionAcrossTabs } from './use-session-across-tabs.ts';

export default function ConsoleFrameRoute() {
  useSessionAcrossTabs();
  return (
    <ConsoleFrame>
      <Outlet />
    </ConsoleFrame>
  );
}

/** While the first screen's data is on its way. */
export function HydrateFallback() {
  const { t } = useTranslation('console');
  return (
    <ConsoleFrame>
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
