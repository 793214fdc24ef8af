import { expect, onTestFinished, test, vi } from 'vitest';
import {
  firstPage,
  isFiltered,
  isNarrowed,
  type ListState,
  pageOf,
  readListState,
  rememberedSearch,
  rememberPage,
  sortedBy,
  toSearch,
} from './list-state.ts';

const plain: ListState = {
  sort: 'createdAt',
  order: 'desc',
  category: '',
  tag: '',
  status: '',
  filter: undefined,
  size: 20,
  index: 0,
  pagerKey: undefined,
};

const read = (search: string) => readListState(new URLSearchParams(search));

test('empty query means newest posts first', () => {
  expect(read('')).toEqual(plain);
  expect(toSearch(plain)).toBe('');
});

test('query string round-trips', () => {
  const state: ListState = {
    sort: 'publishAt',
    order: 'asc',
    category: 'events',
    tag: '東京, 大阪',
    status: 'reserved',
    size: 50,
    filter: { attribute: 'title', compare: 'contains', value: '瓦版 & more' },
    index: 2,
    pagerKey: '{"postId":"x"}',
  };
  expect(read(toSearch(state))).toEqual(state);
});

test('ignores invalid parameters', () => {
  expect(read('?sort=author&order=up&category=A%20B&filters=%7B&index=-1&pagerKey=x')).toEqual(plain);
  expect(read('?filters={"attribute":"author","compare":"eq","value":"x"}&index=1.5')).toEqual(plain);
  expect(read(`?filters=${encodeURIComponent('{"attribute":"slug","compare":"eq","value":""}')}`)).toEqual(plain);
  expect(read('?index=5000')).toEqual(plain);
  expect(read('?tag=&status=gone&count=7')).toEqual(plain);
});

test('missing size falls back to the preferred one', () => {
  expect(readListState(new URLSearchParams(), 50)).toEqual({ ...plain, size: 50 });
  expect(readListState(new URLSearchParams('count=10'), 50)).toEqual({ ...plain, size: 10 });
});

test('keeps the page number when the key is missing', () => {
  expect(read('?index=3')).toEqual({ ...plain, index: 3 });
  expect(read(`?index=3&pagerKey=${'x'.repeat(2501)}`)).toEqual({ ...plain, index: 3 });
});

test('sort starts descending, reverses when repeated, and resets the page', () => {
  const deep = { ...plain, index: 4, pagerKey: 'k' };
  expect(sortedBy(deep, 'publishAt')).toEqual({ ...plain, sort: 'publishAt' });
  expect(sortedBy(deep, 'createdAt')).toEqual({ ...plain, order: 'asc' });
  expect(sortedBy(sortedBy(deep, 'createdAt'), 'createdAt')).toEqual(plain);
  expect(firstPage(deep)).toEqual(plain);
});

test('sorts titles ascending first', () => {
  const byTitle: ListState = { ...plain, sort: 'title', order: 'asc' };
  expect(sortedBy(plain, 'title')).toEqual(byTitle);
  expect(sortedBy(byTitle, 'title')).toEqual({ ...byTitle, order: 'desc' });
  expect(sortedBy({ ...byTitle, order: 'desc' }, 'title')).toEqual(byTitle);
  expect(read(toSearch(byTitle))).toEqual(byTitle);
});

test('category, tag, status or filter makes a list filtered', () => {
  expect(isFiltered(plain)).toBe(false);
  expect(isFiltered({ ...plain, category: 'events' })).toBe(true);
  expect(isFiltered({ ...plain, tag: 'edo' })).toBe(true);
  expect(isFiltered({ ...plain, status: 'draft' })).toBe(true);
  expect(isNarrowed({ ...plain, status: 'draft' })).toBe(false);
  expect(isFiltered({ ...plain, filter: { attribute: 'slug', compare: 'eq', value: 'a' } })).toBe(true);
});

const first: ListState = readListState(new URLSearchParams());
const second: ListState = { ...first, index: 1, pagerKey: 'key-1' };

test('finds visited pages in both directions', () => {
  givenStorage();
  rememberPage('news', first, 'key-1');
  rememberPage('news', second, 'key-2');
  expect(pageOf('news', second, 0)).toEqual(first);
  expect(pageOf('news', first, 1)).toEqual(second);
  expect(pageOf('news', first, 2)).toEqual({ ...first, index: 2, pagerKey: 'key-2' });
  expect(rememberedSearch('news')).toBe('?index=1&pagerKey=key-1');
});

test('falls back to the first page for unknown pages', () => {
  givenStorage();
  rememberPage('news', first, 'key-1');
  expect(pageOf('news', first, 5)).toEqual(first);
  const sorted: ListState = { ...first, sort: 'publishAt' };
  expect(pageOf('news', sorted, 1)).toEqual(sorted);
  expect(pageOf('other', first, 1)).toEqual(first);
  rememberPage('news', sorted, undefined);
  expect(pageOf('news', first, 1)).toEqual(first);
});

test('remembers a page opened by its address', () => {
  givenStorage();
  const fourth: ListState = { ...first, index: 3, pagerKey: 'key-3' };
  rememberPage('news', fourth, undefined);
  expect(pageOf('news', first, 3)).toEqual(fourth);
  expect(pageOf('news', fourth, 2)).toEqual(first);
});

test('ignores unreadable and full storage', () => {
  const storage = givenStorage();
  storage.setItem('kawaraban.posts.news', '{');
  expect(rememberedSearch('news')).toBe('');
  rememberPage('news', first, undefined);
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  rememberPage('news', second, undefined);
  expect(rememberedSearch('news')).toBe('');
  expect(storage.getItem('kawaraban.posts.news')).toBeNull();
});

function givenStorage(): Storage {
  const items = new Map<string, string>();
  const storage: Storage = {
    length: 0,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
  vi.stubGlobal('sessionStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  return storage;
}
