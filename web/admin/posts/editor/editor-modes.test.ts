import { expect, test } from 'vitest';
import { modeOfNewPost, modesFor } from './editor-modes.ts';

test('a new post begins as the installation says, where that can be written here', () => {
  expect(modeOfNewPost('json')).toBe('json');
  expect(modeOfNewPost('richText')).toBe('markdown');
});

test('a post keeps the way in which it was written among its choices', () => {
  expect(modesFor('text')).not.toContain('richText');
  expect(modesFor('richText')).toEqual(['richText', ...modesFor('text')]);
});
