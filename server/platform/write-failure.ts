export type WriteFailure = 'full' | 'read-only' | 'io-error';

/** https://www.sqlite.org/rescode.html. Extended codes share the low byte. */
const SQLITE_CODES: ReadonlyMap<number, WriteFailure> = new Map([
  [8, 'read-only'],
  [10, 'io-error'],
  [13, 'full'],
]);

/** Codes of the operating system and of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const CODES: ReadonlyMap<unknown, WriteFailure> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['53100', 'full'],
  ['EROFS', 'read-only'],
  ['25006', 'read-only'],
  ['EIO', 'io-error'],
  ['58030', 'io-error'],
]);

export function writeFailureOf(error: unknown): WriteFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode, cause } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  const isOfSqlite = code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number';
  return (isOfSqlite ? SQLITE_CODES.get(errcode & 0xff) : CODES.get(code)) ?? writeFailureOf(cause);
}
