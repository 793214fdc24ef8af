import { expect, test } from 'vitest';
import {
  isSearched,
  type LibraryState,
  readLibraryState,
  toLibraryQuery,
  toLibrarySearch,
  wholeLibrary,
} from './library-state.ts';

const read = (search: string) => readLibraryState(new URLSearchParams(search));

test('empty address lists the whole library, newest first', () => {
  expect(read('')).toEqual(wholeLibrary);
  expect(toLibrarySearch(wholeLibrary)).toBe('');
  expect(toLibraryQuery(wholeLibrary)).toEqual({ sort: 'createdAt', order: 'desc' });
});

test('state survives a round trip through the address', () => {
  const state: LibraryState = {
    ...{ name: '鶴 & 亀', type: 'image/svg+xml', scope: 'unused', sort: 'size', order: 'asc', pageToken: 'e30' },
  };
  expect(read(toLibrarySearch(state))).toEqual(state);
  expect(toLibraryQuery(state)).toMatchObject({ name: '鶴 & 亀', type: 'image/svg+xml', isUnused: '1' });
  expect(toLibraryQuery({ ...state, scope: 'removed' })).toMatchObject({ isUnused: undefined, isRemoved: '1' });
});

test('ignores invalid parameters', () => {
  expect(read('?type=images&sort=colour&order=up&show=everything&pageToken=')).toEqual(wholeLibrary);
  expect(read(`?pageToken=${'x'.repeat(3401)}`)).toEqual(wholeLibrary);
  expect(read(`?name=${'x'.repeat(500)}`).name).toHaveLength(128);
  expect(toLibraryQuery({ ...wholeLibrary, name: '  ' })).not.toHaveProperty('name');
});

test('name or type makes a search', () => {
  expect(isSearched(wholeLibrary)).toBe(false);
  expect(isSearched({ ...wholeLibrary, scope: 'removed' })).toBe(false);
  expect(isSearched({ ...wholeLibrary, name: 'crane' })).toBe(true);
  expect(isSearched({ ...wholeLibrary, type: 'image' })).toBe(true);
});
