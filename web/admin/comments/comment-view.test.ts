import { expect, test } from 'vitest';
import { commentTabs, readCommentView, toCommentQuery, toCommentSearch, wholeList } from './comment-view.ts';

const read = (search: string) => readCommentView(new URLSearchParams(search));

test('an address that says nothing is every comment that is not deleted, the newest first', () => {
  expect(read('')).toEqual(wholeList);
  expect(toCommentSearch(wholeList)).toBe('');
  expect(toCommentQuery(wholeList)).toEqual({ order: 'desc' });
});

test.each(commentTabs)('the tab %s is read as it was written', (tab) => {
  const view = { tab, words: '鶴 & 亀', order: 'asc' } as const;
  expect(read(toCommentSearch(view))).toEqual(view);
});

test('the states and the bin are asked for as the API names them', () => {
  expect(toCommentQuery(read('?publishStatus=unconfirm'))).toEqual({ order: 'desc', publishStatus: 'unconfirm' });
  expect(toCommentQuery(read('?isDeleted=1&q=%20spam%20'))).toEqual({ order: 'desc', isDeleted: '1', q: 'spam' });
});

test('what means nothing is left out', () => {
  expect(read('?publishStatus=lost&order=up&isDeleted=maybe')).toEqual(wholeList);
  expect(read(`?q=${'x'.repeat(500)}`).words).toHaveLength(100);
  expect(read('?q=a%00b').words).toBe('ab');
  expect(toCommentQuery({ ...wholeList, words: '  ' })).not.toHaveProperty('q');
});
