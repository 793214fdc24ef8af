export function isConsolePath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}
