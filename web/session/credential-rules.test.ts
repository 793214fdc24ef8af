import { expect, test } from 'vitest';
import {
  codeError,
  emailError,
  nameError,
  oneTimeCodeError,
  passwordError,
  plainCode,
  plainOneTimeCode,
  signInNameError,
} from './credential-rules.ts';

test.for([
  ['', 'rule.required'],
  ['  ', 'rule.required'],
  ['ada', 'rule.email'],
  ['a@b', 'rule.email'],
  ['@example.com', 'rule.email'],
  ['a da@example.com', 'rule.email'],
  [`${'a'.repeat(250)}@example.com`, 'rule.email'],
  [' ada@example.com ', undefined],
  ['瓦版@example.jp', undefined],
] as const)('validates email %j: %s', ([value, fieldError]) => {
  expect(emailError(value)).toBe(fieldError);
});

test('sign-in name without an @ is accepted', () => {
  expect(signInNameError('admin')).toBeUndefined();
  expect(signInNameError('ada@nowhere')).toBe('rule.email');
  expect(signInNameError(' ')).toBe('rule.required');
});

test('password has a minimum of six characters', () => {
  expect(passwordError('')).toBe('rule.required');
  expect(passwordError('12345')).toBe('rule.passwordShort');
  expect(passwordError('123456')).toBeUndefined();
});

test('name is required with a maximum length', () => {
  expect(nameError(' ')).toBe('rule.required');
  expect(nameError('墨'.repeat(129))).toBe('rule.nameLong');
  expect(nameError('Ada')).toBeUndefined();
});

test.for(['123456', ' 123 456 ', '１２３４５６'])('%j is a valid code', (code) => {
  expect(codeError(code)).toBeUndefined();
  expect(plainCode(code)).toBe('123456');
});

test('invalid codes are rejected', () => {
  expect(codeError('')).toBe('rule.required');
  expect(codeError('12345')).toBe('rule.code');
  expect(codeError('abcd-2345')).toBe('rule.code');
  expect(oneTimeCodeError('12345')).toBe('rule.oneTimeCode');
});

test.for(['abcd-2345', 'ABCD2345', ' abcd 2345'])('%j is a recovery code', (code) => {
  expect(oneTimeCodeError(code)).toBeUndefined();
  expect(plainOneTimeCode(code)).toBe('abcd-2345');
});

test('six-digit codes stay unchanged at sign-in', () => {
  expect(plainOneTimeCode('123 456')).toBe('123456');
});
