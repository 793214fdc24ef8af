import { expect, test } from 'vitest';
import { freeSlug, slugOfLabel } from './group-form-values.ts';

test.for([
  ['First steps', 'first-steps'],
  ['  Été à Paris! ', 'ete-a-paris'],
  ['Ｎｏｄｅ.js 入門', 'node-js'],
  ['特集', ''],
] as const)('%j becomes the slug %j', ([label, slug]) => {
  expect(slugOfLabel(label)).toBe(slug);
});

test('taken or reserved slug gets a number', () => {
  expect(freeSlug('Picks', new Set())).toBe('picks');
  expect(freeSlug('Picks', new Set(['picks', 'picks-2']))).toBe('picks-3');
  expect(freeSlug('Create', new Set())).toBe('create-2');
});

test('label without Latin letters still gets a slug', () => {
  expect(freeSlug('特集', new Set())).toBe('group-1');
  expect(freeSlug('特集', new Set(['group-1']))).toBe('group-2');
});

test('slug of a long label leaves room for its number', () => {
  const label = 'x'.repeat(200);
  const first = freeSlug(label, new Set());
  expect(freeSlug(label, new Set([first])).length).toBeLessThanOrEqual(128);
});
