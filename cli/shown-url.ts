import type { DatabaseTarget } from '#server/database/connect.ts';

/** Returns the database URL for display, with passwords in user info and query masked. */
export function shownUrl(to: DatabaseTarget, url: string): string {
  if (to.engine === 'sqlite') return `sqlite:${to.path}`;
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  for (const name of new Set(shown.searchParams.keys())) {
    if (/password/i.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}
