const PAGE = /^\/(?:about|posts\/[^.]+)?$/;

/** Undefined for other sites, files and anchors in the page. */
export function sitePathOf(address: string, from: string): string | undefined {
  const to = new URL(address);
  const here = new URL(from);
  if (to.origin !== here.origin || !PAGE.test(to.pathname)) return undefined;
  const isHere = to.pathname === here.pathname && to.search === here.search;
  return isHere && to.hash !== '' ? undefined : `${to.pathname}${to.search}${to.hash}`;
}

/** Pages of the site. contract/page-paths.ts has those of a service, because the server writes them into feeds too. */
export const HOME_PATH = '/';
export const ABOUT_PATH = '/about';
export const SERVICES_PATH = '/services';

const SERVICE_ID = /^[0-9a-z-]{1,128}$/;

/** The page offers the search and the posts of the service, if it exists. */
export function errorPagePath(name: 'unauthorized' | 'forbidden' | 'notfound', serviceId = ''): string {
  return `/error/${name}${SERVICE_ID.test(serviceId) ? `?service=${serviceId}` : ''}`;
}

/** Service that an address belongs to, not checked for existence. */
export const serviceIdIn = (pathname: string) => /^\/posts\/([^/]+)/.exec(pathname)?.[1];

export const consoleErrorPagePath = (name: 'forbidden' | 'notfound') => `${errorPagePath(name)}?from=console`;

export const isErrorPagePath = (pathname: string) => pathname.startsWith('/error/');

/** Public pages must not load console.ts, so the parts of it that they need stand here. */
export const CONSOLE_PATH = '/admin';
export const CONSOLE_SIGN_IN_PATH = '/admin/signin';

export const isConsolePath = (pathname: string) => /^\/admin(\/|$)/.test(pathname);
