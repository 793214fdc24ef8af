import { useEffect } from 'react';
import { type NavigateFunction, redirect, redirectDocument, useLocation, useRevalidator } from 'react-router';
import { isConsoleTarget, safeSiteTarget } from '../../session/redirect-target.ts';
import { isSignedIn } from '../../session/session.ts';
import { onSessionChange } from '../../session/session-mark.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { useSessionOver } from './ui/use-account-action.ts';

/**
 * Returns a text that the previous page put into the history state; empty when missing. Read after hydration, since the
 * server does not have it.
 */
export function useArrivalText(name: string): string {
  const { state } = useLocation();
  const isHydrated = useIsHydrated();
  const text = isHydrated ? (state as Readonly<Record<string, unknown>> | null)?.[name] : undefined;
  return typeof text === 'string' ? text : '';
}

export function goTo(target: string, navigate: NavigateFunction): void {
  if (isConsoleTarget(target)) location.replace(target);
  else void navigate(target, { replace: true });
}

export async function leaveIfSignedIn({ url }: Request): Promise<void> {
  const target = safeSiteTarget(new URL(url).searchParams.get('redirect'));
  // Without the configuration the page stays; its form reports the error when it is used.
  if (!(await isSignedIn().catch(() => false))) return;
  throw isConsoleTarget(target) ? redirectDocument(target) : redirect(target);
}

export function useFollowedSession(): void {
  const endSession = useSessionOver();
  const { revalidate } = useRevalidator();
  useEffect(
    () => onSessionChange((isSignedIn) => (isSignedIn ? void revalidate() : endSession())),
    [endSession, revalidate],
  );
}
