import { expect, test } from 'vitest';
import { onwardFrom, readTrail } from './trail-pager.tsx';

test('trail leads back through all visited pages', () => {
  const second = onwardFrom('', []);
  const third = onwardFrom('?pageToken=2', second.trail);
  expect(readTrail(third)).toEqual(['', '?pageToken=2']);
});

test('trail keeps its last hundred pages', () => {
  let trail: readonly string[] = [];
  for (let page = 0; page < 150; page += 1) trail = onwardFrom(`?${page}`, trail).trail;
  expect(trail).toHaveLength(100);
  expect(trail.at(-1)).toBe('?149');
});

test.for([null, undefined, 'x', {}, { trail: 'x' }, { trail: [1] }])('%j is not a trail', (state) => {
  expect(readTrail(state)).toEqual([]);
});
