import { closeSync, openSync } from 'node:fs';

/**
 * Makes an empty file that only its owner reads, unless there is one or the database is in memory. SQLite takes it for a new database, and gives
 * the log beside it the same mode (https://www.sqlite.org/src/doc/trunk/src/os_unix.c, findCreateFileMode).
 */
export function ensurePrivateFile(path: string): void {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}
