import { expect, test } from 'vitest';
import { besideOf, countChangeOf, withAllCounted, withDeleted, withFound, withSaid } from './own-comments.ts';
import type { ShownOwnComment } from './shown-comment.ts';

function comment(commentId: string, status: ShownOwnComment['status'] = 'publish'): ShownOwnComment {
  const said = { body: 'Hello', bodyHtml: 'Hello', nickname: '', age: '', area: '', language: undefined };
  const times = { createdAt: '2026-11-21T04:43:00Z', updatedAt: undefined, editableUntil: undefined };
  return { commentId, status, ...said, ...times };
}

const ids = (comments: readonly { commentId: string }[]) => comments.map(({ commentId }) => commentId);

test('what was said a moment ago stands beside a list that lacks it, and is counted once', () => {
  const entries = withSaid(new Map(), comment('b'));
  expect(ids(besideOf(entries, { items: [comment('a')] }))).toEqual(['b']);
  expect(ids(besideOf(entries, { items: [comment('a'), comment('b')] }))).toEqual([]);
  expect(countChangeOf(entries)).toBe(1);
  expect(countChangeOf(withAllCounted(entries))).toBe(0);
});

test('what waits stands beside the list and is not counted, until it is published', () => {
  const waiting = withFound(new Map(), [comment('a', 'unconfirm')]);
  expect(ids(besideOf(waiting, { items: [] }))).toEqual(['a']);
  expect(countChangeOf(waiting)).toBe(0);
  expect(countChangeOf(withSaid(waiting, comment('a')))).toBe(1);
});

test('a published comment of another time is where it always was', () => {
  const entries = withFound(new Map(), [comment('a'), comment('b', 'unpublish')]);
  expect(ids(besideOf(entries, { items: [] }))).toEqual(['b']);
});

test('the comment that a form has led to is shown wherever it stands in the list', () => {
  expect(ids(besideOf(withFound(new Map(), [comment('a'), comment('b')], 'b'), { items: [] }))).toEqual(['b']);
});

test('a comment that an edit has taken from readers is counted no more', () => {
  const entries = withSaid(withFound(new Map(), [comment('a')]), comment('a', 'unconfirm'));
  expect(countChangeOf(entries)).toBe(-1);
});

test('what was deleted is gone, whatever the server tells later of the time before', () => {
  const gone = withDeleted(withFound(new Map(), [comment('a')]), 'a');
  expect(countChangeOf(gone)).toBe(-1);
  expect(besideOf(withFound(gone, [comment('a')], 'a'), { items: [] })).toEqual([]);
  expect(countChangeOf(withDeleted(withSaid(new Map(), comment('b')), 'b'))).toBe(0);
  expect(countChangeOf(withAllCounted(gone))).toBe(0);
});
