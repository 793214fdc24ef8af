import { expect, test } from 'vitest';
import {
  actionsFor,
  chosenName,
  isDemotion,
  matchingUsers,
  needsConfirmation,
  userStateOf,
  userTitle,
} from './user-state.tsx';

test.for([
  ['CONFIRMED', 'active'],
  ['UNCONFIRMED', 'unconfirmed'],
  ['FORCE_CHANGE_PASSWORD', 'invited'],
  ['RESET_REQUIRED', 'resetting'],
  ['EXTERNAL_PROVIDER', 'external'],
  ['ARCHIVED', 'other'],
  ['toString', 'other'],
] as const)('%s maps to %s', ([status, state]) => {
  expect(userStateOf({ enabled: true, status })).toBe(state);
});

test('disabled takes precedence over other states', () => {
  expect(userStateOf({ enabled: false, status: 'UNCONFIRMED' })).toBe('disabled');
});

test('title is the verified email or the username', () => {
  const account = { email: 'ada@example.com', emailVerified: true, username: 'ada' };
  expect(userTitle(account)).toBe('ada@example.com');
  expect(userTitle({ ...account, emailVerified: false })).toBe('ada');
  expect(userTitle({ ...account, email: '' })).toBe('ada');
});

test('email in place of a name is no name', () => {
  const account = { email: 'ada@example.com', username: '7f' };
  expect(chosenName({ ...account, name: 'ada@example.com' })).toBeUndefined();
  expect(chosenName({ ...account, name: '' })).toBeUndefined();
  expect(chosenName({ ...account, name: 'Ada' })).toBe('Ada');
});

test('search matches parts of name, email and username', () => {
  const ada = { username: 'x1', email: 'ada@example.com', name: 'Ada L.' };
  const hanako = { username: 'x2', email: 'hanako@example.jp', name: '花子' };
  expect(matchingUsers([ada, hanako], '')).toEqual([ada, hanako]);
  expect(matchingUsers([ada, hanako], ' EXAMPLE  l.')).toEqual([ada]);
  expect(matchingUsers([ada, hanako], '花')).toEqual([hanako]);
  expect(matchingUsers([ada, hanako], 'nobody')).toEqual([]);
});

test('offers invitation or password reset by state', () => {
  expect(actionsFor({ enabled: true, status: 'FORCE_CHANGE_PASSWORD', mfaEnabled: false })).toEqual([
    'invite',
    'signOut',
    'disable',
    'remove',
  ]);
  expect(actionsFor({ enabled: true, status: 'CONFIRMED', mfaEnabled: false })[0]).toBe('reset');
  expect(actionsFor({ enabled: true, status: 'UNCONFIRMED', mfaEnabled: false })).toEqual([
    'signOut',
    'disable',
    'remove',
  ]);
});

test('disabled accounts can be enabled or deleted only', () => {
  expect(actionsFor({ enabled: false, status: 'CONFIRMED', mfaEnabled: false })).toEqual(['enable', 'remove']);
});

test('lower role removes rights', () => {
  expect(isDemotion('admin', 'editor')).toBe(true);
  expect(isDemotion('viewer', 'normal')).toBe(true);
  expect(isDemotion('viewer', 'editor')).toBe(false);
  expect(isDemotion('editor', 'editor')).toBe(false);
});

test('asks before granting admin or removing rights', () => {
  expect(needsConfirmation('editor', 'admin')).toBe(true);
  expect(needsConfirmation('editor', 'viewer')).toBe(true);
  expect(needsConfirmation('viewer', 'editor')).toBe(false);
});
