import type { ErrorMessage, ErrorResponse, FieldError, FieldMessage } from './public-api.ts';

/**
 * Failure of a call: the server returned an error status (`refused`), was `unreachable`, took too long (`timed-out`),
 * returned invalid JSON (`unreadable`), or the caller cancelled (`aborted`).
 */
export type FailureReason = 'refused' | 'unreachable' | 'timed-out' | 'unreadable' | 'aborted';

type OrNewer<Known extends string> = Known | (string & Record<never, never>);

export interface FieldProblem {
  /** Field name in snake case: `page_token`. */
  readonly field: string;
  readonly message: OrNewer<FieldMessage>;
  /** Path of a nested field: `profiles.nickname`. */
  readonly path?: string;
  readonly limit?: FieldError['limit'];
}

interface Failure {
  readonly reason: FailureReason;
  readonly asked: string;
  readonly status?: number;
  readonly body?: Partial<ErrorResponse>;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

export class KawarabanError extends Error {
  readonly reason: FailureReason;
  /** Method and URL, without the query, which may contain a preview token. */
  readonly asked: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Message code of the server; empty when it sent none. */
  readonly code: OrNewer<ErrorMessage>;
  readonly fields: readonly FieldProblem[];
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Value of `Retry-After` in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ reason, asked, status = 0, body = {}, requestId, retryAfterSeconds, cause }: Failure) {
    const summary = body.message ? `${status} ${body.message}` : `${reason}${status ? ` (${status})` : ''}`;
    super(`${summary}: ${asked}`, { cause });
    this.name = 'KawarabanError';
    this.reason = reason;
    this.asked = asked;
    this.status = status;
    this.code = body.message ?? '';
    this.fields = body.errors ?? [];
    this.requestId = requestId ?? undefined;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True for 404: the resource does not exist or is not public. */
  get isMissing(): boolean {
    return this.status === 404;
  }
}

export type Attempt<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: KawarabanError };

/** Returns a `KawarabanError` as a value instead of throwing it. Rethrows other errors. */
export async function attempt<Answer>(call: Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { ok: true, answer: await call };
  } catch (error) {
    if (error instanceof KawarabanError) return { ok: false, error };
    throw error;
  }
}

/** Returns undefined for 404 responses; rethrows other errors. */
export async function orMissing<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  const attempted = await attempt(call);
  if (attempted.ok) return attempted.answer;
  if (attempted.error.isMissing) return undefined;
  throw attempted.error;
}
