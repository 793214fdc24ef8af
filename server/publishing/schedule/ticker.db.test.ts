import { expect, test, vi } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenReservedPosts } from '#testing/given-reserved-posts.ts';
import { createTicker, startSchedule } from './ticker.ts';

/** The test clock starts at 04:43. */
async function givenTools() {
  const database = await testDatabase();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  return { database, clock: testClock(), log, logged };
}

const ticksOf = async ({ reader }: Database) =>
  (await reader.selectFrom('clockTicks').selectAll().execute()).map(({ tickedAt }) => tickedAt);

async function statusOf({ reader }: Database, postId: string): Promise<string> {
  const row = await reader.selectFrom('posts').select('status').where('postId', '=', postId).executeTakeFirstOrThrow();
  return row.status;
}

test('ticker ticks at start, every ten minutes, and for leftovers', async () => {
  const { logged: _, ...tools } = await givenTools();
  const { database, clock } = tools;
  const ticker = createTicker(tools);
  const lastTickAfter = async (instant: string) => {
    clock.moveTo(instant);
    await ticker.tickIfDue();
    return (await ticksOf(database))[0];
  };
  await ticker.tickIfDue();
  expect(await lastTickAfter('2026-11-21T04:44:00Z')).toBe('2026-11-21T04:43:00Z');
  expect(await lastTickAfter('2026-11-21T04:50:00Z')).toBe('2026-11-21T04:50:00Z');
  // Simulates a save at the very moment of the tick.
  await givenPost(
    { ...tools, clock: testClock('2026-11-21T04:49:59Z') },
    { publishAt: new Date('2026-11-21T04:50:00Z') },
  );
  expect(await lastTickAfter('2026-11-21T04:51:00Z')).toBe('2026-11-21T04:51:00Z');
  expect(await lastTickAfter('2026-11-21T04:52:00Z')).toBe('2026-11-21T04:51:00Z');
  expect(await lastTickAfter('2026-11-21T07:01:30Z')).toBe('2026-11-21T07:01:30Z');
  // Simulates a wrong clock that was set back.
  expect(await lastTickAfter('2026-11-21T05:01:00Z')).toBe('2026-11-21T05:01:00Z');
  await ticker.stop();
});

test('failed tick is logged and retried at the next check', async () => {
  const { logged, ...tools } = await givenTools();
  const { database, clock } = tools;
  const { postId } = await givenPost(tools, { publishAt: new Date('2026-11-21T04:50:00Z') });
  let isUnavailable = false;
  const failingReader = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      if (isUnavailable) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ticker = createTicker({ ...tools, database: { ...database, reader: failingReader } });
  await ticker.tickIfDue();
  isUnavailable = true;
  clock.moveTo('2026-11-21T04:50:00Z');
  await ticker.tickIfDue();
  expect(logged).toEqual([
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'away' }) }),
  ]);
  expect(await statusOf(database, postId)).toBe('reserved');
  isUnavailable = false;
  clock.moveTo('2026-11-21T04:51:00Z');
  await ticker.tickIfDue();
  expect(await statusOf(database, postId)).toBe('published');
  await ticker.stop();
});

test('stop waits for the running tick to finish its batch', async () => {
  const { logged, ...tools } = await givenTools();
  await givenReservedPosts(tools, { effectiveAt: '2026-11-21T05:00:00Z', count: 450 });
  tools.clock.moveTo('2026-11-21T05:00:00Z');
  const ticker = createTicker(tools);
  void ticker.tickIfDue();
  await ticker.stop();
  const recorded = logged.length;
  expect([0, 200, 400]).toContain(recorded);
  await ticker.tickIfDue();
  expect(logged).toHaveLength(recorded);
  expect(await ticksOf(tools.database)).toEqual([]);
});

test('schedule ticks at start and at every tick time', async () => {
  const { logged, clock: _, ...tools } = await givenTools();
  // The PostgreSQL driver has timers that a jump of an hour would fire.
  if (tools.database.engine === 'postgres') return;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-21T04:48:30Z') });
  try {
    const schedule = startSchedule({ ...tools, clock: systemClock });
    await expect.poll(() => ticksOf(tools.database)).toEqual(['2026-11-21T04:48:30Z']);
    await vi.advanceTimersByTimeAsync(89_000);
    expect(await ticksOf(tools.database)).toEqual(['2026-11-21T04:48:30Z']);
    await vi.advanceTimersByTimeAsync(1000);
    await expect.poll(() => ticksOf(tools.database)).toEqual(['2026-11-21T04:50:00Z']);
    await vi.advanceTimersByTimeAsync(600_000);
    await expect.poll(() => ticksOf(tools.database)).toEqual(['2026-11-21T05:00:00Z']);
    await schedule.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await ticksOf(tools.database)).toEqual(['2026-11-21T05:00:00Z']);
    expect(logged).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
