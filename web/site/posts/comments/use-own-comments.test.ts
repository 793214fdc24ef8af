import { expect, test } from 'vitest';
import type { ShownOwnComment } from './shown-comment.ts';
import {
  countChangeOf,
  unlistedOwnComments,
  withAllCounted,
  withComment,
  withDeleted,
  withFound,
} from './use-own-comments.ts';

function comment(commentId: string, status: ShownOwnComment['status'] = 'publish'): ShownOwnComment {
  const content = { body: 'Hello', bodyHtml: 'Hello', nickname: '', age: '', area: '', language: undefined };
  const times = {
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: undefined,
    isByService: false,
    replyTo: undefined,
    editableUntil: undefined,
  };
  return { commentId, status, ...content, ...times };
}

const ids = (comments: readonly { commentId: string }[]) => comments.map(({ commentId }) => commentId);

test('new comment is shown beside the list and counted once', () => {
  const entries = withComment(new Map(), comment('b'));
  expect(ids(unlistedOwnComments(entries, { items: [comment('a')], order: 'asc' }))).toEqual(['b']);
  expect(ids(unlistedOwnComments(entries, { items: [comment('a'), comment('b')], order: 'asc' }))).toEqual([]);
  expect(countChangeOf(entries)).toBe(1);
  expect(countChangeOf(withAllCounted(entries))).toBe(0);
});

test('unconfirmed comment is shown but not counted until published', () => {
  const waiting = withFound(new Map(), [comment('a', 'unconfirm')]);
  expect(ids(unlistedOwnComments(waiting, { items: [], order: 'asc' }))).toEqual(['a']);
  expect(countChangeOf(waiting)).toBe(0);
  expect(countChangeOf(withComment(waiting, comment('a')))).toBe(1);
});

test('older published comments are not shown beside the list', () => {
  const entries = withFound(new Map(), [comment('a'), comment('b', 'unpublish')]);
  expect(ids(unlistedOwnComments(entries, { items: [], order: 'asc' }))).toEqual(['b']);
});

test('editable own comments follow the order of the list', () => {
  const editableUntil = '2026-11-21T04:53:00Z';
  const own = [comment('a', 'unconfirm'), { ...comment('b'), editableUntil }];
  const entries = withFound(new Map(), own);
  expect(ids(unlistedOwnComments(entries, { items: [], order: 'asc' }))).toEqual(['a', 'b']);
  expect(ids(unlistedOwnComments(entries, { items: [], order: 'desc' }))).toEqual(['b', 'a']);
  expect(ids(unlistedOwnComments(entries, { items: [comment('b')], order: 'asc' }))).toEqual(['a']);
});

test('comment just sent by form is always shown', () => {
  expect(
    ids(unlistedOwnComments(withFound(new Map(), [comment('a'), comment('b')], 'b'), { items: [], order: 'asc' })),
  ).toEqual(['b']);
});

test('comment unpublished by an edit is not counted', () => {
  const entries = withComment(withFound(new Map(), [comment('a')]), comment('a', 'unconfirm'));
  expect(countChangeOf(entries)).toBe(-1);
});

test('deleted comment stays gone when the server lists it', () => {
  const gone = withDeleted(withFound(new Map(), [comment('a', 'unconfirm')]), 'a');
  expect(unlistedOwnComments(withFound(gone, [comment('a', 'unconfirm')], 'a'), { items: [], order: 'asc' })).toEqual(
    [],
  );
});

test('deleting a comment reduces the count', () => {
  const gone = withDeleted(withFound(new Map(), [comment('a')]), 'a');
  expect(countChangeOf(gone)).toBe(-1);
  expect(countChangeOf(withFound(gone, [comment('a')]))).toBe(-1);
  expect(countChangeOf(withDeleted(withComment(new Map(), comment('b')), 'b'))).toBe(0);
  expect(countChangeOf(withAllCounted(gone))).toBe(0);
});

test('newer server response replaces a known comment', () => {
  const waiting = withFound(new Map(), [comment('a', 'unconfirm')]);
  const published = withFound(waiting, [comment('a')]);
  expect(unlistedOwnComments(published, { items: [], order: 'asc' })).toEqual([]);
  expect(countChangeOf(published)).toBe(1);
});
