import { expect, test } from 'vitest';
import { toLoggedName, toWrittenName } from './audit-names.ts';

const names = { users: { '7f3c': 'ada@example.com', admin: 'admin@example.com' }, keys: { '01k': 'Build' } };

test('maps emails and labels to logged names and ids', () => {
  expect(toLoggedName(names, ' Ada@example.com ')).toBe('7f3c');
  expect(toLoggedName(names, 'build')).toBe('01k');
  expect(toWrittenName(names, '7f3c')).toBe('ada@example.com');
  expect(toWrittenName(names, '01k')).toBe('Build');
});

test('leaves unknown names unchanged', () => {
  expect(toLoggedName(names, ' 8a1b ')).toBe('8a1b');
  expect(toWrittenName(names, '8a1b')).toBe('8a1b');
  expect(toLoggedName(names, 'admin')).toBe('admin');
});
