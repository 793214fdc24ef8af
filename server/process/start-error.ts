import { readDiskSpace, writeFailureOf } from '../platform/disk.ts';

/** Below this, SQLite reports misleading errors because it cannot create files beside its database. */
const MIN_FREE_BYTES = 1_000_000;

export async function diskErrorOf(error: unknown, folder?: string): Promise<StartError | undefined> {
  if (!(error instanceof Error) || error instanceof StartError) return undefined;
  const isOfSqlite = 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  const isFull = folder !== undefined && isOfSqlite && (await isAlmostFull(folder));
  const place = folder === undefined ? 'the database server' : `the folder ${folder}`;
  const reason = error.message.replace(/\s+/g, ' ');
  switch (isFull ? 'full' : writeFailureOf(error)) {
    case 'full':
      return new StartError(`The disk is full: ${place} is not writable (${reason}). Free up space there.`);
    case 'read-only':
      return new StartError(`The disk is read-only: ${place} is not writable (${reason}). Make it writable.`);
    case 'io-error':
      return new StartError(`The disk reports errors: ${place} is not writable (${reason}). See the system log.`);
    default:
      return undefined;
  }
}

async function isAlmostFull(folder: string): Promise<boolean> {
  const space = await readDiskSpace(folder).catch(() => undefined);
  return space !== undefined && space.freeBytes < MIN_FREE_BYTES;
}

/** Exit code after a `StartError` (`EX_CONFIG` in sysexits.h). */
export const EXIT_CONFIG = 78;

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Startup failure that the user can fix; the message has one line. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

export function wrongArgumentOf(error: unknown): string | undefined {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
    return undefined;
  // Drops the hints of Node.js, which concern arguments beginning with a hyphen.
  const [sentence] = error.message.split(/\.\s+(?=(?:To|Did|This) )/, 1);
  return `${sentence}.`;
}
