import { expect, test } from 'vitest';
import { newUserValues, toNewUser, userErrors } from './user-form.tsx';

const values = { ...newUserValues('ja'), email: ' hanako@example.com ', name: ' 花子 ', serviceIds: ['news'] };

test('trims input before sending', () => {
  expect(toNewUser(values)).toEqual({
    email: 'hanako@example.com',
    name: '花子',
    role: 'editor',
    serviceIds: ['news'],
    language: 'ja',
  });
  expect(toNewUser({ ...values, name: ' ' })).not.toHaveProperty('name');
});

test('normal accounts get no services', () => {
  expect(toNewUser({ ...values, role: 'normal' }).serviceIds).toEqual([]);
});

test('email is required and validated', () => {
  expect(userErrors(values)).toEqual({});
  expect(userErrors({ ...values, email: ' ' })).toEqual({ email: 'rule.required' });
  expect(userErrors({ ...values, email: 'hanako' })).toEqual({ email: 'rule.email' });
  expect(userErrors({ ...values, name: 'x'.repeat(101) })).toEqual({ name: 'users.nameTooLong' });
});
