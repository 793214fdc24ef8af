import { expect, test } from 'vitest';
import { newPasswordFailureOf, signInFailureOf } from './sign-in-failure.ts';
import { passwordFault, usernameFault } from './sign-in-rules.ts';

test.for(['admin', 'ada@example.com', ' ada@example.com ', '瓦版'])('%j may sign in', (username) => {
  expect(usernameFault(username)).toBeUndefined();
});

test('a name is required, and what has an @ must be an address', () => {
  expect(usernameFault('  ')).toBe('rule.required');
  for (const wrong of ['a@b', '@example.com', 'ada@', 'a da@example.com', 'a@b@example.com']) {
    expect(usernameFault(wrong), wrong).toBe('rule.email');
  }
});

test('a password has six characters at least', () => {
  expect(passwordFault('')).toBe('rule.required');
  expect(passwordFault('12345')).toBe('rule.passwordShort');
  expect(passwordFault('123456')).toBeUndefined();
});

test.for([
  ['NotAuthorizedException', 'Incorrect username or password.', 'signIn.mismatch'],
  ['UserNotFoundException', '', 'signIn.mismatch'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'signIn.tooMany'],
  ['TooManyRequestsException', '', 'signIn.tooMany'],
  ['LimitExceededException', '', 'signIn.tooMany'],
  ['NetworkError', 'Network error', 'signIn.network'],
  ['InternalErrorException', '', 'signIn.failed'],
] as const)('%s (%s) is told as %s', ([code, message, expected]) => {
  expect(signInFailureOf(Object.assign(new Error(message), { code }))).toBe(expected);
});

test('a second step that comes too late is told as such', () => {
  const error = Object.assign(new Error('Invalid session'), { code: 'NotAuthorizedException' });
  expect(newPasswordFailureOf(error)).toBe('signIn.expired');
});
