import { expect, test } from 'vitest';
import { childrenOf, isRoot, parentsOf, toBranches } from './category-tree.ts';

const category = (id: number, parentPath: string) => ({ id, parentPath, slug: `c${id}`, label: `C ${id}` });
const root = category(7, '0');
const sports = category(8, '7');
const judo = category(9, '7#8');
const kata = category(12, '7#8#9');
const food = category(10, '7');
const all = [root, sports, food, judo, kata];

test('children are those right below, in the order given', () => {
  expect(childrenOf(root, all)).toEqual([sports, food]);
  expect(childrenOf(sports, all)).toEqual([judo]);
  expect(childrenOf(kata, all)).toEqual([]);
});

test('parents go from the top down and leave the root out', () => {
  expect(parentsOf(kata, all)).toEqual([sports, judo]);
  expect(parentsOf(sports, all)).toEqual([]);
  expect(parentsOf(root, all)).toEqual([]);
});

test('only the root is the root', () => {
  expect(all.filter(isRoot)).toEqual([root]);
});

test('a branch names what is right below it, and nothing that is deeper', () => {
  expect(toBranches([sports, food], all)).toEqual([
    { slug: 'c8', label: 'C 8', children: [{ slug: 'c9', label: 'C 9' }] },
    { slug: 'c10', label: 'C 10', children: [] },
  ]);
});
