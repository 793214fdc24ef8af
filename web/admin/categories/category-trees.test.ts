import { expect, test } from 'vitest';
import {
  allRows,
  type CategoryTrees,
  deepestFor,
  familyIn,
  found,
  rowsOf,
  type Tree,
  without,
} from './category-trees.ts';

const tree = (slug: string, ...children: Tree[]): Tree => ({
  ...{ id: 1, slug, label: slug, description: '', pictureId: null, revision: 1, children },
});
const categoryTrees: CategoryTrees = [tree('coast', tree('harbour', tree('pier')), tree('灯台')), tree('hills')];
const slugs = (trees: CategoryTrees) => allRows(trees).map((row) => row.tree.slug);

test('lists children of expanded categories only', () => {
  expect(slugs(categoryTrees)).toEqual(['coast', 'harbour', 'pier', '灯台', 'hills']);
  const rows = rowsOf(categoryTrees, (slug) => slug === 'coast');
  expect(rows.map((row) => [row.tree.slug, row.depth, row.isOpen, row.place.position, row.siblings])).toEqual([
    ['coast', 0, true, 0, 2],
    ['harbour', 1, false, 0, 2],
    ['灯台', 1, false, 1, 2],
    ['hills', 0, false, 1, 2],
  ]);
});

test('search results include their ancestors', () => {
  expect(slugs(found(categoryTrees, 'PIER'))).toEqual(['coast', 'harbour', 'pier']);
  expect(slugs(found(categoryTrees, '灯'))).toEqual(['coast', '灯台']);
  expect(slugs(found(categoryTrees, ' '))).toEqual(slugs(categoryTrees));
  expect(found(categoryTrees, 'nowhere')).toEqual([]);
});

test('removing a category removes its descendants', () => {
  expect(slugs(without(categoryTrees, 'harbour'))).toEqual(['coast', '灯台', 'hills']);
  expect(categoryTrees.map(familyIn)).toEqual([['coast', 'harbour', 'pier', '灯台'], ['hills']]);
});

test('height of a subtree limits its depth', () => {
  expect(categoryTrees.map(deepestFor)).toEqual([17, 19]);
});
