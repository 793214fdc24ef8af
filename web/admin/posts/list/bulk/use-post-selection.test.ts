import { expect, test } from 'vitest';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { withPosts, withRange } from './use-post-selection.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ postId: `p${index}` }) as AdminPostRow);
const page = rows(6);
const none = new Map();

test('toggles a single post', () => {
  const one = withRange(none, page, { from: undefined, to: 'p2' });
  expect([...one.keys()]).toEqual(['p2']);
  expect(withRange(one, page, { from: undefined, to: 'p2' }).size).toBe(0);
});

test('range takes the new state of its end', () => {
  const down = withRange(none, page, { from: 'p1', to: 'p4' });
  expect([...down.keys()]).toEqual(['p1', 'p2', 'p3', 'p4']);
  expect([...withRange(down, page, { from: 'p4', to: 'p2' }).keys()]).toEqual(['p1']);
});

test('range from another page selects the end only', () => {
  expect([...withRange(none, page, { from: 'elsewhere', to: 'p3' }).keys()]).toEqual(['p3']);
  expect(withRange(none, page, { from: 'p1', to: 'elsewhere' })).toBe(none);
});

test('limits the selection to one bulk call', () => {
  expect(withPosts(none, rows(501), true).size).toBe(500);
  expect(withPosts(withPosts(none, rows(500), true), rows(500), false).size).toBe(0);
});
