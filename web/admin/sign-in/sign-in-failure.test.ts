import { expect, test } from 'vitest';
import { laterStepFailureOf, signInFailureOf } from './sign-in-failure.ts';

test.for([
  ['NotAuthorizedException', 'Incorrect username or password.', 'signIn.mismatch'],
  ['UserNotFoundException', '', 'signIn.mismatch'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'signIn.tooMany'],
  ['TooManyRequestsException', '', 'signIn.tooMany'],
  ['LimitExceededException', '', 'signIn.tooMany'],
  ['NetworkError', 'Network error', 'signIn.network'],
  ['InternalErrorException', '', 'signIn.failed'],
  ['InternalErrorException', 'Storage is full', 'msg.Storage is full'],
  ['NotAuthorizedException', 'User is disabled.', 'signIn.disabled'],
  ['PasswordResetRequiredException', '', 'signIn.resetRequired'],
  ['CodeMismatchException', '', 'signIn.wrongCode'],
  ['EnableSoftwareTokenMFAException', '', 'signIn.wrongCode'],
  ['ExpiredCodeException', '', 'signIn.expiredCode'],
] as const)('%s (%s) maps to %s', ([code, message, expected]) => {
  expect(signInFailureOf(Object.assign(new Error(message), { code }))).toBe(expected);
});

test('late second step is reported as expired', () => {
  const error = Object.assign(new Error('Invalid session'), { code: 'NotAuthorizedException' });
  expect(laterStepFailureOf(error)).toBe('signIn.expired');
});

test('later step reports too many attempts', () => {
  const error = Object.assign(new Error('Attempt limit exceeded'), { code: 'LimitExceededException' });
  expect(laterStepFailureOf(error)).toBe('signIn.tooMany');
});
