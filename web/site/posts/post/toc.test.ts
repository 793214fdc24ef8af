import { expect, test } from 'vitest';
import type { PostHeading } from '#contract/posts.ts';
import { tocOf } from './load-post.server.ts';
import type { TocEntry } from './toc.tsx';

const headings = (...levels: number[]): PostHeading[] =>
  levels.map((level, index) => ({ id: `id-${index + 1}`, level, text: `Part ${index + 1}` }));

const LONG = 180;

const shapeOf = (entries: readonly TocEntry[]): unknown[] =>
  entries.flatMap(({ id, children }) => (children.length > 0 ? [id, shapeOf(children)] : [id]));

test('entries contain direct subheadings only', () => {
  expect(shapeOf(tocOf(headings(2, 3, 4, 3, 2, 5), LONG))).toEqual(['id-1', ['id-2', 'id-4'], 'id-5']);
  expect(tocOf(headings(2, 2, 2), LONG)[0]).toEqual({ id: 'id-1', text: 'Part 1', children: [] });
});

test('subheadings before the first section become top-level entries', () => {
  expect(shapeOf(tocOf(headings(3, 3, 2, 3), LONG))).toEqual(['id-1', 'id-2', 'id-3', ['id-4']]);
});

test('single h1 is skipped as a title, several are sections', () => {
  expect(shapeOf(tocOf(headings(1, 2, 3, 1, 2), LONG))).toEqual(['id-1', ['id-2'], 'id-4', ['id-5']]);
  expect(shapeOf(tocOf(headings(1, 2, 3, 2, 2), LONG))).toEqual(['id-2', ['id-3'], 'id-4', 'id-5']);
});

test.each([
  ['two headings', headings(2, 2), 600, 0],
  ['three headings in a short text', headings(2, 2, 2), LONG - 1, 0],
  ['three headings in a long text', headings(2, 2, 2), LONG, 3],
  ['five headings in a short text', headings(2, 2, 2, 2, 2), 20, 5],
  ['five headings of which two are deep', headings(2, 2, 2, 4, 4), 20, 0],
])('%s', (_, given, seconds, entries) => {
  expect(tocOf(given, seconds)).toHaveLength(entries);
});

test('footnotes heading is excluded', () => {
  const notes = { id: 'user-content-footnote-label', level: 2, text: 'Footnotes' };
  expect(shapeOf(tocOf([...headings(2, 2, 2), notes], LONG))).toEqual(['id-1', 'id-2', 'id-3']);
});

test('post without headings has no entries', () => {
  expect(tocOf(undefined, undefined)).toEqual([]);
});
