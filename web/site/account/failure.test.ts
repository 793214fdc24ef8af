import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { failureOf, providerFailureOf } from './failure.ts';

const words = { otherwise: 'failure.update', notAuthorized: { key: 'failure.mismatch' } } as const;

function rejection(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code });
}

test.for([
  ['NotAuthorizedException', 'Incorrect username or password.', { key: 'failure.mismatch' }],
  ['NotAuthorizedException', 'Password attempts exceeded', { key: 'failure.tooMany' }],
  ['NotAuthorizedException', 'User is disabled.', { key: 'failure.disabled' }],
  ['UserNotFoundException', '', { key: 'failure.mismatch' }],
  ['UserNotConfirmedException', '', { key: 'failure.unverified' }],
  ['LimitExceededException', '', { key: 'failure.tooMany' }],
  ['TooManyRequestsException', '', { key: 'failure.tooMany' }],
  ['NetworkError', 'Network error', { key: 'failure.network' }],
  ['CodeMismatchException', '', { key: 'failure.codeWrong', field: 'code' }],
  ['EnableSoftwareTokenMFAException', '', { key: 'failure.codeWrong', field: 'code' }],
  ['ExpiredCodeException', '', { key: 'failure.codeExpired', field: 'code' }],
  ['AliasExistsException', '', { key: 'failure.emailInUse', field: 'email' }],
  ['InvalidPasswordException', 'Password not long enough', { key: 'rule.passwordShort', field: 'password' }],
  [
    'InvalidPasswordException',
    'Password must differ from the current one',
    { key: 'failure.passwordSame', field: 'password' },
  ],
  ['InvalidPasswordException', 'Password is among the first', { key: 'failure.passwordRefused', field: 'password' }],
  ['PasswordResetRequiredException', '', { key: 'failure.resetRequired' }],
  ['InternalErrorException', '', { key: 'failure.update' }],
  ['InternalErrorException', 'Storage is full', { key: 'failure.notSaved' }],
] as const)('%s (%s) maps to its own message', ([code, message, expected]) => {
  expect(failureOf(rejection(code, message), words)).toEqual(expected);
});

test('API errors map to messages by text, field or status', () => {
  const failure = (status: number, body: { message: string; errors?: { field: string; message: string }[] }) =>
    failureOf(new ApiError(status, body), words);
  expect(failure(400, { message: messages.lastAdmin })).toEqual({ key: 'failure.lastAdmin' });
  expect(failure(400, { message: messages.identityTaken })).toEqual({ key: 'failure.identityTaken' });
  expect(failure(429, { message: 'slow down' })).toEqual({ key: 'failure.tooMany' });
  expect(failure(0, { message: 'Network error' })).toEqual({ key: 'failure.network' });
  expect(failure(500, { message: 'Server error' })).toEqual({ key: 'failure.update' });
  expect(failure(400, { message: 'Validation Failed', errors: [{ field: 'code', message: 'InvalidInput' }] })).toEqual({
    key: 'failure.codeWrong',
    field: 'code',
  });
});

test("other errors map to the page's message", () => {
  expect(failureOf(new TypeError('x'), words)).toEqual({ key: 'failure.update' });
  expect(failureOf(undefined, words)).toEqual({ key: 'failure.update' });
});

test('provider errors map to messages, unknown ones included', () => {
  expect(providerFailureOf('identity_taken')).toBe('failure.identityTaken');
  expect(providerFailureOf('access_denied')).toBe('provider.failure.denied');
  expect(providerFailureOf('constructor')).toBe('provider.failure.other');
});
