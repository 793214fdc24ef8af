import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { Counter, consumeAll } from './rate-limits.ts';

const consume = (counter: Counter, name: string, limit: number) => consumeAll([{ counter, name, limit }])[0];

test('uses are counted per name and window and then rejected', () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const counter = new Counter(clock, { windowMs: 60_000 });
  expect([1, 2, 3].map(() => consume(counter, 'a', 3))).toEqual([1, 2, 3]);
  clock.moveTo('2026-11-21T04:43:45Z');
  expect(() => consume(counter, 'a', 3)).toThrow(expect.objectContaining({ status: 429, retryAfter: 15 }));
  expect(counter.count('a')).toBe(3);
  expect(consume(counter, 'b', 3)).toBe(1);
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(counter.count('a')).toBe(0);
  expect(consume(counter, 'a', 3)).toBe(1);
});

test('least recently used names are dropped', () => {
  const counter = new Counter(testClock(), { windowMs: 60_000 });
  consume(counter, 'first', 10);
  consume(counter, 'second', 10);
  for (let index = 0; index < 9998; index += 1) consume(counter, `name ${index}`, 10);
  expect(consume(counter, 'first', 10)).toBe(2);
  consume(counter, 'one more', 10);
  expect(consume(counter, 'first', 10)).toBe(3);
  expect(consume(counter, 'second', 10)).toBe(1);
});

test('rejected names are not dropped', () => {
  const counter = new Counter(testClock(), { windowMs: 60_000 });
  consume(counter, 'first', 1);
  for (let index = 0; index < 20_000; index += 1) {
    consume(counter, `name ${index}`, 10);
    if (index % 5000 === 0) expect(() => consume(counter, 'first', 1)).toThrow('Too many requests');
  }
  expect(() => consume(counter, 'first', 1)).toThrow('Too many requests');
});

test('rejected name prevents counting of the others', () => {
  const clock = testClock();
  const addresses = new Counter(clock, { windowMs: 60_000 });
  const readers = new Counter(clock, { windowMs: 60_000 });
  const both = (name: string | undefined) =>
    consumeAll([
      { counter: addresses, name, limit: 5 },
      { counter: readers, name: 'reader', limit: 2 },
    ]);
  expect(both('address')).toEqual([1, 1]);
  expect(both(undefined)).toEqual([0, 2]);
  expect(() => both('address')).toThrow('Too many requests');
  expect(addresses.count('address')).toBe(1);
});
