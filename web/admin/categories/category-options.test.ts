import { expect, test } from 'vitest';
import type { Category } from '#contract/categories.ts';
import { toCategoryOptions } from './category-options.ts';

const category = (id: number, slug: string, parentPath: string, orderNo?: number): Category => ({
  ...{ id, slug, label: slug.toUpperCase(), serviceId: 'news', parentPath, publishStatus: 'publish' as const },
  ...(orderNo !== undefined && { orderNo }),
});

test('options follow tree and sibling order with their paths', () => {
  const options = toCategoryOptions([
    category(1, 'root', '0'),
    category(2, 'b', '1', 2),
    category(3, 'a', '1', 1),
    category(4, 'deep', '1#2'),
    category(12, 'other', '1#3'),
  ]);
  expect(options.map(({ value, label }) => [value, label])).toEqual([
    ['a', 'A'],
    ['other', 'A / OTHER'],
    ['b', 'B'],
    ['deep', 'B / DEEP'],
  ]);
});

test('option has label, depth, parent and child flag', () => {
  const [top, below] = toCategoryOptions([category(1, 'root', '0'), category(2, 'a', '1'), category(3, 'b', '1#2')]);
  expect(top).toEqual({ value: 'a', label: 'A', name: 'A', depth: 0, parent: '', hasChildren: true });
  expect(below).toEqual({ value: 'b', label: 'A / B', name: 'B', depth: 1, parent: 'a', hasChildren: false });
});

test('service with only the root has no options', () => {
  expect(toCategoryOptions([category(1, 'root', '0')])).toEqual([]);
  expect(toCategoryOptions([])).toEqual([]);
});
