const CONSOLE = '/admin';
export const SIGN_IN_PATH = '/admin/signin';

/** Where somebody is led who signed in on the site and wanted nothing in particular. */
const USER_PATH = '/user';
const SITE_SIGN_IN_PATH = '/signin';

/** Pages that somebody who has just signed in has no use for, and what is no page at all. */
const NO_TARGETS =
  /^\/(?:admin\/sign(?:in|out)|sign(?:in|out|up)(?:\/.*)?|(?:api|identity|oauth2|assets)(?:\/.*)?)\/*$/;

/** An address of our own in the console, whatever a query says: anything else is the console's top. */
export function safeRedirectTarget(redirect: string | null): string {
  const target = ownTarget(redirect);
  return target !== undefined && isConsoleTarget(target) ? target : CONSOLE;
}

/** Any page of our own, whatever a query says: anything else is the page about oneself. */
export function safeSiteTarget(redirect: string | null): string {
  return ownTarget(redirect) ?? USER_PATH;
}

/** Whether a target of ours is a page of the console, which is another document than the site. */
export function isConsoleTarget(target: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(target);
}

/** The address as a router will read it, if it cannot lead to another site, out again, or back to sign-in. */
function ownTarget(redirect: string | null): string | undefined {
  if (redirect === null || !/^\/(?![/\\])/.test(redirect)) return undefined;
  if (redirect.includes('\\') || redirect.includes('//') || hasControlCharacter(redirect)) return undefined;
  const { origin, pathname, search, hash } = new URL(redirect, OWN_ORIGIN);
  const isOwn = origin === OWN_ORIGIN && !NO_TARGETS.test(decoded(pathname).toLowerCase());
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

const OWN_ORIGIN = 'http://site.invalid';

/** As a router will read it. */
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

/** Where somebody signs in who wants to see a page; the console's top needs no mention. */
export function signInPathFor(wanted: string): string {
  const target = safeRedirectTarget(wanted);
  return target === CONSOLE ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${new URLSearchParams({ redirect: target })}`;
}

/** Where somebody signs in who asked for a page about oneself, which the address then names. */
export function siteSignInPathBackTo(wanted: string): string {
  return `${SITE_SIGN_IN_PATH}?${new URLSearchParams({ redirect: safeSiteTarget(wanted) })}`;
}

/** The same for pages of the site, with the site's own page to sign in. */
export function siteSignInPathFor(wanted: string, path = SITE_SIGN_IN_PATH): string {
  const target = safeSiteTarget(wanted);
  return target === USER_PATH ? path : `${path}?${new URLSearchParams({ redirect: target })}`;
}
