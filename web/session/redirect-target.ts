import { pathOf, toOwnPath } from '#contract/own-path.ts';
import { SIGN_IN_PATH, USER_PATH } from '../paths/account.ts';
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH } from '../paths/site.ts';

const NO_TARGETS =
  /^\/(?:admin\/sign(?:in|out)|sign(?:in|out|up)(?:\/.*)?|(?:api|identity|oauth2|assets)(?:\/.*)?)\/*$/;

/** Returns an address in the console, or its dashboard. Prevents open redirects. */
export function safeRedirectTarget(redirect: string | null): string {
  const target = ownTarget(redirect);
  return target !== undefined && isConsoleTarget(target) ? target : CONSOLE_PATH;
}

/** Returns an address of this origin, or `/user`. Prevents open redirects. */
export function safeSiteTarget(redirect: string | null): string {
  return ownTarget(redirect) ?? USER_PATH;
}

/** The console is a separate document, so it needs a full page load. */
export function isConsoleTarget(target: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(target);
}

/** Undefined for other origins and for sign-in, sign-out and API paths. */
function ownTarget(redirect: string | null): string | undefined {
  const target = toOwnPath(redirect ?? '');
  return target !== undefined && NO_TARGETS.test(decoded(pathOf(target)).toLowerCase()) ? undefined : target;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export function signInPathFor(path: string): string {
  const target = safeRedirectTarget(path);
  return target === CONSOLE_PATH
    ? CONSOLE_SIGN_IN_PATH
    : `${CONSOLE_SIGN_IN_PATH}?${new URLSearchParams({ redirect: target })}`;
}

/** Includes the requested page even if it is the default. */
export function siteSignInPathBackTo(returnPath: string): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ redirect: safeSiteTarget(returnPath) })}`;
}

export function siteSignInPathFor(returnPath: string, path = SIGN_IN_PATH): string {
  const target = safeSiteTarget(returnPath);
  return target === USER_PATH ? path : `${path}?${new URLSearchParams({ redirect: target })}`;
}
