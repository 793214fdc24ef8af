import { expect, test } from 'vitest';
import { createVault } from '#server/platform/vault.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { createRateLimits } from './database-rate-limits.ts';
import { deleteExpiredCounts } from './rate-limit.repository.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

const MINUTE_MS = 60_000;
const limitOf = (name: string | undefined, limit: number, kind = 'votes'): RateLimit => ({
  kind,
  name,
  limit,
  windowMs: MINUTE_MS,
});

async function twoProcesses() {
  const database = await testDatabase();
  const clock = testClock();
  const vault = createVault('a secret');
  const one = createRateLimits({ database, clock, vault });
  const other = database.engine === 'sqlite' ? one : createRateLimits({ database, clock, vault });
  return { database, clock, one, other };
}

const isAllowed = (rateLimits: RateLimits, ...limits: RateLimit[]) =>
  rateLimits.consume(limits).then(
    () => true,
    () => false,
  );

test('uses are counted across processes and windows', async () => {
  const { clock, one, other } = await twoProcesses();
  expect(await one.consume([limitOf('reader', 3)])).toEqual([1]);
  expect(await other.consume([limitOf('reader', 3), limitOf(undefined, 0)])).toEqual([2, 0]);
  expect(await one.consume([limitOf('reader', 3, 'comments')])).toEqual([1]);
  expect(await one.consume([limitOf('reader', 3)])).toEqual([3]);
  clock.moveTo(new Date(clock.now().getTime() + 20_000).toISOString());
  for (const rateLimits of [one, other, one, other]) {
    await expect(rateLimits.consume([limitOf('reader', 3)])).rejects.toMatchObject({ status: 429, retryAfter: 40 });
  }
  expect(await other.count({ ...limitOf('reader', 3), name: 'reader' })).toBe(3);
  clock.moveTo(new Date(clock.now().getTime() + 40_000).toISOString());
  expect(await other.count({ ...limitOf('reader', 3), name: 'reader' })).toBe(0);
  expect(await one.consume([limitOf('reader', 3)])).toEqual([1]);
});

test('rejected uses count under no name', async () => {
  const { one, other } = await twoProcesses();
  await one.consume([limitOf('school', 4, 'address'), limitOf('a', 1)]);
  expect(await isAllowed(other, limitOf('school', 4, 'address'), limitOf('a', 1))).toBe(false);
  expect(await isAllowed(one, limitOf('school', 4, 'address'), limitOf('a', 1))).toBe(false);
  expect(await other.consume([limitOf('school', 4, 'address'), limitOf('b', 1)])).toEqual([2, 1]);
});

test('concurrent uses do not exceed the limit', async () => {
  const { one, other } = await twoProcesses();
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      isAllowed(index % 2 ? one : other, limitOf('home', 10, 'address'), limitOf(`${index}`, 1)),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(10);
});

test('one-time values are accepted once until they expire', async () => {
  const { database, clock, one, other } = await twoProcesses();
  const proof = { kind: 'proof', name: 'signature', until: new Date(clock.now().getTime() + MINUTE_MS) };
  expect(
    (await Promise.all([one, other, one, other].map((rateLimits) => rateLimits.consumeOnce(proof)))).toSorted(),
  ).toEqual([false, false, false, true]);
  await deleteExpiredCounts(database.writer, clock.now().toISOString());
  expect(await other.consumeOnce(proof)).toBe(false);
});
