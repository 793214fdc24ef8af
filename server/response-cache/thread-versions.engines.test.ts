import { expect, test } from 'vitest';
import { changeThread } from '#server/comments/thread.repository.ts';
import { raiseServiceRevision } from '#server/services/index.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { ThreadVersions } from './thread-versions.ts';

const now = '2026-11-21T04:43:00Z';
const first = { serviceId: 'news', contentId: 'first-talk' };
const second = { serviceId: 'news', contentId: 'second-talk' };
const post = { serviceId: 'news', slug: 'a-post' };

async function givenBoard() {
  const database = await testDatabase();
  const clock = testClock();
  await givenPost({ database, clock }, { slug: post.slug });
  await database.writer.updateTable('posts').set({ contentId: first.contentId }).execute();
  const queries = watchQueries();
  const board = new ThreadVersions({
    database: { ...database, reader: database.reader.withPlugin(queries.plugin) },
    clock,
  });
  const say = (thread: typeof first, isSeen = true) =>
    database.writer.transaction().execute((trx) => changeThread(trx, { ...thread, isSeen, now }));
  const raise = () => database.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
  return { board, queries, database, say, raise };
}

test('changing one thread affects its content and post only', async () => {
  const { board, queries, say } = await givenBoard();
  const before = await board.read(first, '1');
  const other = await board.read(second, '1');
  expect(await board.read(post, '1')).toBe(before);
  const requested = queries.count();
  await say(first);
  expect(board.current(first, '1')).toBeUndefined();
  expect(board.current(post, '1')).toBeUndefined();
  expect(board.current(second, '1')).toBe(other);
  expect(queries.count()).toBe(requested);
  const after = await board.read(post, '1');
  expect(after).not.toBe(before);
  expect(board.current(first, '1')).toBe(after);
});

test('invisible changes keep cached revisions', async () => {
  const { board, say } = await givenBoard();
  const known = await board.read(first, '1');
  await say(first, false);
  expect(board.current(first, '1')).toBe(known);
});

test('other writes invalidate all threads', async () => {
  const { board, raise } = await givenBoard();
  await board.read(first, '1');
  await raise();
  expect(board.current(first, '1')).toBeUndefined();
});

test("changed content ids apply with the service's new revision", async () => {
  const { board, database, say } = await givenBoard();
  await say(second);
  const before = await board.read(post, '1');
  await database.writer.updateTable('posts').set({ contentId: second.contentId }).execute();
  expect(await board.read(post, '2')).not.toBe(before);
  expect(await board.read({ ...post, slug: 'none' }, '2')).toBeUndefined();
});

test('reads after a change do not share an earlier one', async () => {
  const { board, queries, say } = await givenBoard();
  const held = queries.hold();
  const early = board.read(first, '1');
  await held.reached;
  queries.pass();
  await say(first);
  const late = await board.read(first, '1');
  held.release();
  expect(late).not.toBe(await early);
  expect(board.current(first, '1')).toBe(late);
});
