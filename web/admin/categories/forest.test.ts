import { expect, test } from 'vitest';
import { allRows, deepestFor, type Forest, familyIn, found, rowsOf, type Tree, without } from './forest.ts';

const tree = (slug: string, ...children: Tree[]): Tree => ({
  ...{ slug, label: slug, description: '', revision: 1, children },
});
const forest: Forest = [tree('coast', tree('harbour', tree('pier')), tree('灯台')), tree('hills')];
const slugs = (trees: Forest) => allRows(trees).map((row) => row.tree.slug);

test('lists children of expanded categories only', () => {
  expect(slugs(forest)).toEqual(['coast', 'harbour', 'pier', '灯台', 'hills']);
  const rows = rowsOf(forest, (slug) => slug === 'coast');
  expect(rows.map((row) => [row.tree.slug, row.depth, row.isOpen, row.place.position, row.siblings])).toEqual([
    ['coast', 0, true, 0, 2],
    ['harbour', 1, false, 0, 2],
    ['灯台', 1, false, 1, 2],
    ['hills', 0, false, 1, 2],
  ]);
});

test('search results include their ancestors', () => {
  expect(slugs(found(forest, 'PIER'))).toEqual(['coast', 'harbour', 'pier']);
  expect(slugs(found(forest, '灯'))).toEqual(['coast', '灯台']);
  expect(slugs(found(forest, ' '))).toEqual(slugs(forest));
  expect(found(forest, 'nowhere')).toEqual([]);
});

test('removing a category removes its descendants', () => {
  expect(slugs(without(forest, 'harbour'))).toEqual(['coast', '灯台', 'hills']);
  expect(forest.map(familyIn)).toEqual([['coast', 'harbour', 'pier', '灯台'], ['hills']]);
});

test('height of a subtree limits its depth', () => {
  expect(forest.map(deepestFor)).toEqual([17, 19]);
});
