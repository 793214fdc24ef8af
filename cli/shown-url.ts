import type { DatabaseTarget } from '#server/database/connect.ts';

/** The address of a database in words that hold no password, wherever in it that was given. */
export function shownUrl(to: DatabaseTarget, url: string): string {
  if (to.engine === 'sqlite') return `sqlite:${to.path}`;
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  for (const name of new Set(shown.searchParams.keys())) {
    if (/password/i.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}
