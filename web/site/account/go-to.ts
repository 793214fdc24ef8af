import { type NavigateFunction, redirect, redirectDocument } from 'react-router';
import { isConsoleTarget, safeSiteTarget } from '../../session/redirect-target.ts';
import { isSignedIn } from '../../session/session.ts';

/** Goes where somebody wanted to go before they signed in; the console is another document. */
export function goTo(target: string, navigate: NavigateFunction): void {
  if (isConsoleTarget(target)) location.replace(target);
  else void navigate(target, { replace: true });
}

/** For the `clientLoader` of pages that somebody who is signed in has no use for. */
export async function leaveIfSignedIn({ url }: Request): Promise<void> {
  const target = safeSiteTarget(new URL(url).searchParams.get('redirect'));
  // Without the configuration nobody can be signed in here; the form says so when it is used.
  if (!(await isSignedIn().catch(() => false))) return;
  throw isConsoleTarget(target) ? redirectDocument(target) : redirect(target);
}
