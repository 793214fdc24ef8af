import { z } from 'zod';
import { type ErrorResponse, type FieldError, fieldMessages, limitOf, messages } from '#contract/errors.ts';

/** Other errors become 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorResponse;
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorResponse, { retryAfter }: { readonly retryAfter?: number } = {}) {
    super(body.message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Redirects permanently (301). The endpoint must declare 301. */
export class Redirect extends Error {
  readonly location: string;

  constructor(location: string) {
    super(messages.moved);
    this.name = 'Redirect';
    this.location = location;
  }
}

type ErrorDetails = Omit<ErrorResponse, 'message'>;

export function badRequest(message: string, details: ErrorDetails = {}): HttpError {
  return new HttpError(400, { message, ...details });
}

export function forbidden(message: string = messages.forbidden): HttpError {
  return new HttpError(403, { message });
}

export function conflict(message: string, details: ErrorDetails = {}): HttpError {
  return new HttpError(409, { message, ...details });
}

export function tooManyRequests(message: string, options: { readonly retryAfter?: number } = {}): HttpError {
  return new HttpError(429, { message }, options);
}

export function notFound(message: string = messages.notFound): HttpError {
  return new HttpError(404, { message });
}

/**
 * Rejects updates of an outdated version. Older clients send no revision and are not checked.
 * @throws {HttpError} 409 with the current resource in the format of reading it.
 */
export async function requireRevision<Current extends { readonly revision: number }>(
  seen: number | null | undefined,
  read: () => Current | Promise<Current>,
  revisionOf = ({ revision }: Current) => revision,
): Promise<void> {
  if (seen == null) return;
  const current = await read();
  if (revisionOf(current) !== seen) throw new HttpError(409, { message: messages.staleRevision, current });
}

export function unavailable(): HttpError {
  return new HttpError(503, { message: messages.unavailable });
}

/** Returns a 400 error with field errors. Keys are camelCase as in the request, values are codes of `fieldMessages`. */
export function invalid(fields: Record<string, string>): HttpError {
  return httpErrorOf(Object.entries(fields).map(([field, message]) => ({ field: toSnakeCase(field), message })));
}

const MAX_KEY = 100;

/**
 * Converts schema errors to a 400 error. Parse with `reportInput`. Nested fields are reported by their last name and
 * their `path`.
 */
export function invalidBySchema({ issues }: z.ZodError): HttpError {
  const [unknownKey] = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknownKey !== undefined) {
    return new HttpError(400, { message: `Field ${unknownKey.slice(0, MAX_KEY)} is not accepted` });
  }
  const [only] = issues;
  if (only?.code === 'custom' && issues.length === 1 && ownCodes.has(only.message)) {
    return new HttpError(400, { message: only.message });
  }
  return httpErrorOf(
    issues.map((issue) => {
      const named = String(issue.path.findLast((part) => typeof part === 'string') ?? 'body');
      const message = problem(issue);
      const limit = message === fieldMessages.invalid ? limitOf(issue) : undefined;
      const path = issue.path.length > 1 ? z.core.toDotPath(issue.path) : undefined;
      return { field: toSnakeCase(named), message, ...(path && { path }), ...(limit && { limit }) };
    }),
  );
}

const MAX_ERRORS = 100;

function httpErrorOf(problems: FieldError[]): HttpError {
  const distinct = new Map(problems.map((one) => [`${one.path ?? one.field} ${one.message}`, one]));
  return new HttpError(400, {
    message: messages.validationFailed,
    errors: [...distinct.values()].slice(0, MAX_ERRORS),
  });
}

const fieldCodes: ReadonlySet<string> = new Set(Object.values(fieldMessages));
const ownCodes: ReadonlySet<string> = new Set(Object.values(messages));

function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && fieldCodes.has(issue.message)) return issue.message;
  const isMissing = fieldValue(issue) === undefined && MISSING.has(issue.code ?? '');
  if (isMissing) return fieldMessages.required;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.input === '') return fieldMessages.empty;
  return fieldMessages.invalid;
}

const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** For a discriminated union, the issue contains the whole object. */
function fieldValue({ input, ...issue }: z.core.$ZodIssue): unknown {
  const isOfObject = 'discriminator' in issue && typeof input === 'object' && input !== null;
  return isOfObject ? (input as Record<string, unknown>)[String(issue.discriminator)] : input;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
