import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenReservedPosts } from '#testing/given-reserved-posts.ts';
import { givenUser } from '#testing/given-user.ts';
import { tick } from './ticker.ts';

/** The test clock starts at 04:43. */
async function givenTools() {
  const database = await testDatabase();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  return { database, clock: testClock(), log, logged };
}

async function rowOf({ writer }: Database, postId: string) {
  return writer.selectFrom('posts').selectAll().where('postId', '=', postId).executeTakeFirstOrThrow();
}

async function revisionOf({ writer }: Database, serviceId: string): Promise<number> {
  const row = await writer
    .selectFrom('services')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  return row.revision;
}

const ticksOf = ({ writer }: Database) => writer.selectFrom('clockTicks').selectAll().execute();

test('tick publishes due posts only', async () => {
  const { logged, ...tools } = await givenTools();
  const { database, clock } = tools;
  const due = await givenPost(tools, { publishAt: new Date('2026-11-21T04:47:00Z'), tags: ['ink'] });
  const later = await givenPost(tools, { publishAt: new Date('2026-11-21T04:50:01Z') });
  const draft = await givenPost(tools, { status: 'draft', publishAt: new Date('2026-11-21T04:47:00Z') });
  clock.moveTo('2026-11-21T04:49:59Z');
  expect(await tick(tools)).toBe(0);
  clock.moveTo('2026-11-21T04:50:00Z');
  expect(await tick(tools)).toBe(1);
  const status = async ({ postId }: { postId: string }) => (await rowOf(database, postId)).status;
  expect(await Promise.all([due, later, draft].map(status))).toEqual(['published', 'reserved', 'draft']);
  expect(logged).toEqual([
    expect.objectContaining({
      level: 'info',
      msg: 'post published',
      serviceId: 'news',
      postId: due.postId,
      slug: due.slug,
      effectiveAt: '2026-11-21T04:50:00Z',
      lateSeconds: 0,
    }),
  ]);
  expect(await tick(tools)).toBe(0);
  expect(await ticksOf(database)).toEqual([{ name: 'schedule', tickedAt: '2026-11-21T04:50:00Z' }]);
});

test('tick changes status, service revision and static file only', async () => {
  const tools = await givenTools();
  const { database, clock } = tools;
  const { postId, slug } = await givenPost(tools, { publishAt: new Date('2026-11-21T04:47:00Z'), tags: ['ink'] });
  await givenService(tools, { serviceId: 'other' });
  const before = { row: await rowOf(database, postId), own: await revisionOf(database, 'news') };
  const other = await revisionOf(database, 'other');
  const tagsBefore = await database.writer.selectFrom('postTags').selectAll().execute();
  const fileBefore = await database.writer.selectFrom('staticFiles').selectAll().executeTakeFirstOrThrow();
  clock.moveTo('2026-11-21T04:50:00Z');
  await tick(tools);
  expect(await rowOf(database, postId)).toEqual({ ...before.row, status: 'published' });
  expect(await database.writer.selectFrom('postTags').selectAll().execute()).toEqual(tagsBefore);
  expect(await revisionOf(database, 'news')).toBe(before.own + 1);
  expect(await revisionOf(database, 'other')).toBe(other);
  const file = await database.writer.selectFrom('staticFiles').selectAll().executeTakeFirstOrThrow();
  expect(file.path).toContain(slug);
  expect(file.dueAt).toBe('2026-11-21T04:50:00Z');
  expect(file.generation).toBeGreaterThan(fileBefore.generation);
});

test('post missed by a tick is logged as late', async () => {
  const { logged, ...tools } = await givenTools();
  const late = await givenPost(tools, { publishAt: new Date('2026-11-21T04:50:00Z') });
  const inTime = await givenPost(tools, { publishAt: new Date('2026-11-21T05:00:00Z') });
  tools.clock.moveTo('2026-11-21T05:10:00Z');
  await tick(tools);
  const lines = logged.map(({ postId, level, msg, lateSeconds }) => ({ postId, level, msg, lateSeconds }));
  expect(lines).toEqual([
    { postId: late.postId, level: 'warn', msg: 'post published late after a missed tick', lateSeconds: 1200 },
    { postId: inTime.postId, level: 'info', msg: 'post published', lateSeconds: 600 },
  ]);
});

test('tick records all due posts across services and batches', async () => {
  const { logged, ...tools } = await givenTools();
  const effectiveAt = '2026-11-21T05:00:00Z';
  const ids = [
    ...(await givenReservedPosts(tools, { serviceId: 'one', effectiveAt, count: 230 })),
    ...(await givenReservedPosts(tools, { serviceId: 'two', effectiveAt, count: 190 })),
  ];
  tools.clock.moveTo(effectiveAt);
  expect(await tick(tools)).toBe(420);
  expect(logged.map(({ postId }) => postId).toSorted()).toEqual(ids.toSorted());
  const left = await tools.database.writer
    .selectFrom('posts')
    .select('postId')
    .where('status', '=', 'reserved')
    .execute();
  expect(left).toEqual([]);
});

test('editor can save an open post after the tick', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const body = { slug: 'soon', title: 'Soon', bodyFormat: 'markdown', status: 'publish' };
  const created = await user.send('POST', '/api/admin/posts/news', {
    body: { ...body, publishAt: '2026-11-21T04:47:00Z' },
  });
  expect(created.json).toMatchObject({ status: 'reserved', revision: 1 });
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect(await tick({ ...app, log: app.app.log })).toBe(1);
  const saved = await user.send('POST', '/api/admin/posts/news/soon', { body: { title: 'Now', revision: 1 } });
  expect([saved.status, saved.json.status, saved.json.revision]).toEqual([200, 'published', 2]);
});

test('tick skips posts unpublished, rescheduled or deleted before it', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  for (const slug of ['back', 'moved', 'gone', 'stays']) {
    const body = { slug, title: slug, bodyFormat: 'markdown', status: 'publish', publishAt: '2026-11-21T04:47:00Z' };
    await user.send('POST', '/api/admin/posts/news', { body });
  }
  await user.send('POST', '/api/admin/posts/news/back/status', { body: { status: 'unpublish' } });
  await user.send('POST', '/api/admin/posts/news/moved', { body: { publishAt: '2026-11-21T06:00:00Z' } });
  await user.send('DELETE', '/api/admin/posts/news/gone');
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect(await tick({ ...app, log: app.app.log })).toBe(1);
  const stored = await app.database.writer.selectFrom('posts').select(['slug', 'status']).orderBy('slug').execute();
  expect(stored).toEqual([
    { slug: 'back', status: 'unpublished' },
    { slug: 'moved', status: 'reserved' },
    { slug: 'stays', status: 'published' },
  ]);
});
