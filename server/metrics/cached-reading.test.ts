import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { CachedReading } from './cached-reading.ts';

const log = createLog('silent');

test('shares one reading among requests for five seconds', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  let looks = 0;
  const glance = new CachedReading(async () => ++looks, { clock, log });
  expect(await Promise.all([glance.read(), glance.read()])).toEqual([1, 1]);
  clock.moveTo('2026-11-21T04:43:04Z');
  expect(await glance.read()).toBe(1);
  clock.moveTo('2026-11-21T04:43:05Z');
  expect(await glance.read()).toBe(2);
});

test('failed reading returns nothing and is repeated', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const answers = [() => Promise.reject(new Error('away')), async () => 7];
  const glance = new CachedReading(() => answers.shift()?.() ?? Promise.resolve(0), { clock, log });
  expect(await glance.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:43:10Z');
  expect(await glance.read()).toBe(7);
});

test('slow reading times out and is not repeated meanwhile', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const slow = Promise.withResolvers<number>();
  let looks = 0;
  const look = () => {
    looks += 1;
    return slow.promise;
  };
  const glance = new CachedReading(look, { clock, log, maxWaitMs: 1 });
  expect(await glance.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(await glance.read()).toBeUndefined();
  expect(looks).toBe(1);
  slow.resolve(7);
  expect(await glance.read()).toBe(7);
});
