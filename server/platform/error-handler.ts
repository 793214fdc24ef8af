import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorResponse, messages } from '#contract/errors.ts';
import { Moved, Refusal } from './errors.ts';
import type { Log } from './log.ts';
import { writeFailureOf } from './write-failure.ts';
import type { WriteWatch } from './write-watch.ts';

/** What an error is answered with, and when the same may be asked again, in seconds. */
interface Explained {
  readonly status: number;
  readonly body: ErrorResponse;
  readonly retryAfter?: number | string | undefined;
}

/** Turns whatever a request threw into the one error shape. */
export function answerError(
  error: FastifyError | Refusal | Moved | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Moved) return answerMoved(error, reply);
  const { status, body, retryAfter } = explain(error, request.log);
  // RFC 9110, 11.6.1: who is refused for want of a token is told which kind.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  else if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_SOON);
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}

/** The same, and tells the watch of failures to write. */
export function answerErrorNoting(writeWatch: WriteWatch): typeof answerError {
  return (error, request, reply) => {
    writeWatch.note(error);
    return answerError(error, request, reply);
  };
}

/** What is not a refusal is logged whole and shown as nothing. */
export function explain(error: FastifyError | Refusal | Error, log: Log): Explained {
  const writeFailure = explainWriteFailure(error);
  if (writeFailure) return writeFailure;
  if (isBusyDatabase(error)) return explainUnavailable(error, 'database too busy', log);
  if (isAwayDatabase(error)) return explainUnavailable(error, 'database away', log);
  if (isFailedDisk(error)) return explainUnavailable(error, 'database not safe on the disk', log);
  if (isUnavailableStorage(error)) return explainUnavailable(error, 'storage unavailable', log);
  if (error instanceof Refusal) return error;
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  if (status >= 500) log.error({ err: error }, 'request failed');
  return { status, body: { message: statusMessage(status) } };
}

/** In seconds: what has too much to do may have a place in a moment. */
const RETRY_SOON = '1';
const RETRY_LATER = '30';
const JSON_TYPE = 'application/json; charset=utf-8';

function answerMoved({ location, message }: Moved, reply: FastifyReply): FastifyReply {
  // Browsers keep a 301 for ever where nothing is said, and another thing may come to stand there.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.code(301).header('location', location).type(JSON_TYPE).send(JSON.stringify({ message }));
}

/**
 * What the database says when it has too much to do at once, and means that the same call may succeed in a moment:
 * our own queue that is too long, SQLite that is locked by another process, PostgreSQL that ended one of two who
 * waited for each other, that ran out of connections, or out of a statement's or a lock's time.
 */
function isBusyDatabase(error: Error): boolean {
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  const isSqliteBusy = code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
  return isSqliteBusy || code === QUEUE_BUSY || (typeof code === 'string' && POSTGRES_BUSY.has(code));
}

/** The code of server/database's `DatabaseBusy`. */
const QUEUE_BUSY = 'DATABASE_BUSY';
/** https://www.sqlite.org/rescode.html#busy; further codes of its kind share the low byte. */
const SQLITE_BUSY = 5;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_BUSY: ReadonlySet<string> = new Set(['40001', '40P01', '53300', '55P03', '57014']);

/** Whether what was asked of the database has been done, nobody knows; that it cannot be asked is known at once. */
export function isAwayDatabase(error: Error): boolean {
  return 'code' in error && error.code === DATABASE_AWAY;
}

/** The code of server/database's `DatabaseAway`. */
const DATABASE_AWAY = 'DATABASE_AWAY';

/** What was written is not known to be safe; whoever wrote it may write it again. */
function isFailedDisk(error: Error): boolean {
  return 'code' in error && error.code === DISK_FAILED;
}

/** The code of server/database's `DiskFailed`. */
const DISK_FAILED = 'DATABASE_DISK_FAILED';

/** What keeps uploads and static files is away, full, or does not let us. */
function isUnavailableStorage(error: Error): boolean {
  return 'code' in error && error.code === STORAGE_UNAVAILABLE;
}

/** The code of server/storage's `StorageUnavailable`. */
const STORAGE_UNAVAILABLE = 'STORAGE_UNAVAILABLE';

/** `WriteWatch` logs these once. Somebody has to free up space, or mend the disk, before a retry can succeed. */
export function explainWriteFailure(error: Error): (Explained & { readonly retryAfter: string }) | undefined {
  const failure = writeFailureOf(error);
  if (!failure) return undefined;
  const message = failure === 'full' ? messages.storageFull : messages.storageFailed;
  return { status: 503, body: { message }, retryAfter: RETRY_LATER };
}

function explainUnavailable(error: Error, what: string, log: Log): Explained {
  log.warn({ reason: error.message }, what);
  return { status: 503, body: { message: messages.unavailable }, retryAfter: RETRY_SOON };
}

function statusMessage(status: number): string {
  switch (status) {
    case 404:
      return messages.notFound;
    case 405:
      return messages.methodNotAllowed;
    case 413:
      return messages.payloadTooLarge;
    case 415:
      return messages.unsupportedMediaType;
    case 503:
      return messages.unavailable;
    default:
      return status < 500 ? messages.badRequest : messages.serverError;
  }
}
