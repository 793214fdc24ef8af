import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorResponse, messages } from '#contract/errors.ts';
import { writeFailureOf } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { WriteWatch } from '../platform/write-watch.ts';
import { HttpError, Redirect } from './errors.ts';

interface Explained {
  readonly status: number;
  readonly body: ErrorResponse;
  readonly retryAfter?: number | string | undefined;
}

export function answerError(
  error: FastifyError | HttpError | Redirect | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Redirect) return answerRedirect(error, reply);
  const { status, body, retryAfter } = explain(error, request.log);
  // RFC 9110, 11.6.1 requires a challenge with 401.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  else if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_SOON);
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}

export function answerErrorNoting(writeWatch: WriteWatch): typeof answerError {
  return (error, request, reply) => {
    writeWatch.note(error);
    return answerError(error, request, reply);
  };
}

export function explain(error: FastifyError | HttpError | Error, log: Log): Explained {
  const writeFailure = explainWriteFailure(error);
  if (writeFailure) return writeFailure;
  const unavailable = unavailabilityOf(error);
  if (unavailable !== undefined) return explainUnavailable(error, unavailable, log);
  if (error instanceof HttpError) return error;
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  if (status >= 500) log.error({ err: error }, 'request failed');
  return { status, body: { message: statusMessage(status) } };
}

const RETRY_SOON = '1';
const RETRY_LATER = '30';
const JSON_TYPE = 'application/json; charset=utf-8';

function answerRedirect({ location, message }: Redirect, reply: FastifyReply): FastifyReply {
  // Browsers cache a 301 without Cache-Control indefinitely, but the target may change.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.code(301).header('location', location).type(JSON_TYPE).send(JSON.stringify({ message }));
}

const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/** Log messages by error code: those of our own, and https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const UNAVAILABLE: ReadonlyMap<unknown, string> = new Map([
  [DATABASE_UNAVAILABLE, 'database unavailable'],
  ['DATABASE_DISK_FAILED', 'database not safe on the disk'],
  ['STORAGE_UNAVAILABLE', 'storage unavailable'],
  ...['DATABASE_BUSY', '40001', '40P01', '53300', '55P03', '57014'].map((code) => [code, 'database too busy'] as const),
]);
/** https://www.sqlite.org/rescode.html#busy. Extended codes share the low byte. */
const SQLITE_BUSY = 5;

function unavailabilityOf(error: Error): string | undefined {
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  const isSqliteBusy = code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
  return isSqliteBusy ? 'database too busy' : UNAVAILABLE.get(code);
}

export function isDatabaseUnavailable(error: Error): boolean {
  return 'code' in error && error.code === DATABASE_UNAVAILABLE;
}

/**
 * Returns 503 for a full or failing disk. `WriteWatch` logs the failure once. Retries fail until somebody repairs it.
 */
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

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  404: messages.notFound,
  405: messages.methodNotAllowed,
  413: messages.payloadTooLarge,
  415: messages.unsupportedMediaType,
  503: messages.unavailable,
};

function statusMessage(status: number): string {
  return STATUS_MESSAGES[status] ?? (status < 500 ? messages.badRequest : messages.serverError);
}
