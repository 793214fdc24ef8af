import { expect, test } from 'vitest';
import { type CategoryTrees, moved, rowsOf, type Tree, without } from './category-trees.ts';
import { clampDepth, type DropTarget, nextDropTarget, placeOf, siblingsAt } from './use-tree-drag.ts';

const tree = (slug: string, ...children: Tree[]): Tree => ({
  ...{ id: 1, slug, label: slug, description: '', pictureId: null, revision: 1, children },
});
const categoryTrees: CategoryTrees = [tree('a', tree('b', tree('c')), tree('d')), tree('e')];
const rows = (carried: string, folded: string[] = []) =>
  rowsOf(without(categoryTrees, carried), (slug) => !folded.includes(slug));
const drawn = (trees: CategoryTrees): string =>
  trees.map(({ slug, children }) => (children.length > 0 ? `${slug}(${drawn(children)})` : slug)).join(' ');
const putting = (slug: string, gap: DropTarget, folded: string[] = []): string => {
  const carried = rowsOf(categoryTrees, () => true).find((row) => row.tree.slug === slug)?.tree;
  const place = placeOf(rows(slug, folded), gap);
  return carried ? drawn(moved(categoryTrees, carried, place)) : '';
};

test('drop position and depth determine the new place', () => {
  expect(drawn(categoryTrees)).toBe('a(b(c) d) e');
  expect(putting('e', { before: 0, depth: 0 })).toBe('e a(b(c) d)');
  expect(putting('e', { before: 1, depth: 1 })).toBe('a(e b(c) d)');
  expect(putting('e', { before: 3, depth: 1 })).toBe('a(b(c) e d)');
  expect(putting('e', { before: 3, depth: 2 })).toBe('a(b(c e) d)');
  expect(putting('e', { before: 3, depth: 3 })).toBe('a(b(c(e)) d)');
  expect(putting('e', { before: 4, depth: 0 })).toBe('a(b(c) d) e');
  expect(putting('b', { before: 3, depth: 1 })).toBe('a(d) e(b(c))');
});

test('drop below a collapsed category appends it', () => {
  expect(putting('e', { before: 1, depth: 1 }, ['a'])).toBe('a(b(c) d e)');
  expect(putting('e', { before: 1, depth: 0 }, ['a'])).toBe('a(b(c) d) e');
});

test('gap limits the depth to its neighbors and maximum', () => {
  const seen = rows('e');
  expect(clampDepth(seen, { before: 3, depth: 0 }, 19)).toEqual({ before: 3, depth: 1 });
  expect(clampDepth(seen, { before: 3, depth: 9 }, 19)).toEqual({ before: 3, depth: 3 });
  expect(clampDepth(seen, { before: 3, depth: 9 }, 2)).toEqual({ before: 3, depth: 2 });
  expect(clampDepth(seen, { before: 0, depth: 5 }, 19)).toEqual({ before: 0, depth: 0 });
  expect(clampDepth(seen, { before: 2, depth: 2 }, 1)).toBeUndefined();
  expect(clampDepth(seen, { before: 5, depth: 0 }, 19)).toBeUndefined();
});

test('steps skip invalid gaps and stop at the ends', () => {
  const seen = rows('e');
  expect(nextDropTarget(seen, { before: 4, depth: 0 }, -1, 19)).toEqual({ before: 3, depth: 1 });
  expect(nextDropTarget(seen, { before: 3, depth: 1 }, -1, 1)).toEqual({ before: 1, depth: 1 });
  expect(nextDropTarget(seen, { before: 0, depth: 0 }, -1, 19)).toEqual({ before: 0, depth: 0 });
  expect(nextDropTarget(seen, { before: 4, depth: 0 }, 1, 19)).toEqual({ before: 4, depth: 0 });
});

test('sibling count excludes the dragged category', () => {
  expect(siblingsAt(rows('e'), { parent: '', position: 0 })).toBe(1);
  expect(siblingsAt(rows('e'), { parent: 'a', position: 1 })).toBe(2);
  expect(siblingsAt([], { parent: '', position: 0 })).toBe(0);
});
