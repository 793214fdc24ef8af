import { expect, test } from 'vitest';
import { newUserValues, toNewUser, userFaults } from './user-form-values.ts';

const values = { ...newUserValues('ja'), email: ' hanako@example.com ', name: ' 花子 ', serviceIds: ['news'] };

test('what is typed goes to the server without the space around it', () => {
  expect(toNewUser(values)).toEqual({
    email: 'hanako@example.com',
    name: '花子',
    role: 'editor',
    serviceIds: ['news'],
    language: 'ja',
  });
  expect(toNewUser({ ...values, name: ' ' })).not.toHaveProperty('name');
});

test('whoever does not enter the console gets no service', () => {
  expect(toNewUser({ ...values, role: 'normal' }).serviceIds).toEqual([]);
});

test('an address is needed, and has to be one', () => {
  expect(userFaults(values)).toEqual({});
  expect(userFaults({ ...values, email: ' ' })).toEqual({ email: 'rule.required' });
  expect(userFaults({ ...values, email: 'hanako' })).toEqual({ email: 'rule.email' });
  expect(userFaults({ ...values, name: 'x'.repeat(101) })).toEqual({ name: 'users.nameTooLong' });
});
