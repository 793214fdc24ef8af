import { expect, test } from 'vitest';
import { commentTabs, readCommentView, toCommentQuery, toCommentSearch, wholeList } from './comment-view.ts';

const read = (search: string) => readCommentView(new URLSearchParams(search));

test('empty address lists comments that are not deleted, newest first', () => {
  expect(read('')).toEqual(wholeList);
  expect(toCommentSearch(wholeList)).toBe('');
  expect(toCommentQuery(wholeList)).toEqual({ order: 'desc' });
});

test.each(commentTabs)('state of the tab %s survives the address', (tab) => {
  const view = { tab, words: '鶴 & 亀', order: 'asc' } as const;
  expect(read(toCommentSearch(view))).toEqual(view);
});

test("query uses the API's names for states and bin", () => {
  expect(toCommentQuery(read('?publishStatus=unconfirm'))).toEqual({ order: 'desc', publishStatus: 'unconfirm' });
  expect(toCommentQuery(read('?isDeleted=1&q=%20spam%20'))).toEqual({ order: 'desc', isDeleted: '1', q: 'spam' });
});

test('ignores invalid parameters', () => {
  expect(read('?publishStatus=lost&order=up&isDeleted=maybe')).toEqual(wholeList);
  expect(read(`?q=${'x'.repeat(500)}`).words).toHaveLength(100);
  expect(read('?q=a%00b').words).toBe('ab');
  expect(toCommentQuery({ ...wholeList, words: '  ' })).not.toHaveProperty('q');
});
