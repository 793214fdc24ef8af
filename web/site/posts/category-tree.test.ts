import { expect, test } from 'vitest';
import { childrenOf, isRoot, parentsOf, toBranches } from './category-tree.ts';

const category = (id: number, parentPath: string) => ({ id, parentPath, slug: `c${id}`, label: `C ${id}` });
const root = category(7, '0');
const sports = category(8, '7');
const judo = category(9, '7#8');
const kata = category(12, '7#8#9');
const food = category(10, '7');
const all = [root, sports, food, judo, kata];

test('children are direct ones in the given order', () => {
  expect(childrenOf(root, all)).toEqual([sports, food]);
  expect(childrenOf(sports, all)).toEqual([judo]);
  expect(childrenOf(kata, all)).toEqual([]);
});

test('parents are ordered from the top without the root', () => {
  expect(parentsOf(kata, all)).toEqual([sports, judo]);
  expect(parentsOf(sports, all)).toEqual([]);
  expect(parentsOf(root, all)).toEqual([]);
});

test('isRoot matches the root only', () => {
  expect(all.filter(isRoot)).toEqual([root]);
});

test('branches contain direct children only', () => {
  expect(toBranches([sports, food], all)).toEqual([
    { slug: 'c8', label: 'C 8', children: [{ slug: 'c9', label: 'C 9' }] },
    { slug: 'c10', label: 'C 10', children: [] },
  ]);
});
