import { expect, test } from 'vitest';
import { onwardFrom, readTrail } from './page-trail.ts';

test('the way onward leads back through every page that was seen', () => {
  const second = onwardFrom('', []);
  const third = onwardFrom('?pageToken=2', second.trail);
  expect(readTrail(third)).toEqual(['', '?pageToken=2']);
});

test('a way that is very long forgets its beginning', () => {
  let trail: readonly string[] = [];
  for (let page = 0; page < 150; page += 1) trail = onwardFrom(`?${page}`, trail).trail;
  expect(trail).toHaveLength(100);
  expect(trail.at(-1)).toBe('?149');
});

test.for([null, undefined, 'x', {}, { trail: 'x' }, { trail: [1] }])('%j is no way', (state) => {
  expect(readTrail(state)).toEqual([]);
});
