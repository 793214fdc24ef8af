import { z } from 'zod';
import { type ErrorResponse, type FieldError, fieldMessages, limitOf, messages } from '#contract/errors.ts';

/** A refusal with its status and body; everything else that is thrown is a fault of ours and is answered as 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorResponse;
  /** In seconds, where the same may be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorResponse, { retryAfter }: { readonly retryAfter?: number } = {}) {
    super(body.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Thrown when what is asked for has another address for good. It is answered by 301, which the endpoint declares. */
export class Moved extends Error {
  readonly location: string;

  /** @param location Path and query at this origin. */
  constructor(location: string) {
    super(messages.moved);
    this.name = 'Moved';
    this.location = location;
  }
}

export function notFound(message: string = messages.notFound): Refusal {
  return new Refusal(404, { message });
}

/**
 * Makes sure that an update was made from the stored version. One without a revision comes from an older client.
 * @throws {Refusal} 409 with the resource as it is now, in the shape that reading it has.
 */
export async function requireRevision<Current extends { readonly revision: number }>(
  seen: number | null | undefined,
  read: () => Current | Promise<Current>,
): Promise<void> {
  if (seen == null) return;
  const current = await read();
  if (current.revision !== seen) throw new Refusal(409, { message: messages.staleRevision, current });
}

/** Refuses what there is no room for now; the same may be asked again in a moment. */
export function unavailable(): Refusal {
  return new Refusal(503, { message: messages.unavailable });
}

/** Refuses a request for what its fields say; keys are camelCase as in the request, values codes of the catalogue. */
export function invalid(fields: Record<string, string>): Refusal {
  return refusalOf(Object.entries(fields).map(([field, message]) => ({ field: toSnakeCase(field), message })));
}

/** How much of an unknown key an answer repeats. */
const MAX_KEY = 100;

/** Refuses in the catalogue's words what a schema found (parse with `reportInput`); a nested field has its last name, and its `path`. */
export function invalidBySchema({ issues }: z.ZodError): Refusal {
  const [unknownKey] = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknownKey !== undefined) {
    return new Refusal(400, { message: `Field ${unknownKey.slice(0, MAX_KEY)} is not accepted` });
  }
  const [only] = issues;
  if (only?.code === 'custom' && issues.length === 1 && ownCodes.has(only.message)) {
    return new Refusal(400, { message: only.message });
  }
  return refusalOf(
    issues.map((issue) => {
      const named = String(issue.path.findLast((part) => typeof part === 'string') ?? 'body');
      const message = complaint(issue);
      const limit = message === fieldMessages.invalid ? limitOf(issue) : undefined;
      const path = issue.path.length > 1 ? z.core.toDotPath(issue.path) : undefined;
      return { field: toSnakeCase(named), message, ...(path && { path }), ...(limit && { limit }) };
    }),
  );
}

/** Longer answers than the mistakes of a form need would serve only whoever sends thousands of them. */
const MAX_COMPLAINTS = 100;

function refusalOf(complaints: FieldError[]): Refusal {
  const distinct = new Map(complaints.map((one) => [`${one.path ?? one.field} ${one.message}`, one]));
  return new Refusal(400, {
    message: messages.validationFailed,
    errors: [...distinct.values()].slice(0, MAX_COMPLAINTS),
  });
}

const fieldCodes: ReadonlySet<string> = new Set(Object.values(fieldMessages));
/** A rule may have a message of its own, which is said where nothing else is wrong. */
const ownCodes: ReadonlySet<string> = new Set(Object.values(messages));

function complaint(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && fieldCodes.has(issue.message)) return issue.message;
  const isMissing = said(issue) === undefined && MISSING.has(issue.code ?? '');
  if (isMissing) return fieldMessages.required;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.input === '') return fieldMessages.empty;
  return fieldMessages.invalid;
}

/** What a schema says of a field that is not there, by what the field would be. */
const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** What stands in the field; of the field that a union is told apart by, the issue has the whole object. */
function said({ input, ...issue }: z.core.$ZodIssue): unknown {
  const isOfObject = 'discriminator' in issue && typeof input === 'object' && input !== null;
  return isOfObject ? (input as Record<string, unknown>)[String(issue.discriminator)] : input;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
