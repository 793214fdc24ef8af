import {
  Button,
  ColorSchemeScript,
  Group,
  Loader,
  localStorageColorSchemeManager,
  MantineProvider,
  Modal,
} from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { LucideProvider } from 'lucide-react';
import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import { pageCall } from '../api/page-api.server.ts';
import { loadActor, useActorIfKnown } from '../session/actor.ts';
import { quietCall } from '../session/console-call.ts';
import { isCallPending, onPendingCalls } from '../session/pending-calls.ts';
import { answerSignInRequest, isSignInRequested, onSignInRequest } from '../session/sign-in-request.ts';
import type { Loading } from '../ui/loading-overlay.tsx';
import { NonceContext } from '../ui/nonce-context.ts';
import { THEME_KEY } from '../ui/theme.ts';
import { useHeadingFocus } from '../ui/use-heading-focus.ts';
import type { Route } from './+types/admin-layout.route.ts';
import { SignInForm } from './sign-in/sign-in-form.tsx';
import { cssVariablesResolver, themeWith } from './theme.ts';
import { type Console, ConsoleContext, PRODUCT } from './ui/console-context.ts';
import { FailedScreen } from './ui/failed-screen.tsx';
import { TOAST_MS } from './ui/notify.tsx';
import { isComposing } from './ui/shortcuts.ts';
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
import './frame/side-bar.css';
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
      <div className="console-body">
        <main className="console-main">
          <FailedScreen error={error} />
        </main>
      </div>
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

/**
 * Hides keys of input methods from all fields and listeners of the console. The Enter that confirms a conversion
 * submits no form, and the Escape that cancels it closes no dialog. Rich text editors handle composition themselves.
 */
function useCompositionGuard(): void {
  // A layout effect registers the listener before those of other components on the window.
  useLayoutEffect(() => {
    addEventListener('keydown', hideComposingKeys, { capture: true });
    return () => removeEventListener('keydown', hideComposingKeys, { capture: true });
  }, []);
}

function hideComposingKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || !isComposing(event)) return;
  event.stopImmediatePropagation();
  // Browsers may submit the form on the Enter that ends a composition.
  if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
}

/** Covers the page during navigation and calls. After `maxDurationMs` it uncovers the page and offers to reload. */
function LoadingOverlay({ maxDurationMs }: { maxDurationMs: number }) {
  const isNavigating = useNavigation().state !== 'idle';
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const isLoading = isNavigating || isCalling;
  return isLoading ? <Overlay maxDurationMs={maxDurationMs} /> : null;
}

function Overlay({ maxDurationMs }: { maxDurationMs: number }) {
  const { t } = useTranslation('console');
  const [loading, setLoading] = useState<Loading>('shown');
  useEffect(() => {
    const timer = setTimeout(setLoading, maxDurationMs, 'late');
    return () => clearTimeout(timer);
  }, [maxDurationMs]);
  if (loading === 'none') return null;
  if (loading === 'late') {
    return (
      <Group className="loading-late" role="status" gap="xs">
        <span>{t('console.late')}</span>
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {t('console.reload')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setLoading('none')}>
          {t('console.goOn')}
        </Button>
      </Group>
    );
  }
  return (
    <div className="loading-overlay" role="status">
      <Loader size={36} />
      <span className="sr-only">{t('console.loading')}</span>
    </div>
  );
}

/** Loads the account again, because another user may have signed in. Ignores failures: the next screen loads it too. */
function goOn(): void {
  answerSignInRequest(true);
  loadActor(quietCall).catch(() => {});
}

/** Closes this dialog on Escape without closing dialogs below it, which also listen on the window. */
function useEscape(): void {
  // Layout effects register before the effects of other dialogs.
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !isSignInRequested()) return;
      event.stopImmediatePropagation();
      answerSignInRequest(false);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
}

function SignInDialog() {
  const { t } = useTranslation('console');
  const isRequested = useSyncExternalStore(onSignInRequest, isSignInRequested, () => false);
  const actor = useActorIfKnown();
  const { pathname, search } = useLocation();
  useEscape();
  return (
    <Modal
      opened={isRequested}
      onClose={() => answerSignInRequest(false)}
      title={t('signIn.again')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={500}
      centered
    >
      <p className="question">{t('signIn.againBody')}</p>
      <SignInForm username={actor?.signInName ?? ''} target={`${pathname}${search}`} onSignedIn={goOn} />
    </Modal>
  );
}
