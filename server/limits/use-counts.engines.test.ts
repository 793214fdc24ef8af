import { expect, test } from 'vitest';
import { createVault } from '#server/platform/vault.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import type { Use, UseCounts } from './counted-use.ts';
import { deleteOldLimits } from './shared-limit.repository.ts';
import { createUseCounts } from './use-counts.ts';

const MINUTE_MS = 60_000;
const use = (name: string | undefined, most: number, kind = 'votes'): Use => ({
  kind,
  name,
  most,
  windowMs: MINUTE_MS,
});

async function twoProcesses() {
  const database = await testDatabase();
  const clock = testClock();
  const vault = createVault('a secret');
  const one = createUseCounts({ database, clock, vault });
  const other = database.engine === 'sqlite' ? one : createUseCounts({ database, clock, vault });
  return { database, clock, one, other };
}

const isTaken = (counts: UseCounts, ...uses: Use[]) =>
  counts.takeAll(uses).then(
    () => true,
    () => false,
  );

test('uses are counted across processes and windows', async () => {
  const { clock, one, other } = await twoProcesses();
  expect(await one.takeAll([use('reader', 3)])).toEqual([1]);
  expect(await other.takeAll([use('reader', 3), use(undefined, 0)])).toEqual([2, 0]);
  expect(await one.takeAll([use('reader', 3, 'comments')])).toEqual([1]);
  expect(await one.takeAll([use('reader', 3)])).toEqual([3]);
  clock.moveTo(new Date(clock.now().getTime() + 20_000).toISOString());
  for (const counts of [one, other, one, other]) {
    await expect(counts.takeAll([use('reader', 3)])).rejects.toMatchObject({ status: 429, retryAfter: 40 });
  }
  expect(await other.usesOf({ ...use('reader', 3), name: 'reader' })).toBe(3);
  clock.moveTo(new Date(clock.now().getTime() + 40_000).toISOString());
  expect(await other.usesOf({ ...use('reader', 3), name: 'reader' })).toBe(0);
  expect(await one.takeAll([use('reader', 3)])).toEqual([1]);
});

test('refused uses are counted under no name', async () => {
  const { one, other } = await twoProcesses();
  await one.takeAll([use('school', 4, 'address'), use('a', 1)]);
  expect(await isTaken(other, use('school', 4, 'address'), use('a', 1))).toBe(false);
  expect(await isTaken(one, use('school', 4, 'address'), use('a', 1))).toBe(false);
  expect(await other.takeAll([use('school', 4, 'address'), use('b', 1)])).toEqual([2, 1]);
});

test('concurrent uses do not exceed the limit', async () => {
  const { one, other } = await twoProcesses();
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      isTaken(index % 2 ? one : other, use('home', 10, 'address'), use(`${index}`, 1)),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(10);
});

test('one-time values are accepted once until they expire', async () => {
  const { database, clock, one, other } = await twoProcesses();
  const proof = { kind: 'proof', name: 'signature', until: new Date(clock.now().getTime() + MINUTE_MS) };
  expect((await Promise.all([one, other, one, other].map((counts) => counts.takeOnce(proof)))).toSorted()).toEqual([
    false,
    false,
    false,
    true,
  ]);
  await deleteOldLimits(database.writer, clock.now().toISOString());
  expect(await other.takeOnce(proof)).toBe(false);
});
