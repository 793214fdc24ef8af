import { ApiError, type Call } from '#contract/api-client.ts';
import { CommentEdit } from '#contract/comments.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { guestApi } from '#contract/guests.ts';

export const FIELDS = ['body', 'nickname', 'age', 'area'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Typed = Readonly<Record<FieldName, string>>;

export type FieldProblem = 'empty' | 'long' | 'invalid';

export type FailureWord =
  | 'check'
  | 'closed'
  | 'tooMany'
  | 'over'
  | 'elsewhere'
  | 'gone'
  | 'proof'
  | 'signedOut'
  | 'unanswered'
  | 'guest'
  | 'server';

export interface Failure {
  readonly word: FailureWord;
  readonly fieldErrors: FieldErrors;
}

export type FieldErrors = Readonly<Partial<Record<FieldName, FieldProblem>>>;

/** Counts code points like the server: line breaks and emoji count once. */
export function lengthOf(body: string): number {
  return [...body.replace(/\r\n?/g, '\n').trim()].length;
}

export function typedIn(form: FormData): Typed {
  const read = (name: FieldName) => String(form.get(name) ?? '');
  return { body: read('body'), nickname: read('nickname'), age: read('age'), area: read('area') };
}

export function toInput({ body, ...profiles }: Typed) {
  return { body, profiles };
}

export function errorsOf(typed: Typed): FieldErrors {
  const issues = CommentEdit.safeParse(toInput(typed)).error?.issues ?? [];
  return byField(
    issues.map(({ path, code, message }) => [path.at(-1), code === 'too_big' ? 'long' : errorIn(message)]),
  );
}

function errorIn(message: string): FieldProblem {
  return message === fieldMessages.empty ? 'empty' : 'invalid';
}

function byField(found: readonly (readonly [field: unknown, fieldError: FieldProblem])[]): FieldErrors {
  return Object.fromEntries(
    found.toReversed().flatMap(([field, fieldError]) => {
      const name = FIELDS.find((each) => each === field);
      return name === undefined ? [] : [[name, fieldError] as const];
    }),
  );
}

export class GuestRejected extends ApiError {}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    const isSessionLost = error instanceof Error && error.name === 'SessionLost';
    return { word: isSessionLost ? 'signedOut' : 'server', fieldErrors: {} };
  }
  const { status, body } = error;
  const fieldErrors = byField(
    (body.errors ?? []).map(({ field, message, limit }) => [
      field,
      limit?.rule === 'atMost' ? 'long' : errorIn(message),
    ]),
  );
  const word = error instanceof GuestRejected ? 'guest' : (WORD_OF_STATUS[status] ?? 'server');
  return { word: WORD_OF_MESSAGE.get(body.message) ?? word, fieldErrors };
}

const WORD_OF_MESSAGE: ReadonlyMap<string, FailureWord> = new Map<string, FailureWord>([
  [messages.unavailable, 'closed'],
  [messages.contentNotAccepted, 'closed'],
  [messages.serviceMissing, 'closed'],
  [messages.recaptchaRequired, 'proof'],
  [messages.foreignOrigin, 'elsewhere'],
]);

const WORD_OF_STATUS: Readonly<Record<number, FailureWord>> = {
  0: 'unanswered',
  400: 'check',
  401: 'signedOut',
  403: 'over',
  404: 'gone',
  429: 'tooMany',
};

/**
 * Ignores 429: without a guest cookie the server derives a guest id that is valid for one day.
 * @throws {GuestRejected} on other errors of the server.
 */
export async function enterAsGuest(call: Call): Promise<void> {
  try {
    await call(guestApi.enter, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    if (error.status !== 429) throw new GuestRejected(error.status, error.body);
  }
}
