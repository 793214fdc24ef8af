import { expect, test } from 'vitest';
import { firstPage, isFiltered, isNarrowed, type ListState, readListState, sortedBy, toSearch } from './list-state.ts';

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
