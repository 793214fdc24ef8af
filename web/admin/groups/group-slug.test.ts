import { expect, test } from 'vitest';
import { freeSlug, slugOfLabel } from './group-slug.ts';

test.for([
  ['First steps', 'first-steps'],
  ['  Été à Paris! ', 'ete-a-paris'],
  ['Ｎｏｄｅ.js 入門', 'node-js'],
  ['特集', ''],
] as const)('of %j a slug can take %j', ([label, slug]) => {
  expect(slugOfLabel(label)).toBe(slug);
});

test('a slug that is taken or reserved gets a number', () => {
  expect(freeSlug('Picks', new Set())).toBe('picks');
  expect(freeSlug('Picks', new Set(['picks', 'picks-2']))).toBe('picks-3');
  expect(freeSlug('Create', new Set())).toBe('create-2');
});

test('a label without Latin letters gets a slug all the same', () => {
  expect(freeSlug('特集', new Set())).toBe('group-1');
  expect(freeSlug('特集', new Set(['group-1']))).toBe('group-2');
});

test('the slug of a long label has room for its number', () => {
  const label = 'x'.repeat(200);
  const first = freeSlug(label, new Set());
  expect(freeSlug(label, new Set([first])).length).toBeLessThanOrEqual(128);
});
