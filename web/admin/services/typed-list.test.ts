import { expect, test } from 'vitest';
import { toggled } from './service-form-values.ts';

test('toggling appends or removes an item', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
  expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
});
