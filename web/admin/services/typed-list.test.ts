import { expect, test } from 'vitest';
import { splitList, toggled } from './typed-list.ts';

test('a typed list is read without its blanks and empty places', () => {
  expect(splitList(' image/png,, image/gif ,')).toEqual(['image/png', 'image/gif']);
  expect(splitList('  ')).toEqual([]);
});

test('what is ticked goes behind the others, and goes when it is ticked again', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
  expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
});
