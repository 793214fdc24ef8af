import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file with mode 0600 unless it exists or the database is in memory. SQLite uses it as a new database
 * and creates the WAL with the same mode (https://www.sqlite.org/src/doc/trunk/src/os_unix.c, findCreateFileMode).
 */
export function ensurePrivateFile(path: string): void {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}
