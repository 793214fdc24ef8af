import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { CachedReading } from './queue-metrics.ts';

const log = createLog('silent');

test('shares one reading among requests for five seconds', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  let reads = 0;
  const cached = new CachedReading(async () => ++reads, { clock, log });
  expect(await Promise.all([cached.read(), cached.read()])).toEqual([1, 1]);
  clock.moveTo('2026-11-21T04:43:04Z');
  expect(await cached.read()).toBe(1);
  clock.moveTo('2026-11-21T04:43:05Z');
  expect(await cached.read()).toBe(2);
});

test('failed reading returns nothing and is repeated', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const answers = [() => Promise.reject(new Error('away')), async () => 7];
  const cached = new CachedReading(() => answers.shift()?.() ?? Promise.resolve(0), { clock, log });
  expect(await cached.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:43:10Z');
  expect(await cached.read()).toBe(7);
});

test('slow reading times out and is not repeated meanwhile', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const slow = Promise.withResolvers<number>();
  let reads = 0;
  const readSlowly = () => {
    reads += 1;
    return slow.promise;
  };
  const cached = new CachedReading(readSlowly, { clock, log, maxWaitMs: 1 });
  expect(await cached.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(await cached.read()).toBeUndefined();
  expect(reads).toBe(1);
  slow.resolve(7);
  expect(await cached.read()).toBe(7);
});
