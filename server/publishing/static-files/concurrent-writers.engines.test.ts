/** @module-tag extended */
import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { testStorage } from '#testing/storage.ts';
import { claimStaticFiles, markStaticFilesOfService } from './static-file.repository.ts';
import { writeDueStaticFiles } from './static-files.ts';

const NOW = '2026-11-21T04:43:00Z';

async function openTestSite() {
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

test('bulk change and static file writer do not deadlock', async () => {
  const { user, postIds, besideWriting } = await openTestSite();
  const statuses = new Set<number>();
  await besideWriting(async () => {
    for (let round = 0; round < 4; round += 1) {
      const body = { action: round % 2 === 0 ? 'tag' : 'untag', postIds: postIds.toReversed(), tags: [{ label: 'x' }] };
      statuses.add((await user.send('POST', '/api/admin/posts/news/bulk', { body })).status);
    }
  });
  expect([...statuses]).toEqual([200]);
});

test('category move and static file writer do not deadlock', async () => {
  const { user, besideWriting } = await openTestSite();
  const statuses = new Set<number>();
  await besideWriting(async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = { parentCategorySlug: round % 2 === 0 ? 'places' : 'root' };
      statuses.add((await user.send('POST', '/api/admin/categories/news/events', { body })).status);
    }
  });
  expect([...statuses]).toEqual([200]);
});

test('writer skips files being marked and writes them after commit', async () => {
  const { database, tools } = await openTestSite();
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

test('single change is written before a batch of changes', async () => {
  const { database, user, tools } = await openTestSite();
  while ((await writeDueStaticFiles(tools)) === 'more');
  await database.writer.transaction().execute((trx) => markStaticFilesOfService(trx, { serviceId: 'news', now: NOW }));
  await user.send('POST', '/api/admin/posts/news/post-7/status', { body: { status: 'unpublish' } });
  await writeDueStaticFiles(tools);
  const { storage } = tools;
  expect(await storage.head('posts/news/post-7.json')).toBeUndefined();
  expect((await listDue(database)).length).toBeGreaterThan(0);
});

test('post that fails to render does not block others', async () => {
  const { database, tools, postIds } = await openTestSite();
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
