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
  if (redirect === null || !/^\/(?![/\\])/.test(redirect)) return undefined;
  if (redirect.includes('\\') || redirect.includes('//') || hasControlCharacter(redirect)) return undefined;
  const { origin, pathname, search, hash } = new URL(redirect, OWN_ORIGIN);
  const isOwn = origin === OWN_ORIGIN && !NO_TARGETS.test(decoded(pathname).toLowerCase());
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

const OWN_ORIGIN = 'http://site.invalid';

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
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
