import { expect, test } from 'vitest';
import type { PostHeading } from '#contract/posts.ts';
import { tocOf } from './toc.server.ts';
import type { TocEntry } from './toc.tsx';

/** Headings of these levels, each named by its place. */
const headings = (...levels: number[]): PostHeading[] =>
  levels.map((level, index) => ({ id: `id-${index + 1}`, level, text: `Part ${index + 1}` }));

const LONG = 180;

/** The texts, with those of what is below in a list of their own. */
const shapeOf = (entries: readonly TocEntry[]): unknown[] =>
  entries.flatMap(({ id, children }) => (children.length > 0 ? [id, shapeOf(children)] : [id]));

test('sections hold what is right below them, and what is deeper is left out', () => {
  expect(shapeOf(tocOf(headings(2, 3, 4, 3, 2, 5), LONG))).toEqual(['id-1', ['id-2', 'id-4'], 'id-5']);
  expect(tocOf(headings(2, 2, 2), LONG)[0]).toEqual({ id: 'id-1', text: 'Part 1', children: [] });
});

test('what comes before the first section stands by itself', () => {
  expect(shapeOf(tocOf(headings(3, 3, 2, 3), LONG))).toEqual(['id-1', 'id-2', 'id-3', ['id-4']]);
});

test('a text that is divided by headings of the first level is shown as it is, and one alone is its title', () => {
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

test('the heading over the notes, which is for those who listen, is no part', () => {
  const notes = { id: 'user-content-footnote-label', level: 2, text: 'Footnotes' };
  expect(shapeOf(tocOf([...headings(2, 2, 2), notes], LONG))).toEqual(['id-1', 'id-2', 'id-3']);
});

test('a post without headings has none', () => {
  expect(tocOf(undefined, undefined)).toEqual([]);
});
