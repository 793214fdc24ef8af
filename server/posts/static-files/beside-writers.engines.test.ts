/** @module-tag extended */
import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { testStorage } from '#testing/storage.ts';
import { claimStaticFiles, markStaticFilesOfService } from './static-file.repository.ts';
import { writeDueStaticFiles } from './write-static-files.ts';

const NOW = '2026-11-21T04:43:00Z';

/** An editor of many posts, all in one category, and the writing of static files by several processes. */
async function newsroom() {
  const storage = await testStorage();
  const app = await testApp({ storage });
  const user = await givenUser(app);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  await givenCategory(app, { serviceId: 'news', slug: 'places' });
  const postIds: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    postIds.push((await givenPost(app, { slug: `post-${index}`, category: 'events' })).postId);
  }
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const tools = { database: app.database, storage, clock: app.clock, log, mediaUrl: '/media' };
  /** Writes static files in two places for as long as something else takes. */
  const besideWriting = async (work: () => Promise<void>) => {
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        await writeDueStaticFiles(tools);
        await new Promise(setImmediate);
      }
    };
    const writing = Promise.all([write(), write()]);
    await work().finally(() => {
      isOver = true;
    });
    await writing;
  };
  return { ...app, user, postIds, tools, besideWriting };
}

test('posts changed in bulk and the writing of their static files do not stop each other', {
  timeout: 60_000,
}, async () => {
  const { user, postIds, besideWriting } = await newsroom();
  const statuses = new Set<number>();
  await besideWriting(async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = { action: round % 2 === 0 ? 'tag' : 'untag', postIds: postIds.toReversed(), tags: [{ label: 'x' }] };
      statuses.add((await user.send('POST', '/api/admin/posts/news/bulk', { body })).status);
    }
  });
  expect([...statuses]).toEqual([200]);
});

test('a category that moves and the writing of its posts’ static files do not stop each other', {
  timeout: 60_000,
}, async () => {
  const { user, besideWriting } = await newsroom();
  const statuses = new Set<number>();
  await besideWriting(async () => {
    for (let round = 0; round < 30; round += 1) {
      const body = { parentCategorySlug: round % 2 === 0 ? 'places' : 'root' };
      statuses.add((await user.send('POST', '/api/admin/categories/news/events', { body })).status);
    }
  });
  expect([...statuses]).toEqual([200]);
});

test('what somebody is marking is not waited for, and is there when it is marked', async () => {
  const { database, tools } = await newsroom();
  if (database.engine !== 'postgres') return;
  const claim = { now: NOW, leasedUntil: NOW, limit: 100 };
  await database.writer.transaction().execute(async (trx) => {
    await markStaticFilesOfService(trx, { serviceId: 'news', now: NOW });
    const claimed = await database.writer.transaction().execute((other) => claimStaticFiles(other, claim));
    expect(claimed).toEqual([]);
    expect(await writeDueStaticFiles(tools)).toBe('nothing');
  });
  while ((await writeDueStaticFiles(tools)) === 'more');
  expect(await listDue(database)).toEqual([]);
});

test('what changes by itself does not wait behind what was marked together', async () => {
  const { database, user, tools } = await newsroom();
  while ((await writeDueStaticFiles(tools)) === 'more');
  await database.writer.transaction().execute((trx) => markStaticFilesOfService(trx, { serviceId: 'news', now: NOW }));
  await user.send('POST', '/api/admin/posts/news/post-7/status', { body: { status: 'unpublish' } });
  await writeDueStaticFiles(tools);
  const { storage } = tools;
  expect(await storage.head('posts/news/post-7.json')).toBeUndefined();
  expect((await listDue(database)).length).toBeGreaterThan(0);
});

test('a post that makes no file holds up no other, and is tried again like any failure', async () => {
  const { database, tools, postIds } = await newsroom();
  await database.writer
    .updateTable('posts')
    .set({ bodyFormat: 'json', body: '{' })
    .where('postId', '=', postIds[0] ?? '')
    .execute();
  while ((await writeDueStaticFiles(tools)) === 'more');
  expect(await listDue(database)).toMatchObject([
    { path: 'posts/news/post-0.json', attempts: 1, leasedUntil: null, dueAt: '2026-11-21T04:43:05Z' },
  ]);
});

function listDue({ reader }: Database) {
  return reader.selectFrom('staticFiles').selectAll().where('dueAt', 'is not', null).execute();
}
