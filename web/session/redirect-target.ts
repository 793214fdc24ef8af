const CONSOLE = '/admin';
export const SIGN_IN_PATH = '/admin/signin';

/** An address of our own in the console, whatever a query says: anything else is the console's top. */
export function safeRedirectTarget(redirect: string | null): string {
  if (redirect === null || !/^\/admin(?:[/?#]|$)/.test(redirect)) return CONSOLE;
  if (redirect.includes('\\') || redirect.includes('//') || hasControlCharacter(redirect)) return CONSOLE;
  const { pathname, search, hash } = new URL(redirect, 'http://console.invalid');
  const isConsole = pathname === CONSOLE || pathname.startsWith(`${CONSOLE}/`);
  const isSessionPage = /^\/admin\/sign(in|out)\/*$/.test(decoded(pathname).toLowerCase());
  return isConsole && !isSessionPage ? `${pathname}${search}${hash}` : CONSOLE;
}

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
