import type { ErrorMessage, ErrorResponse, FieldError, FieldMessage } from './public-api.ts';

/**
 * Why a call has no answer: the server `refused` it, could not be reached (`unreachable`), took too long (`timed-out`),
 * said what is no JSON (`unreadable`), or the caller stopped waiting (`aborted`).
 */
export type FailureReason = 'refused' | 'unreachable' | 'timed-out' | 'unreadable' | 'aborted';

/** A word of the catalogue, or one that a newer server has added to it. */
type OrNewer<Known extends string> = Known | (string & Record<never, never>);

export interface FieldProblem {
  /** In snake case: `page_token`. */
  readonly field: string;
  readonly message: OrNewer<FieldMessage>;
  /** Of a field inside another one: `profiles.nickname`. */
  readonly path?: string;
  /** The bound that the value breaks. */
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

/** Why a call has no answer. A call that cannot be right is a `TypeError`. */
export class KawarabanError extends Error {
  readonly reason: FailureReason;
  /** What was asked, as `GET` and the address; without its query, which may hold the key of a preview. */
  readonly asked: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** What the server says, in the words of its catalogue; empty where it said nothing. */
  readonly code: OrNewer<ErrorMessage>;
  /** Which fields are to blame, and why. */
  readonly fields: readonly FieldProblem[];
  /** What the server's log has about it is under this id. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ reason, asked, status = 0, body = {}, requestId, retryAfterSeconds, cause }: Failure) {
    const told = body.message ? `${status} ${body.message}` : `${reason}${status ? ` (${status})` : ''}`;
    super(`${told}: ${asked}`, { cause });
    this.name = 'KawarabanError';
    this.reason = reason;
    this.asked = asked;
    this.status = status;
    this.code = body.message ?? '';
    this.fields = body.errors ?? [];
    this.requestId = requestId ?? undefined;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether what was asked for does not exist, or readers may not see it. */
  get isMissing(): boolean {
    return this.status === 404;
  }
}

/** An answer, or why there is none. */
export type Attempt<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: KawarabanError };

/** The error of a call as a value instead of a throw. What is no failure of a call is thrown as it is. */
export async function attempt<Answer>(call: Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { ok: true, answer: await call };
  } catch (error) {
    if (error instanceof KawarabanError) return { ok: false, error };
    throw error;
  }
}

/** `undefined` where what was asked for does not exist; every other failure is thrown. */
export async function orMissing<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  const attempted = await attempt(call);
  if (attempted.ok) return attempted.answer;
  if (attempted.error.isMissing) return undefined;
  throw attempted.error;
}
