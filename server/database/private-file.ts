import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * Creates an empty file with mode 0600 unless it exists or the database is in memory. SQLite uses it as a new database
 * and creates the WAL with the same mode (https://www.sqlite.org/src/doc/trunk/src/os_unix.c, findCreateFileMode).
 * Does not open an existing file, because closing it would release the locks that SQLite holds on it in this process.
 */
export function ensurePrivateFile(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
