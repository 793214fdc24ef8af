import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { Glance } from './glance.ts';

const log = createLog('silent');

test('many who ask at once, and within five seconds, are told what one reading found', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  let looks = 0;
  const glance = new Glance(async () => ++looks, { clock, log });
  expect(await Promise.all([glance.read(), glance.read()])).toEqual([1, 1]);
  clock.moveTo('2026-11-21T04:43:04Z');
  expect(await glance.read()).toBe(1);
  clock.moveTo('2026-11-21T04:43:05Z');
  expect(await glance.read()).toBe(2);
});

test('a reading that fails tells nothing, and the next one tells again', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const answers = [() => Promise.reject(new Error('away')), async () => 7];
  const glance = new Glance(() => answers.shift()?.() ?? Promise.resolve(0), { clock, log });
  expect(await glance.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:43:10Z');
  expect(await glance.read()).toBe(7);
});

test('nobody waits for a reading that takes too long, and none is begun beside it', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const slow = Promise.withResolvers<number>();
  let looks = 0;
  const look = () => {
    looks += 1;
    return slow.promise;
  };
  const glance = new Glance(look, { clock, log, maxWaitMs: 1 });
  expect(await glance.read()).toBeUndefined();
  clock.moveTo('2026-11-21T04:44:00Z');
  expect(await glance.read()).toBeUndefined();
  expect(looks).toBe(1);
  slow.resolve(7);
  expect(await glance.read()).toBe(7);
});
