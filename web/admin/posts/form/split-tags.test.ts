import { expect, test } from 'vitest';
import { hasSeparator, splitTags } from './split-tags.ts';

test('commas of either script separate tags, what is behind the last one is still being typed', () => {
  expect(splitTags(['a'], 'b, c、東京，')).toEqual({ tags: ['a', 'b', 'c', '東京'], rest: '' });
  expect(splitTags([], 'a,b')).toEqual({ tags: ['a'], rest: 'b' });
});

test('nothing between commas is no tag, and a tag is there once', () => {
  expect(splitTags(['a'], ',,a, ,')).toEqual({ tags: ['a'], rest: '' });
});

test('a text without a comma is one tag', () => {
  expect(hasSeparator('東京')).toBe(false);
  expect(hasSeparator('東京、')).toBe(true);
});
