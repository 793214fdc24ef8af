import { expect, test } from 'vitest';
import { allAccounts, readUserListState, toUserSearch, type UserListState } from './user-list-state.ts';

const read = (search: string) => readUserListState(new URLSearchParams(search));

test('an address that says nothing is the accounts of the console', () => {
  expect(read('')).toEqual({ kind: 'console' });
  expect(read('?email=ada')).toEqual({ kind: 'console' });
  expect(toUserSearch({ kind: 'console' })).toBe('');
});

test('what an address says is read as it was written', () => {
  const state: UserListState = { kind: 'all', email: 'ada+x@', status: 'disabled', pageToken: 'a/b=' };
  expect(read(toUserSearch(state))).toEqual(state);
  expect(read(toUserSearch(allAccounts))).toEqual(allAccounts);
});

test('what means nothing is left out', () => {
  expect(read(`?accounts=all&status=gone&email=%20&pageToken=${'x'.repeat(4097)}`)).toEqual(allAccounts);
});
