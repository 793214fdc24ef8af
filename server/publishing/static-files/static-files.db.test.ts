import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PublicPost } from '#contract/posts.ts';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { testStorage } from '#testing/storage.ts';
import { ONE, openTestSite } from './static-files.fixtures.ts';
import { startStaticFiles, writeDueStaticFiles } from './static-files.ts';

const soon = { timeout: 30_000, interval: 10 };

async function givenTools() {
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  return {
    database: await testDatabase(),
    storage: await testStorage(),
    clock: testClock(),
    log,
    logged,
    mediaUrl: '/media',
  };
}

test('writes files due before the start and after commits', async () => {
  const tools = await givenTools();
  await givenPost(tools, { slug: 'before' });
  const staticFiles = startStaticFiles(tools);
  const isThere = async (slug: string) => (await tools.storage.head(`posts/news/${slug}.json`)) !== undefined;
  await vi.waitFor(async () => expect(await isThere('before')).toBe(true), soon);
  await givenPost(tools, { slug: 'after' });
  await vi.waitFor(async () => expect(await isThere('after')).toBe(true), soon);
  await staticFiles.stop();
  await givenPost(tools, { slug: 'too-late' });
  await new Promise(setImmediate);
  expect(await isThere('too-late')).toBe(false);
  expect(tools.logged).toEqual([]);
});

test('database failure is logged and retried', async () => {
  const tools = await givenTools();
  await tools.database.writer.schema.dropTable('staticFiles').execute();
  const staticFiles = startStaticFiles(tools);
  await vi.waitFor(() => expect(tools.logged.map(({ msg }) => msg)).toEqual(['finding due static files failed']), soon);
  await staticFiles.stop();
});

test('published post becomes a static file without category and tags', async () => {
  const site = await openTestSite();
  await givenCategory(site, { serviceId: 'news', slug: 'events' });
  await site.create({
    category: 'events',
    tags: [{ label: 'tokyo' }],
    links: [{ id: 1, url: 'https://example.org/' }],
  });
  await site.write();
  const file = await site.read(ONE);
  const { category, tags, ...rest } = (await site.get('/api/posts/news/one')).json;
  expect({ category, tags }).toMatchObject({ category: { slug: 'events' }, tags: [{ label: 'tokyo' }] });
  expect(file).toEqual(rest);
  expect(PublicPost.parse(file)).toEqual(file);
  expect(Object.keys(file)).not.toContain('previewToken');
});

test('slug change moves the static file', async () => {
  const site = await openTestSite();
  await site.create({});
  await site.write();
  await site.save('one', { slug: 'two' });
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  expect(await site.read('posts/news/two.json')).toMatchObject({ slug: 'two' });
  expect((await site.rows()).map(({ path }) => path)).toEqual(['posts/news/two.json']);
});

test('save without changes rewrites a lost file', async () => {
  const site = await openTestSite();
  await site.create({});
  await site.write();
  await site.storage.delete(ONE);
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  await site.save('one', { title: 'One' });
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ title: 'One' });
});

test('drafts and future posts have no static file', async () => {
  const site = await openTestSite();
  await site.create({ slug: 'draft', status: 'draft' });
  await site.create({ slug: 'later', publishAt: '2026-11-22T10:00:00Z' });
  await givenPost(site, { serviceId: 'blog', slug: 'one', title: 'A blog post' });
  await site.write();
  expect(await Array.fromAsync(site.storage.list(''), ({ key }) => key)).toEqual(['posts/blog/one.json']);
});

test('storage failure does not fail saves, writing is retried', async () => {
  const site = await openTestSite();
  await writeFile(join(site.folder, 'posts'), 'in the way');
  await site.create({});
  await site.write();
  expect(await site.rows()).toMatchObject([
    { attempts: 1, dueAt: '2026-11-21T04:43:05Z', writtenAt: null, leasedUntil: null },
  ]);
  expect(site.logged).toMatchObject([
    { level: 'warn', msg: 'static files not written', files: 1, path: ONE, attempts: 1, reason: expect.any(String) },
  ]);
  // Hides the path of the storage folder.
  expect(site.logged[0]?.reason).not.toContain(site.folder);
  const tries = ['04:43:05', '04:43:35', '04:45:35', '04:55:35', '05:05:35'];
  for (const [index, time] of tries.entries()) {
    site.clock.moveTo(`2026-11-21T${time}Z`);
    await site.write();
    const next = tries[index + 1];
    if (next) expect(await site.rows()).toMatchObject([{ attempts: index + 2, dueAt: `2026-11-21T${next}Z` }]);
  }
  await rm(join(site.folder, 'posts'));
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  site.clock.moveTo('2026-11-21T05:15:35Z');
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ slug: 'one' });
  expect(await site.rows()).toMatchObject([
    { attempts: 0, dueAt: null, lastError: null, writtenAt: '2026-11-21T05:15:35Z' },
  ]);
  expect(site.logged.at(-1)).toMatchObject({ level: 'info', msg: 'static files written again', path: ONE });
});

test('save triggers an immediate retry', async () => {
  const site = await openTestSite();
  await writeFile(join(site.folder, 'posts'), 'in the way');
  await site.create({});
  await site.write();
  await rm(join(site.folder, 'posts'));
  await site.save('one', { title: 'One' });
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ slug: 'one' });
});

test('file that cannot be deleted is retried', async () => {
  const site = await openTestSite();
  await site.create({});
  await site.write();
  await rm(join(site.folder, ONE));
  await mkdir(join(site.folder, ONE));
  await site.save('one/status', { status: 'unpublish' });
  await site.write();
  expect(await site.rows()).toEqual([]);
});

test('stop leaves unstarted files due', async () => {
  const site = await openTestSite();
  await site.create({});
  expect(await writeDueStaticFiles(site.tools, AbortSignal.abort())).toBe('more');
  expect(await site.rows()).toMatchObject([{ dueAt: '2026-11-21T04:43:00Z', leasedUntil: null, attempts: 0 }]);
});

test('batch in which every file fails reports an outage', async () => {
  const site = await openTestSite();
  await chmod(site.folder, 0o755);
  await writeFile(join(site.folder, 'posts'), 'in the way');
  for (let index = 0; index < 25; index += 1) await givenPost(site, { serviceId: 'news' });
  expect(await writeDueStaticFiles(site.tools)).toBe('outage');
  expect(site.logged).toMatchObject([{ files: 20 }]);
  expect(await writeDueStaticFiles(site.tools)).toBe('more');
  expect(await writeDueStaticFiles(site.tools)).toBe('nothing');
});
