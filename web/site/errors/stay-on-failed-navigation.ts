import type { ParseKeys, TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction, redirect } from 'react-router';
import { errorPagePath, serviceIdIn } from '../../paths/site.ts';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { type PageRouter, pageRouter } from '../ui/page-router.ts';
import { showToast } from '../ui/toasts.tsx';

type Results = Record<string, DataStrategyResult>;

/**
 * Middleware around the loaders of client-side navigation. When loading fails with an error that has no page of its
 * own, the visitor stays on the current page, with their input, and listeners show the failure.
 */
export const stayOnFailedNavigation: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = pageRouter();
  // Before hydration there is no page to stay on.
  if (!router?.state.initialized) return await next();
  const isReturn = isReturning && isShownPage(router, request);
  isReturning = false;
  if (isReturn) return {};
  const results = await next();
  const error = Object.values(results).find(({ type, result }) => type === 'error' && !(result instanceof Response));
  if (!error || request.signal.aborted) return results;
  const failure = toNavigationFailure(error.result);
  if (failure.status === 401) throw redirect(await endSession(request));
  const page = REJECTION_PAGES[failure.status];
  if (page !== undefined) throw redirect(errorPagePath(page, serviceIdIn(new URL(request.url).pathname)));
  for (const listener of listeners) listener(failure);
  if (router.state.navigation.state !== 'idle') await stay(router, request);
  return {};
};

const listeners = new Set<(failure: NavigationFailure) => void>();

export function onNavigationFailure(listener: (failure: NavigationFailure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isReturning = false;
/** React Router's index of the current page in the browser's history. */
let shownIndex: number | undefined;

export function trackShownPage(): () => void {
  const router = pageRouter();
  let { key } = router?.state.location ?? {};
  let poppedIndex = historyIndex();
  const recordPop = () => {
    poppedIndex = historyIndex();
  };
  shownIndex = poppedIndex;
  // Listens in the capture phase, before the router, which may render the page synchronously.
  window.addEventListener('popstate', recordPop, { capture: true });
  const stop = router?.subscribe(({ location, historyAction }) => {
    if (location.key === key) return;
    key = location.key;
    // Reads the index at once: another Back may change it before the page is rendered.
    shownIndex = historyAction === 'POP' ? poppedIndex : historyIndex();
  });
  return () => {
    window.removeEventListener('popstate', recordPop, { capture: true });
    stop?.();
  };
}

function historyIndex(): number | undefined {
  const index: unknown = (history.state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : undefined;
}

async function stay(router: PageRouter, { signal }: Request): Promise<void> {
  const { location } = router.state;
  const ended = new Promise((end) => signal.addEventListener('abort', end, { once: true }));
  isReturning = true;
  // A return within one page, to a heading, runs no loaders, so `isReturning` is reset here.
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return;
    isReturning = false;
    stop();
  });
  // Entries that the browser creates for hash links have no index.
  const steps = shownIndex === undefined ? 0 : shownIndex - (historyIndex() ?? shownIndex);
  // After a popstate the browser is already at the other entry, so the router has to go back by the difference.
  if (steps !== 0) void router.navigate(steps);
  else void router.navigate(location, { replace: true, preventScrollReset: true, state: location.state });
  await ended;
}

function isShownPage({ state: { location } }: PageRouter, { url }: Request): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

async function endSession({ url }: Request): Promise<string> {
  const { dropSession } = await import('../../session/session.ts');
  await dropSession();
  const { pathname, search } = new URL(url);
  return siteSignInPathFor(`${pathname}${search}`);
}

export function useErrorToasts(): void {
  const { t, i18n } = useTranslation();
  useEffect(trackShownPage, []);
  useEffect(
    () => onNavigationFailure((failure) => showToast(failureText(failure, t, i18n.exists), 'danger')),
    [t, i18n],
  );
}

interface NavigationFailure {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly message: string | undefined;
}

export function toNavigationFailure(error: unknown): NavigationFailure {
  if (isRouteErrorResponse(error)) return { status: error.status, message: messageIn(error.data) };
  if (isHttpError(error)) return { status: error.status, message: messageIn(error.body) };
  // `fetch` rejects with a TypeError on network errors.
  return { status: error instanceof TypeError ? 0 : 500, message: undefined };
}

/** Detects `ApiError` by its shape, so that public pages do not load the client. */
function isHttpError(error: unknown): error is Error & { status: number; body: unknown } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'body' in error;
}

function messageIn(body: unknown): string | undefined {
  const parsed = typeof body === 'string' ? parse(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { message, errors } = parsed as { message?: unknown; errors?: unknown };
  if (typeof message === 'string') return message;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === 'object' && first !== null ? messageIn(first) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Error pages by status; other errors are shown as a toast on the current page. */
const REJECTION_PAGES: Readonly<Record<number, 'forbidden' | 'notfound'>> = {
  403: 'forbidden',
  404: 'notfound',
};

export function failureText(
  { status, message }: NavigationFailure,
  t: TFunction,
  exists: (key: string) => boolean,
): string {
  if (status === 0) return t('failure.noAnswer');
  // i18next would read dots and colons in a message as key and namespace separators.
  const isPlain = message !== undefined && /^[\w ]+$/.test(message);
  if (isPlain && exists(`msg.${message}`)) return t(`msg.${message}` as ParseKeys);
  return t(status === 400 ? 'failure.invalid' : 'failure.unexpected');
}
