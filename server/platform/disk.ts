import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

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

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The folder need not exist yet. Undefined when the file system does not report its space. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const { bavail, blocks, bsize } = await statfs(nearestExisting(folder));
  return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
}

export function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

const LOW_SPACE_BYTES = 1_000_000_000;
const LOW_SPACE_SHARE = 0.05;

export function lowSpaceOf({ totalBytes }: DiskSpace): number {
  return Math.min(LOW_SPACE_BYTES, totalBytes * LOW_SPACE_SHARE);
}
