import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { Limit } from './limit.ts';

test('uses are counted by name for as long as a window lasts, and one more than may be is refused', () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const limit = new Limit(clock, { windowMs: 60_000 });
  expect([1, 2, 3].map(() => limit.take('a', 3))).toEqual([1, 2, 3]);
  clock.moveTo('2026-11-21T04:43:45Z');
  expect(() => limit.take('a', 3)).toThrow(expect.objectContaining({ status: 429, retryAfter: 15 }));
  expect(limit.take('b', 3)).toBe(1);
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(limit.take('a', 3)).toBe(1);
});

test('of very many names those are forgotten that were used least lately', () => {
  const limit = new Limit(testClock(), { windowMs: 60_000 });
  limit.take('first', 10);
  limit.take('second', 10);
  for (let index = 0; index < 9998; index += 1) limit.take(`name ${index}`, 10);
  expect(limit.take('first', 10)).toBe(2);
  limit.take('one more', 10);
  expect(limit.take('first', 10)).toBe(3);
  expect(limit.take('second', 10)).toBe(1);
});
