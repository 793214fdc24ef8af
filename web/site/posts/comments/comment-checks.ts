import { ApiError } from '#contract/api-client.ts';
import { CommentEdit } from '#contract/comments.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { GuestRejected } from '../enter-as-guest.ts';
import { type Failure, FIELDS, type FieldErrors, type FieldProblem, type Typed, toInput } from './comment-fields.ts';

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

const WORD_OF_MESSAGE = new Map<string, Failure['word']>([
  [messages.unavailable, 'closed'],
  [messages.contentNotAccepted, 'closed'],
  [messages.serviceMissing, 'closed'],
  [messages.recaptchaRequired, 'proof'],
  [messages.foreignOrigin, 'elsewhere'],
]);

const WORD_OF_STATUS: Readonly<Record<number, Failure['word']>> = {
  0: 'unanswered',
  400: 'check',
  401: 'signedOut',
  403: 'over',
  404: 'gone',
  409: 'changed',
  429: 'tooMany',
};
