import { expect, test } from 'vitest';
import { hasSeparator, splitTags } from './split-tags.ts';

test('splits at Latin and Japanese commas and keeps the rest', () => {
  expect(splitTags(['a'], 'b, c、東京，')).toEqual({ tags: ['a', 'b', 'c', '東京'], rest: '' });
  expect(splitTags([], 'a,b')).toEqual({ tags: ['a'], rest: 'b' });
});

test('drops empty and duplicate tags', () => {
  expect(splitTags(['a'], ',,a, ,')).toEqual({ tags: ['a'], rest: '' });
});

test('finds separators in text', () => {
  expect(hasSeparator('東京')).toBe(false);
  expect(hasSeparator('東京、')).toBe(true);
});
