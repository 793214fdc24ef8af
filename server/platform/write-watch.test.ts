import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { lowSpaceOf } from './disk.ts';
import { createLog } from './log.ts';
import { type WatchedPlace, WriteWatch } from './write-watch.ts';

const full = () => Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });

function watchOf(place: Partial<WatchedPlace> = {}, limitOf = () => 0) {
  const logged: Record<string, unknown>[] = [];
  const clock = testClock();
  const watch = new WriteWatch({
    places: [{ name: 'files', folder: tmpdir(), tryWrite: async () => {}, ...place }],
    clock,
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    lowSpaceOf: limitOf,
  });
  const pass = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms).toISOString());
  return { watch, logged, pass };
}

test.each([
  [500e9, 1e9],
  [20e9, 1e9],
  [2e9, 0.1e9],
])('disk of %d bytes has the low-space threshold %d', (totalBytes, limit) => {
  expect(lowSpaceOf({ totalBytes, freeBytes: 0 })).toBeCloseTo(limit);
});

test('file systems without reported space are not low', async () => {
  const { watch } = watchOf({ folder: '/proc' }, () => Number.POSITIVE_INFINITY);
  expect((await watch.read())[0]).toEqual({ place: 'files', isLow: false });
});

test('low space is logged once until it recovers', async () => {
  let limit = Number.POSITIVE_INFINITY;
  const { watch, logged, pass } = watchOf({ folder: `${tmpdir()}/not/there/yet` }, () => limit);
  const check = async () => {
    pass(61_000);
    return (await watch.read())[0];
  };
  expect(await check()).toMatchObject({ isLow: true, space: { freeBytes: expect.any(Number) } });
  await check();
  expect(logged.map(({ msg }) => msg)).toEqual(['low disk space']);
  limit = 0;
  expect(await check()).toMatchObject({ isLow: false });
});

test('failures are rechecked every five seconds until a write succeeds', async () => {
  let tries = 0;
  const tryWrite = async () => {
    tries += 1;
    if (tries < 3) throw full();
  };
  const { watch, logged, pass } = watchOf({ tryWrite });
  watch.note(new Error('something else'));
  expect(await watch.failureOf('files')).toBeUndefined();
  for (let each = 0; each < 3; each += 1) watch.note(full());
  for (let each = 0; each < 3; each += 1) expect(await watch.failureOf('files')).toBe('full');
  expect(tries).toBe(0);
  for (const expected of ['full', 'full', undefined]) {
    pass(5000);
    expect(await watch.failureOf('files')).toBe(expected);
  }
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'storage not writable'],
    ['info', 'storage writable again'],
  ]);
});
