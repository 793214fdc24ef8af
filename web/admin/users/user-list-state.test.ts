import { expect, test } from 'vitest';
import { allAccounts, readUserListState, toUserSearch, type UserListState } from './user-list-state.ts';

const read = (search: string) => readUserListState(new URLSearchParams(search));

test('empty address lists the console accounts', () => {
  expect(read('')).toEqual({ kind: 'console' });
  expect(read('?email=ada')).toEqual({ kind: 'console' });
  expect(toUserSearch({ kind: 'console' })).toBe('');
});

test('state survives a round trip through the address', () => {
  const state: UserListState = { kind: 'all', email: 'ada+x@', status: 'disabled', pageToken: 'a/b=' };
  expect(read(toUserSearch(state))).toEqual(state);
  expect(read(toUserSearch(allAccounts))).toEqual(allAccounts);
});

test('ignores invalid parameters', () => {
  expect(read(`?accounts=all&status=gone&email=%20&pageToken=${'x'.repeat(4097)}`)).toEqual(allAccounts);
});
