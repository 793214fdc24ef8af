import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { CommentBody, MAX_COMMENT } from '#contract/comments.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { GuestRejected } from '../enter-as-guest.ts';
import { errorsOf, failureOf } from './comment-checks.ts';
import { lengthOf, MAX_LENGTH } from './comment-fields.ts';

const nobody = { nickname: '', age: '', area: '' };

test("length matches the server's count", () => {
  const typed = fc.array(fc.constantFrom('a', ' ', '\n', '\r\n', '\r', '墨', '🖋️', '\u3000'), { maxLength: 60 });
  fc.assert(
    fc.property(typed, (parts) => {
      const body = parts.join('');
      const taken = CommentBody.safeParse(body);
      if (taken.success) expect([...taken.data]).toHaveLength(lengthOf(body));
      else expect(lengthOf(body)).toBe(0);
    }),
  );
});

test('emoji count as one character', () => {
  expect(MAX_LENGTH).toBe(MAX_COMMENT);
  expect(lengthOf('😀'.repeat(600))).toBe(600);
  expect(lengthOf(` ${'😀\r\n'.repeat(3)} `)).toBe(5);
});

test('field errors distinguish empty, long and invalid input', () => {
  expect(errorsOf({ ...nobody, body: ' \r\n ' })).toEqual({ body: 'empty' });
  expect(errorsOf({ ...nobody, body: 'a'.repeat(MAX_COMMENT) })).toEqual({});
  expect(errorsOf({ ...nobody, body: 'a'.repeat(MAX_COMMENT + 1) })).toEqual({ body: 'long' });
  expect(errorsOf({ ...nobody, body: '😀'.repeat(MAX_COMMENT) })).toEqual({});
  expect(errorsOf({ ...nobody, body: '😀'.repeat(MAX_COMMENT + 1) })).toEqual({ body: 'long' });
  expect(errorsOf({ ...nobody, body: 'a'.repeat(9999) })).toEqual({ body: 'long' });
  expect(errorsOf({ ...nobody, body: 'a\0' })).toEqual({ body: 'invalid' });
  const long = { nickname: 'n'.repeat(51), age: '1'.repeat(21), area: 'a'.repeat(51) };
  expect(errorsOf({ ...long, body: 'a' })).toEqual({ nickname: 'long', age: 'long', area: 'long' });
});

test.for([
  [0, 'Network error', 'unanswered'],
  [400, messages.validationFailed, 'check'],
  [400, messages.unavailable, 'closed'],
  [400, messages.contentNotAccepted, 'closed'],
  [400, messages.recaptchaRequired, 'proof'],
  [401, messages.authRequired, 'signedOut'],
  [403, messages.forbidden, 'over'],
  [403, messages.foreignOrigin, 'elsewhere'],
  [404, messages.notFound, 'gone'],
  [409, messages.staleRevision, 'changed'],
  [429, messages.tooManyRequests, 'tooMany'],
  [500, messages.serverError, 'server'],
  [503, messages.serverError, 'server'],
] as const)('status %s with “%s” has its own message', ([status, message, word]) => {
  expect(failureOf(new ApiError(status, { message }))).toEqual({ word, fieldErrors: {} });
});

test('API errors are mapped to fields', () => {
  const errors = [
    { field: 'body', message: fieldMessages.empty },
    { field: 'nickname', message: fieldMessages.invalid },
    { field: 'altcha', message: fieldMessages.invalid },
  ];
  const { fieldErrors } = failureOf(new ApiError(400, { message: messages.validationFailed, errors }));
  expect(fieldErrors).toEqual({ body: 'empty', nickname: 'invalid' });
});

test('lost session differs from a server error', () => {
  const lost = Object.assign(new Error('Nobody is signed in'), { name: 'SessionLost' });
  expect(failureOf(lost).word).toBe('signedOut');
  expect(failureOf(new TypeError('x')).word).toBe('server');
});

test('rejected guest sign-in has its own messages', () => {
  expect(failureOf(new GuestRejected(500, { message: messages.serverError })).word).toBe('guest');
  expect(failureOf(new GuestRejected(503, { message: messages.unavailable })).word).toBe('closed');
});
