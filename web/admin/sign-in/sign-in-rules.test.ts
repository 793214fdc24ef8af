import { expect, test } from 'vitest';
import { laterStepFailureOf, signInFailureOf } from './sign-in-failure.ts';
import {
  codeFault,
  codeOrRecoveryFault,
  passwordFault,
  plainCode,
  plainCodeOrRecovery,
  usernameFault,
} from './sign-in-rules.ts';

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
  ['InternalErrorException', 'Storage is full', 'msg.Storage is full'],
  ['NotAuthorizedException', 'User is disabled.', 'signIn.disabled'],
  ['PasswordResetRequiredException', '', 'signIn.resetRequired'],
  ['CodeMismatchException', '', 'signIn.wrongCode'],
  ['EnableSoftwareTokenMFAException', '', 'signIn.wrongCode'],
  ['ExpiredCodeException', '', 'signIn.expiredCode'],
] as const)('%s (%s) is told as %s', ([code, message, expected]) => {
  expect(signInFailureOf(Object.assign(new Error(message), { code }))).toBe(expected);
});

test('a second step that comes too late is told as such', () => {
  const error = Object.assign(new Error('Invalid session'), { code: 'NotAuthorizedException' });
  expect(laterStepFailureOf(error)).toBe('signIn.expired');
});

test('a later step says when there were too many attempts', () => {
  const error = Object.assign(new Error('Attempt limit exceeded'), { code: 'LimitExceededException' });
  expect(laterStepFailureOf(error)).toBe('signIn.tooMany');
});

test('a code has six digits, however they were typed', () => {
  expect(codeFault('')).toBe('rule.required');
  expect(codeFault('12345')).toBe('rule.code');
  expect(codeFault('abcd-2345')).toBe('rule.code');
  expect(codeFault(' １２３ ４５６ ')).toBeUndefined();
  expect(plainCode(' １２３ ４５６ ')).toBe('123456');
});

test('a recovery code is taken in place of a one-time code, with its hyphen or without', () => {
  expect(codeOrRecoveryFault('')).toBe('rule.required');
  expect(codeOrRecoveryFault('12345')).toBe('rule.codeOrRecovery');
  expect(codeOrRecoveryFault('123456')).toBeUndefined();
  expect(codeOrRecoveryFault('ABCD2345')).toBeUndefined();
  expect(plainCodeOrRecovery('ABCD 2345')).toBe('abcd-2345');
  expect(plainCodeOrRecovery('abcd-2345')).toBe('abcd-2345');
  expect(plainCodeOrRecovery('123 456')).toBe('123456');
});
