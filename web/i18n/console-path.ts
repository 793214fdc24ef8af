/** Whether a path is the console's: its pages have texts, style and a Content-Security-Policy of their own. */
export function isConsolePath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}
