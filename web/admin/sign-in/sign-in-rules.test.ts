import { expect, test } from 'vitest';
import { laterStepFailureOf, signInFailureOf } from './sign-in-failure.ts';
import {
  codeError,
  codeOrRecoveryError,
  passwordError,
  plainCode,
  plainCodeOrRecovery,
  usernameError,
} from './sign-in-rules.ts';

test.for(['admin', 'ada@example.com', ' ada@example.com ', '瓦版'])('%j is a valid username', (username) => {
  expect(usernameError(username)).toBeUndefined();
});

test('username is required and emails are validated', () => {
  expect(usernameError('  ')).toBe('rule.required');
  for (const wrong of ['a@b', '@example.com', 'ada@', 'a da@example.com', 'a@b@example.com']) {
    expect(usernameError(wrong), wrong).toBe('rule.email');
  }
});

test('password has at least six characters', () => {
  expect(passwordError('')).toBe('rule.required');
  expect(passwordError('12345')).toBe('rule.passwordShort');
  expect(passwordError('123456')).toBeUndefined();
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

test('code has six digits in any width and spacing', () => {
  expect(codeError('')).toBe('rule.required');
  expect(codeError('12345')).toBe('rule.code');
  expect(codeError('abcd-2345')).toBe('rule.code');
  expect(codeError(' １２３ ４５６ ')).toBeUndefined();
  expect(plainCode(' １２３ ４５６ ')).toBe('123456');
});

test('accepts recovery codes with or without hyphen', () => {
  expect(codeOrRecoveryError('')).toBe('rule.required');
  expect(codeOrRecoveryError('12345')).toBe('rule.codeOrRecovery');
  expect(codeOrRecoveryError('123456')).toBeUndefined();
  expect(codeOrRecoveryError('ABCD2345')).toBeUndefined();
  expect(plainCodeOrRecovery('ABCD 2345')).toBe('abcd-2345');
  expect(plainCodeOrRecovery('abcd-2345')).toBe('abcd-2345');
  expect(plainCodeOrRecovery('123 456')).toBe('123456');
});
