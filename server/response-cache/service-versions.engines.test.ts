import { expect, test } from 'vitest';
import { raiseServiceRevision } from '#server/database/service-revision.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { ServiceVersions } from './service-versions.ts';

async function givenVersions() {
  const database = await testDatabase();
  const clock = testClock();
  const queries = watchQueries();
  await givenService({ database, clock }, { serviceId: 'news' });
  await givenService({ database, clock }, { serviceId: 'other' });
  const versions = new ServiceVersions({
    database: { ...database, reader: database.reader.withPlugin(queries.plugin) },
    clock,
  });
  const write = (serviceId: string) =>
    database.writer.transaction().execute((trx) => raiseServiceRevision(trx, serviceId));
  return { versions, database, clock, queries, write };
}

test('revisions stay cached until a write', async () => {
  const { versions, queries, write } = await givenVersions();
  expect(versions.current()).toBeUndefined();
  const read = await versions.read();
  expect(versions.current()).toBe(read);
  expect(queries.count()).toBe(1);
  await write('news');
  expect(versions.current()).toBeUndefined();
});

test('writes change the state of their service only', async () => {
  const { versions, write } = await givenVersions();
  const before = await versions.read();
  await write('news');
  const after = await versions.read();
  expect(after.stateOf('news')).not.toBe(before.stateOf('news'));
  expect(after.stateOfAll).not.toBe(before.stateOfAll);
  expect(after.stateOf('other')).toBe(before.stateOf('other'));
  expect(after.stateOf('none')).toBeUndefined();
});

test('reads after a write do not share an earlier one', async () => {
  const { versions, queries, write } = await givenVersions();
  const held = queries.hold();
  const early = versions.read();
  await held.reached;
  queries.pass();
  await write('news');
  const late = await versions.read();
  held.release();
  expect(late.stateOf('news')).not.toBe((await early).stateOf('news'));
});

test('concurrent reads share one query', async () => {
  const { versions, queries } = await givenVersions();
  await Promise.all(Array.from({ length: 20 }, () => versions.read()));
  expect(queries.count()).toBe(1);
});

test('scheduled posts change the state on time', async () => {
  const { versions, clock, ...given } = await givenVersions();
  await givenPost({ ...given, clock }, { serviceId: 'news', publishAt: new Date('2026-11-21T04:47:00Z') });
  const before = await versions.read();
  clock.moveTo('2026-11-21T04:43:00.900Z');
  expect(versions.current()).toBe(before);
  clock.moveTo('2026-11-21T04:50:00Z');
  expect(versions.current()).toBeUndefined();
  expect((await versions.read()).stateOf('news')).not.toBe(before.stateOf('news'));
});

test('failed reads are reported and retried', async () => {
  const { database, clock } = await givenVersions();
  let isUnavailable = true;
  const versions = new ServiceVersions({
    clock,
    database: {
      ...database,
      reader: database.reader.withPlugin({
        transformQuery: ({ node }) => {
          if (isUnavailable) throw new Error('away');
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    },
  });
  await expect(versions.read()).rejects.toThrow('away');
  isUnavailable = false;
  expect((await versions.read()).stateOf('news')).toBeDefined();
});
