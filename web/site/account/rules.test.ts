import { expect, test } from 'vitest';
import {
  codeFault,
  emailFault,
  nameFault,
  oneTimeCodeFault,
  passwordFault,
  plainCode,
  plainOneTimeCode,
  signInNameFault,
} from './rules.ts';

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
] as const)('validates email %j: %s', ([value, fault]) => {
  expect(emailFault(value)).toBe(fault);
});

test('sign-in name without an @ is accepted', () => {
  expect(signInNameFault('admin')).toBeUndefined();
  expect(signInNameFault('ada@nowhere')).toBe('rule.email');
  expect(signInNameFault(' ')).toBe('rule.required');
});

test('password has a minimum of six characters', () => {
  expect(passwordFault('')).toBe('rule.required');
  expect(passwordFault('12345')).toBe('rule.passwordShort');
  expect(passwordFault('123456')).toBeUndefined();
});

test('name is required with a maximum length', () => {
  expect(nameFault(' ')).toBe('rule.required');
  expect(nameFault('墨'.repeat(129))).toBe('rule.nameLong');
  expect(nameFault('Ada')).toBeUndefined();
});

test.for(['123456', ' 123 456 ', '１２３４５６'])('%j is a valid code', (code) => {
  expect(codeFault(code)).toBeUndefined();
  expect(plainCode(code)).toBe('123456');
});

test('invalid codes are rejected', () => {
  expect(codeFault('')).toBe('rule.required');
  expect(codeFault('12345')).toBe('rule.code');
  expect(codeFault('abcd-2345')).toBe('rule.code');
  expect(oneTimeCodeFault('12345')).toBe('rule.oneTimeCode');
});

test.for(['abcd-2345', 'ABCD2345', ' abcd 2345'])('%j is a recovery code', (code) => {
  expect(oneTimeCodeFault(code)).toBeUndefined();
  expect(plainOneTimeCode(code)).toBe('abcd-2345');
});

test('six-digit codes stay unchanged at sign-in', () => {
  expect(plainOneTimeCode('123 456')).toBe('123456');
});
