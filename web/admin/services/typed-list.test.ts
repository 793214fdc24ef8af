import { expect, test } from 'vitest';
import { splitList, toggled } from './service-form-values.ts';

test('parses lists without blanks and empty parts', () => {
  expect(splitList(' image/png,, image/gif ,')).toEqual(['image/png', 'image/gif']);
  expect(splitList('  ')).toEqual([]);
});

test('toggling appends or removes an item', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
  expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
});
