import { ColorSchemeScript, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { LucideProvider } from 'lucide-react';
import { type ReactNode, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import { pageCall } from '../api/page-api.server.ts';
import { NonceContext } from '../ui/nonce-context.ts';
import { THEME_KEY } from '../ui/theme.ts';
import { useHeadingFocus } from '../ui/use-heading-focus.ts';
import type { Route } from './+types/admin-layout.route.ts';
import { useCompositionGuard } from './shortcuts/use-composition-guard.ts';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { cssVariablesResolver, themeWith } from './theme.ts';
import { type Console, ConsoleContext, PRODUCT } from './ui/console-context.ts';
import { FailedScreen } from './ui/failed-screen.tsx';
import { LoadingOverlay } from './ui/loading-overlay.tsx';
import { TOAST_MS } from './ui/notify.tsx';
import '../ui/reset.css';
import '../ui/tokens.css';
import '../ui/parts.css';
import '../ui/wordmark.css';
import '../ui/loading-overlay.css';
import './base.css';
import './mantine.css';
import '@mantine/notifications/styles.layer.css';
import './console.css';
import './console-frame.css';
import './frame/frame.css';
import './ui/forms.css';
import './ui/overlays.css';
import './ui/record-details.css';
import './ui/records.css';

export async function loader({ context }: Route.LoaderArgs): Promise<Console> {
  const { siteName, logoUrls, loadingMaxDuration, identity } = await pageCall(context)(siteConfigApi.read, {});
  const { providers, features } = identity;
  return { siteName, logoUrl: logoUrls.admin, loadingMaxDuration, providers, hasRecoveryCodes: features.recoveryCodes };
}

/** The configuration does not change during the life of the page. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useHeadingFocus(useLocation().pathname);
  useCompositionGuard();
  return (
    <ConsoleParts value={loaderData}>
      <Outlet />
      <SignInDialog />
      <LoadingOverlay maxDurationMs={loaderData.loadingMaxDuration} />
    </ConsoleParts>
  );
}

export function ErrorBoundary({ error, loaderData = PRODUCT }: Route.ErrorBoundaryProps) {
  return (
    <ConsoleParts value={loaderData}>
      <main className="console-main">
        <FailedScreen error={error} />
      </main>
    </ConsoleParts>
  );
}

const colorSchemeManager = localStorageColorSchemeManager({ key: THEME_KEY });

function ConsoleParts({ value, children }: { value: Console; children: ReactNode }) {
  const { t } = useTranslation('console');
  const theme = useMemo(() => themeWith({ close: t('action.close'), showPassword: t('signIn.show') }), [t]);
  return (
    <ConsoleContext value={value}>
      <ColorSchemeScript defaultColorScheme="auto" localStorageKey={THEME_KEY} nonce={use(NonceContext)} />
      <meta name="robots" content="noindex" />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <LucideProvider size={16}>
          <ModalsProvider>
            <section aria-label={t('console.notices')}>
              <Notifications position="bottom-center" autoClose={TOAST_MS} withinPortal={false} />
            </section>
            <noscript>
              <p className="console-noscript">{t('console.needsScript')}</p>
            </noscript>
            {children}
          </ModalsProvider>
        </LucideProvider>
      </MantineProvider>
    </ConsoleContext>
  );
}
