import { expect, test } from 'vitest';
import { changeThread } from '#server/comments/thread.repository.ts';
import { raiseServiceRevision } from '#server/database/service-revision.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { ThreadVersions } from './thread-versions.ts';

const now = '2026-11-21T04:43:00Z';
const first = { serviceId: 'news', contentId: 'first-talk' };
const second = { serviceId: 'news', contentId: 'second-talk' };
const post = { serviceId: 'news', slug: 'a-post' };

async function givenVersions() {
  const database = await testDatabase();
  const clock = testClock();
  await givenPost({ database, clock }, { slug: post.slug });
  await database.writer.updateTable('posts').set({ contentId: first.contentId }).execute();
  const queries = watchQueries();
  const versions = new ThreadVersions({
    database: { ...database, reader: database.reader.withPlugin(queries.plugin) },
    clock,
  });
  const say = (thread: typeof first, isVisible = true) =>
    database.writer.transaction().execute((trx) => changeThread(trx, { ...thread, isVisible, now }));
  const raise = () => database.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
  return { versions, queries, database, clock, say, raise };
}

test('changing one thread affects its content and post only', async () => {
  const { versions, queries, database, clock, say } = await givenVersions();
  const before = await versions.read(first, '1');
  const known = versions.current(first, '1');
  const other = await versions.read(second, '1');
  expect(await versions.read(post, '1')).toBe(before);
  const requested = queries.count();
  await say(first);
  const moment = { commitMark: database.commitMark(), readAt: clock.now().getTime() };
  expect(known && versions.isCurrent(known, moment)).toBe(false);
  expect(versions.current(first, '1')).toBeUndefined();
  expect(versions.current(post, '1')).toBeUndefined();
  expect(versions.current(second, '1')?.revision).toBe(other);
  expect(queries.count()).toBe(requested);
  const after = await versions.read(post, '1');
  expect(after).not.toBe(before);
  expect(versions.current(first, '1')?.revision).toBe(after);
});

test('invisible changes keep cached revisions', async () => {
  const { versions, say } = await givenVersions();
  const known = await versions.read(first, '1');
  await say(first, false);
  expect(versions.current(first, '1')?.revision).toBe(known);
});

test('other writes invalidate all threads', async () => {
  const { versions, raise } = await givenVersions();
  await versions.read(first, '1');
  await raise();
  expect(versions.current(first, '1')).toBeUndefined();
});

test("changed content ids apply with the service's new revision", async () => {
  const { versions, database, say } = await givenVersions();
  await say(second);
  const before = await versions.read(post, '1');
  await database.writer.updateTable('posts').set({ contentId: second.contentId }).execute();
  expect(await versions.read(post, '2')).not.toBe(before);
  expect(await versions.read({ ...post, slug: 'none' }, '2')).toBeUndefined();
});

test('reads after a change do not share an earlier one', async () => {
  const { versions, queries, say } = await givenVersions();
  const held = queries.hold();
  const early = versions.read(first, '1');
  await held.reached;
  queries.pass();
  await say(first);
  const late = await versions.read(first, '1');
  held.release();
  expect(late).not.toBe(await early);
  expect(versions.current(first, '1')?.revision).toBe(late);
});
