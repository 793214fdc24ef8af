import { expect, test } from 'vitest';
import { compareSearch, inOrder, readHistoryState, revisionSearch } from './revision-list.tsx';

const read = (search: string) => readHistoryState(new URLSearchParams(search));

test('parses the query string', () => {
  expect(read('')).toEqual({ kind: 'list', pageToken: undefined });
  expect(read('?pageToken=abc')).toEqual({ kind: 'list', pageToken: 'abc' });
  expect(read(revisionSearch(7))).toEqual({ kind: 'revision', revision: 7 });
  expect(read(compareSearch(3))).toEqual({ kind: 'compare', before: 3, after: undefined });
  expect(read(compareSearch(3, 7))).toEqual({ kind: 'compare', before: 3, after: 7 });
});

test.each(['?look=0', '?look=x', '?before=-1', '?before=1.5', '?before=99999999999'])('%s shows the list', (search) => {
  expect(read(search).kind).toBe('list');
});

test('puts the older revision first', () => {
  expect(inOrder(7, 3)).toEqual([3, 7]);
  expect(inOrder(3, 7)).toEqual([3, 7]);
});
