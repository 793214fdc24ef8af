import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { useActorIfKnown } from '../session/actor.ts';
import { signInPathFor } from '../session/redirect-target.ts';
import { onSessionChange } from '../session/session-mark.ts';
import { answerSignInRequest, requestSignIn } from '../session/sign-in-request.ts';
import type { Route } from './+types/console-frame.route.ts';
import { ConsoleHeader } from './console-header.tsx';
import { hasUnsavedInput } from './drafts/use-leave-guard.ts';
import { isFirstScreen, loadConsoleTexts } from './frame/console-texts.ts';
import { Crumbs } from './frame/crumbs.tsx';
import { SideBar } from './frame/side-bar.tsx';
import { type Outcomes, StaleIfError } from './frame/stale-if-error.ts';
import { useConsole } from './ui/console-context.ts';
import { FailedScreen } from './ui/failed-screen.tsx';
import { type Flag, palette, shortcutHelp } from './ui/flag.ts';
import { notifyFailure, notifyProblem } from './ui/notify.tsx';
import { waitingTitleOf } from './ui/page-title.tsx';
import { useShortcuts } from './ui/shortcuts.ts';

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
      <div className="console-body">
        <SideBar />
        <main className="console-main" id={CONTENT_ID} tabIndex={-1} aria-busy={isBusy}>
          {children}
        </main>
      </div>
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

interface PartProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function LazyParts() {
  // The palette depends on the user's permissions.
  const isActorKnown = useActorIfKnown() !== undefined;
  useShortcuts({
    title: 'shortcuts.everywhere',
    shortcuts: [
      { combo: 'mod+k', label: 'shortcuts.palette', run: () => palette.set(true) },
      { combo: '?', label: 'shortcuts.help', run: () => shortcutHelp.set(true) },
    ],
  });
  return (
    <>
      <LazyPart flag={palette} load={loadPalette} isReady={isActorKnown} />
      <LazyPart flag={shortcutHelp} load={loadShortcutHelp} isReady={true} />
    </>
  );
}

type Load = () => Promise<ComponentType<PartProps>>;

const loadPalette: Load = async () => (await import('./palette/palette.tsx')).Palette;
const loadShortcutHelp: Load = async () => (await import('./shortcuts/shortcut-help.tsx')).ShortcutHelp;

interface LazyPartProps {
  readonly flag: Flag;
  readonly load: Load;
  readonly isReady: boolean;
}

function LazyPart({ flag, load, isReady }: LazyPartProps) {
  const { i18n } = useTranslation('console');
  const isOpen = flag.use();
  const [loaded, setLoaded] = useState<{ Part: ComponentType<PartProps> }>();
  useEffect(() => {
    if (!isOpen || loaded) return;
    Promise.all([load(), loadConsoleTexts(i18n)]).then(
      ([Part]) => setLoaded({ Part }),
      () => {
        flag.set(false);
        notifyProblem('failure.noAnswer');
      },
    );
  }, [isOpen, loaded, flag, load, i18n]);
  // Mounts closed and opens afterwards, so that it can restore the focus when it closes.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(loaded !== undefined && isReady), [loaded, isReady]);
  return loaded && isReady && <loaded.Part isOpen={isThere && isOpen} onClose={() => flag.set(false)} />;
}
