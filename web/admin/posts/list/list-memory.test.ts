import { expect, test } from 'vitest';
import { pageOf, rememberedSearch, rememberPage } from './list-memory.ts';
import { type ListState, readListState } from './list-state.ts';

const first: ListState = readListState(new URLSearchParams());
const second: ListState = { ...first, index: 1, pagerKey: 'key-1' };

test('finds visited pages in both directions', () => {
  const storage = givenStorage();
  rememberPage('news', first, 'key-1', storage);
  rememberPage('news', second, 'key-2', storage);
  expect(pageOf('news', second, 0, storage)).toEqual(first);
  expect(pageOf('news', first, 1, storage)).toEqual(second);
  expect(pageOf('news', first, 2, storage)).toEqual({ ...first, index: 2, pagerKey: 'key-2' });
  expect(rememberedSearch('news', storage)).toBe('?index=1&pagerKey=key-1');
});

test('falls back to the first page for unknown pages', () => {
  const storage = givenStorage();
  rememberPage('news', first, 'key-1', storage);
  expect(pageOf('news', first, 5, storage)).toEqual(first);
  const sorted: ListState = { ...first, sort: 'publishAt' };
  expect(pageOf('news', sorted, 1, storage)).toEqual(sorted);
  expect(pageOf('other', first, 1, storage)).toEqual(first);
  rememberPage('news', sorted, undefined, storage);
  expect(pageOf('news', first, 1, storage)).toEqual(first);
});

test('remembers a page opened by its address', () => {
  const storage = givenStorage();
  const fourth: ListState = { ...first, index: 3, pagerKey: 'key-3' };
  rememberPage('news', fourth, undefined, storage);
  expect(pageOf('news', first, 3, storage)).toEqual(fourth);
  expect(pageOf('news', fourth, 2, storage)).toEqual(first);
});

test('ignores unreadable and full storage', () => {
  const storage = givenStorage();
  storage.setItem('kawaraban.posts.news', '{');
  expect(rememberedSearch('news', storage)).toBe('');
  const full = {
    ...storage,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  };
  rememberPage('news', second, undefined, full);
  expect(rememberedSearch('news', storage)).toBe('');
});

function givenStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
