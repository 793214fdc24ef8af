import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { type TestClock, testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import type { Database } from '../database/connect.ts';
import type { ContentBounds } from '../posts/content-bounds.ts';
import { deletePost } from './bin/move-to-bin.ts';
import { prunePosts, startPostPruning } from './prune-posts.ts';

const bounds: ContentBounds = { history: { maxRevisions: 3, maxDays: 365 }, binDays: 30, previewDays: 30 };

test('prunes surplus revisions but keeps the newest', async () => {
  const { database, clock } = await given();
  const [long, short] = [await givenPost({ database, clock }), await givenPost({ database, clock })];
  await givenRevisions(database, { postId: long.postId, from: 2, to: 9, savedAt: '2026-11-21T04:43:00Z' });
  expect(await prunePosts({ database, clock, content: bounds })).toEqual({
    deletedPosts: 0,
    workingCopies: 0,
    revisions: 6,
    bulkChanges: 0,
  });
  expect(await revisionsOf(database, long.postId)).toEqual([7, 8, 9]);
  expect(await revisionsOf(database, short.postId)).toEqual([1]);
});

test('prunes old revisions but keeps the newest of each post', async () => {
  const { database, clock } = await given();
  const [changed, still] = [await givenPost({ database, clock }), await givenPost({ database, clock })];
  await givenRevisions(database, { postId: still.postId, from: 2, to: 2, savedAt: '2026-11-21T04:43:00Z' });
  await givenRevisions(database, { postId: changed.postId, from: 2, to: 2, savedAt: '2027-11-01T00:00:00Z' });
  clock.moveTo('2027-11-22T00:00:00Z');
  expect(await prunePosts({ database, clock, content: bounds })).toMatchObject({ revisions: 2 });
  expect(await revisionsOf(database, changed.postId)).toEqual([2]);
  expect(await revisionsOf(database, still.postId)).toEqual([2]);
});

test('old sole revisions cost no further statements', async () => {
  const { database, clock } = await given();
  const statements = async () => {
    const { plugin, count } = watchQueries();
    const watched = {
      ...database,
      reader: database.reader.withPlugin(plugin),
      writer: database.writer.withPlugin(plugin),
    };
    expect(await prunePosts({ database: watched, clock, content: bounds })).toMatchObject({ revisions: 0 });
    return count();
  };
  await givenPost({ database, clock });
  clock.moveTo('2027-12-01T00:00:00Z');
  const ofOne = await statements();
  const row = await database.reader.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: 150 }, (_, index) => String(index).padStart(26, '0'));
  await database.writer
    .insertInto('posts')
    .values(ids.map((postId) => ({ ...row, postId, slug: postId, contentId: postId })))
    .execute();
  for (const postId of ids) await givenRevisions(database, { postId, from: 1, to: 1, savedAt: '2026-11-21T04:43:00Z' });
  expect(await statements()).toBe(ofOne);
});

test('prunes expired deleted posts with their history', async () => {
  const { database, clock } = await given();
  const [old, recent] = [await givenPost({ database, clock }), await givenPost({ database, clock })];
  const by = { serviceId: 'news', actor: 'tester' };
  await deletePost({ database, clock }, { ...by, idOrSlug: old.slug });
  clock.moveTo('2026-12-10T00:00:00Z');
  await deletePost({ database, clock }, { ...by, idOrSlug: recent.slug });
  clock.moveTo('2026-12-21T04:43:00Z');
  expect(await prunePosts({ database, clock, content: bounds })).toMatchObject({ deletedPosts: 0 });
  clock.moveTo('2026-12-21T04:43:01Z');
  expect(await prunePosts({ database, clock, content: bounds })).toMatchObject({ deletedPosts: 1 });
  const binned = await database.reader.selectFrom('deletedPosts').select('postId').execute();
  expect(binned).toEqual([{ postId: recent.postId }]);
  expect(await revisionsOf(database, old.postId)).toEqual([]);
  expect(await revisionsOf(database, recent.postId)).toEqual([1]);
});

test('prunes the history of posts that no longer exist', async () => {
  const { database, clock } = await given();
  const { postId } = await givenPost({ database, clock });
  await database.writer.deleteFrom('posts').execute();
  await prunePosts({ database, clock, content: bounds });
  expect(await revisionsOf(database, postId)).toEqual([]);
});

test('prunes working copies after ninety days', async () => {
  const { database, clock } = await given();
  const { postId } = await givenPost({ database, clock });
  const copy = { postId, serviceId: 'news', baseRevision: 1, content: '{}' };
  const rows = [
    { ...copy, username: 'gone', updatedAt: '2026-11-21T04:43:00Z' },
    { ...copy, username: 'still-at-it', updatedAt: '2026-11-21T04:43:01Z' },
  ];
  await database.writer.insertInto('postWorkingCopies').values(rows).execute();
  clock.moveTo('2027-02-19T04:43:01Z');
  expect(await prunePosts({ database, clock, content: bounds })).toMatchObject({ workingCopies: 1 });
  const left = await database.reader.selectFrom('postWorkingCopies').select('username').execute();
  expect(left).toEqual([{ username: 'still-at-it' }]);
});

test('prunes more than one batch', async () => {
  const { database, clock } = await given();
  const posts: string[] = [];
  for (let made = 0; made < 3; made += 1) posts.push((await givenPost({ database, clock })).postId);
  for (const postId of posts) {
    await givenRevisions(database, { postId, from: 2, to: 250, savedAt: '2026-11-21T04:43:00Z' });
  }
  clock.moveTo('2027-12-01T00:00:00Z');
  const content = { ...bounds, history: { maxRevisions: 10_000, maxDays: 365 } };
  expect(await prunePosts({ database, clock, content })).toMatchObject({ revisions: 3 * 249 });
  for (const postId of posts) expect(await revisionsOf(database, postId)).toEqual([250]);
});

test('pruning runs at start and logs what it removed', async () => {
  const { database, clock } = await given();
  const { postId } = await givenPost({ database, clock });
  await givenRevisions(database, { postId, from: 2, to: 5, savedAt: '2026-11-21T04:43:00Z' });
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const pruning = startPostPruning({ database, clock, log, content: bounds });
  onTestFinished(() => pruning.stop());
  await expect.poll(() => logged).toMatchObject([{ deletedPosts: 0, workingCopies: 0, revisions: 2 }]);
  await pruning.stop();
  expect(await revisionsOf(database, postId)).toEqual([3, 4, 5]);
});

async function given(): Promise<{ database: Database; clock: TestClock }> {
  return { database: await testDatabase(), clock: testClock() };
}

async function givenRevisions(
  database: Database,
  { postId, from, to, savedAt }: { postId: string; from: number; to: number; savedAt: string },
): Promise<void> {
  const row = { postId, serviceId: 'news', kind: 'saved' as const, title: 'A post', savedAt, savedBy: 'tester' };
  const rows = Array.from({ length: to - from + 1 }, (_, index) => ({ ...row, content: '{}', revision: from + index }));
  await database.writer.insertInto('postRevisions').values(rows).execute();
}

async function revisionsOf(database: Database, postId: string): Promise<number[]> {
  const query = database.reader.selectFrom('postRevisions').select('revision').where('postId', '=', postId);
  return (await query.orderBy('revision').execute()).map(({ revision }) => revision);
}
