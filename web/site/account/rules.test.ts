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
] as const)('the address %j: %s', ([value, fault]) => {
  expect(emailFault(value)).toBe(fault);
});

test('what has no @ may be the name of an account', () => {
  expect(signInNameFault('admin')).toBeUndefined();
  expect(signInNameFault('ada@nowhere')).toBe('rule.email');
  expect(signInNameFault(' ')).toBe('rule.required');
});

test('a password has six characters at least', () => {
  expect(passwordFault('')).toBe('rule.required');
  expect(passwordFault('12345')).toBe('rule.passwordShort');
  expect(passwordFault('123456')).toBeUndefined();
});

test('a name is needed, and not too long', () => {
  expect(nameFault(' ')).toBe('rule.required');
  expect(nameFault('墨'.repeat(129))).toBe('rule.nameLong');
  expect(nameFault('Ada')).toBeUndefined();
});

test.for(['123456', ' 123 456 ', '１２３４５６'])('%j is a code of six digits', (code) => {
  expect(codeFault(code)).toBeUndefined();
  expect(plainCode(code)).toBe('123456');
});

test('what is no code is told so', () => {
  expect(codeFault('')).toBe('rule.required');
  expect(codeFault('12345')).toBe('rule.code');
  expect(codeFault('abcd-2345')).toBe('rule.code');
  expect(oneTimeCodeFault('12345')).toBe('rule.oneTimeCode');
});

test.for(['abcd-2345', 'ABCD2345', ' abcd 2345'])('%j is a recovery code', (code) => {
  expect(oneTimeCodeFault(code)).toBeUndefined();
  expect(plainOneTimeCode(code)).toBe('abcd-2345');
});

test('six digits at sign-in stay six digits', () => {
  expect(plainOneTimeCode('123 456')).toBe('123456');
});
