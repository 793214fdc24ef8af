import { type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { type PageRouter, pageRouter } from '../ui/page-router.ts';
import { type NavigationFailure, PAGES_OF_REFUSALS, toNavigationFailure } from './navigation-failure.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * Around the loading of every page that is gone to with scripts. One that cannot be had does not take the place of
 * the one that is there: the reader stays, with whatever they have written on it, and is told.
 */
export const keepPlace: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = pageRouter();
  // Until the first page is alive there is nothing to stay on.
  if (!router?.state.initialized) return await next();
  const isReturn = isReturning && isShownPage(router, request);
  isReturning = false;
  // The page is still there, and so is its data.
  if (isReturn) return {};
  const results = await next();
  const error = Object.values(results).find(({ type, result }) => type === 'error' && !(result instanceof Response));
  if (!error || request.signal.aborted) return results;
  const failure = toNavigationFailure(error.result);
  if (failure.status === 401) throw redirect(await endSession(request));
  const page = PAGES_OF_REFUSALS[failure.status];
  if (page !== undefined) throw redirect(page);
  for (const listener of listeners) listener(failure);
  if (router.state.navigation.state !== 'idle') await stay(router, request);
  return {};
};

const listeners = new Set<(failure: NavigationFailure) => void>();

/** Calls with whatever kept a page from being shown. */
export function onNavigationFailure(listener: (failure: NavigationFailure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the navigation under way is the one back to the page that is shown. */
let isReturning = false;
/** Where the page that is shown stands in the browser's history. */
let shownIndex: number | undefined;

/** Notes from now on where the page that is shown stands. Returns what ends it. */
export function followPlaces(): () => void {
  const router = pageRouter();
  let { key } = router?.state.location ?? {};
  let poppedIndex = historyIndex();
  const notePopped = () => {
    poppedIndex = historyIndex();
  };
  shownIndex = poppedIndex;
  // Before the router hears of it, which may show the page at once.
  window.addEventListener('popstate', notePopped, { capture: true });
  const stop = router?.subscribe(({ location, historyAction }) => {
    if (location.key === key) return;
    key = location.key;
    // Read at once: whoever presses Back now is elsewhere before the page is drawn.
    shownIndex = historyAction === 'POP' ? poppedIndex : historyIndex();
  });
  return () => {
    window.removeEventListener('popstate', notePopped, { capture: true });
    stop?.();
  };
}

function historyIndex(): number | undefined {
  const index: unknown = (history.state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : undefined;
}

/** Ends the navigation that is under way, and leaves the history as it was before. */
async function stay(router: PageRouter, { signal }: Request): Promise<void> {
  const { location } = router.state;
  const ended = new Promise((end) => signal.addEventListener('abort', end, { once: true }));
  isReturning = true;
  // A return within one page, to a heading of it, loads nothing and so is not seen from here in any other way.
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return;
    isReturning = false;
    stop();
  });
  // Places that the browser made by itself, for a heading, have no number to count from.
  const steps = shownIndex === undefined ? 0 : shownIndex - (historyIndex() ?? shownIndex);
  // Whoever pressed Back is there already, as far as the browser knows.
  if (steps !== 0) void router.navigate(steps);
  else void router.navigate(location, { replace: true, preventScrollReset: true, state: location.state });
  await ended;
}

function isShownPage({ state: { location } }: PageRouter, { url }: Request): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

/** Forgets who was signed in, whom the server does not know any more; answers with the way to sign in and back. */
async function endSession({ url }: Request): Promise<string> {
  const { dropSession } = await import('../../session/session.ts');
  await dropSession();
  const { pathname, search } = new URL(url);
  return siteSignInPathFor(`${pathname}${search}`);
}
