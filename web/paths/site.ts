/** Pages of the site. contract/page-paths.ts has those of a service, because the server writes them into feeds too. */
export const HOME_PATH = '/';
export const ABOUT_PATH = '/about';
export const SERVICES_PATH = '/services';

export const errorPagePath = (name: 'unauthorized' | 'forbidden' | 'notfound') => `/error/${name}`;

/** Returns the address of an error page with a link back to the console. */
export const consoleErrorPagePath = (name: 'forbidden' | 'notfound') => `${errorPagePath(name)}?from=console`;

export const isErrorPagePath = (pathname: string) => pathname.startsWith('/error/');

/** Public pages must not load console.ts, so the parts of it that they need stand here. */
export const CONSOLE_PATH = '/admin';
export const CONSOLE_SIGN_IN_PATH = '/admin/signin';

export const isConsolePath = (pathname: string) => /^\/admin(\/|$)/.test(pathname);
