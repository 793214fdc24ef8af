import { useEffect } from 'react';
import { type NavigateFunction, redirect, redirectDocument, useRevalidator } from 'react-router';
import { isConsoleTarget, safeSiteTarget } from '../../session/redirect-target.ts';
import { isSignedIn } from '../../session/session.ts';
import { onSessionChange } from '../../session/session-mark.ts';
import { useSessionOver } from './ui/use-account-action.ts';

export function goTo(target: string, navigate: NavigateFunction): void {
  if (isConsoleTarget(target)) location.replace(target);
  else void navigate(target, { replace: true });
}

/** Redirects visitors who are signed in to the target, for the `clientLoader` of sign-in and sign-up pages. */
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
