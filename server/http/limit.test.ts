import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { Limit, takeAll } from './limit.ts';

const take = (limit: Limit, name: string, most: number) => takeAll([{ limit, name, most }])[0];

test('uses are counted per name and window and then rejected', () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const limit = new Limit(clock, { windowMs: 60_000 });
  expect([1, 2, 3].map(() => take(limit, 'a', 3))).toEqual([1, 2, 3]);
  clock.moveTo('2026-11-21T04:43:45Z');
  expect(() => take(limit, 'a', 3)).toThrow(expect.objectContaining({ status: 429, retryAfter: 15 }));
  expect(limit.usesOf('a')).toBe(3);
  expect(take(limit, 'b', 3)).toBe(1);
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(limit.usesOf('a')).toBe(0);
  expect(take(limit, 'a', 3)).toBe(1);
});

test('least recently used names are dropped', () => {
  const limit = new Limit(testClock(), { windowMs: 60_000 });
  take(limit, 'first', 10);
  take(limit, 'second', 10);
  for (let index = 0; index < 9998; index += 1) take(limit, `name ${index}`, 10);
  expect(take(limit, 'first', 10)).toBe(2);
  take(limit, 'one more', 10);
  expect(take(limit, 'first', 10)).toBe(3);
  expect(take(limit, 'second', 10)).toBe(1);
});

test('rejected names are not dropped', () => {
  const limit = new Limit(testClock(), { windowMs: 60_000 });
  take(limit, 'first', 1);
  for (let index = 0; index < 20_000; index += 1) {
    take(limit, `name ${index}`, 10);
    if (index % 5000 === 0) expect(() => take(limit, 'first', 1)).toThrow('Too many requests');
  }
  expect(() => take(limit, 'first', 1)).toThrow('Too many requests');
});

test('rejected name prevents counting of the others', () => {
  const clock = testClock();
  const [addresses, readers] = [new Limit(clock, { windowMs: 60_000 }), new Limit(clock, { windowMs: 60_000 })];
  const both = (name: string | undefined) =>
    takeAll([
      { limit: addresses, name, most: 5 },
      { limit: readers, name: 'reader', most: 2 },
    ]);
  expect(both('address')).toEqual([1, 1]);
  expect(both(undefined)).toEqual([0, 2]);
  expect(() => both('address')).toThrow('Too many requests');
  expect(addresses.usesOf('address')).toBe(1);
});
