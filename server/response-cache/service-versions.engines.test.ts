import { expect, test } from 'vitest';
import { raiseServiceRevision } from '#server/services/index.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { ServiceVersions } from './service-versions.ts';

async function givenBoard() {
  const database = await testDatabase();
  const clock = testClock();
  const queries = watchQueries();
  await givenService({ database, clock }, { serviceId: 'news' });
  await givenService({ database, clock }, { serviceId: 'other' });
  const board = new ServiceVersions({
    database: { ...database, reader: database.reader.withPlugin(queries.plugin) },
    clock,
  });
  const write = (serviceId: string) =>
    database.writer.transaction().execute((trx) => raiseServiceRevision(trx, serviceId));
  return { board, database, clock, queries, write };
}

test('revisions stay cached until a write', async () => {
  const { board, queries, write } = await givenBoard();
  expect(board.current()).toBeUndefined();
  const read = await board.read();
  expect(board.current()).toBe(read);
  expect(queries.count()).toBe(1);
  await write('news');
  expect(board.current()).toBeUndefined();
});

test('writes change the state of their service only', async () => {
  const { board, write } = await givenBoard();
  const before = await board.read();
  await write('news');
  const after = await board.read();
  expect(after.stateOf('news')).not.toBe(before.stateOf('news'));
  expect(after.stateOfAll).not.toBe(before.stateOfAll);
  expect(after.stateOf('other')).toBe(before.stateOf('other'));
  expect(after.stateOf('none')).toBeUndefined();
});

test('reads after a write do not share an earlier one', async () => {
  const { board, queries, write } = await givenBoard();
  const held = queries.hold();
  const early = board.read();
  await held.reached;
  queries.pass();
  await write('news');
  const late = await board.read();
  held.release();
  expect(late.stateOf('news')).not.toBe((await early).stateOf('news'));
});

test('concurrent reads share one query', async () => {
  const { board, queries } = await givenBoard();
  await Promise.all(Array.from({ length: 20 }, () => board.read()));
  expect(queries.count()).toBe(1);
});

test('scheduled posts change the state on time', async () => {
  const { board, clock, ...given } = await givenBoard();
  await givenPost({ ...given, clock }, { serviceId: 'news', publishAt: new Date('2026-11-21T04:47:00Z') });
  const before = await board.read();
  clock.moveTo('2026-11-21T04:43:00.900Z');
  expect(board.current()).toBe(before);
  clock.moveTo('2026-11-21T04:50:00Z');
  expect(board.current()).toBeUndefined();
  expect((await board.read()).stateOf('news')).not.toBe(before.stateOf('news'));
});

test('failed reads are reported and retried', async () => {
  const { database, clock } = await givenBoard();
  let isAway = true;
  const board = new ServiceVersions({
    clock,
    database: {
      ...database,
      reader: database.reader.withPlugin({
        transformQuery: ({ node }) => {
          if (isAway) throw new Error('away');
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    },
  });
  await expect(board.read()).rejects.toThrow('away');
  isAway = false;
  expect((await board.read()).stateOf('news')).toBeDefined();
});
