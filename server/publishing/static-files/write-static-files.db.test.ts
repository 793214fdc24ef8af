import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PublicPost } from '#contract/posts.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { ONE, openTestSite } from './write-static-files.fixtures.ts';
import { writeDueStaticFiles } from './write-static-files.ts';

test('published post becomes a static file without category and tags', async () => {
  const house = await openTestSite();
  await givenCategory(house, { serviceId: 'news', slug: 'events' });
  await house.create({
    category: 'events',
    tags: [{ label: 'tokyo' }],
    links: [{ id: 1, url: 'https://example.org/' }],
  });
  await house.write();
  const file = await house.read(ONE);
  const { category, tags, ...rest } = (await house.get('/api/posts/news/one')).json;
  expect({ category, tags }).toMatchObject({ category: { slug: 'events' }, tags: [{ label: 'tokyo' }] });
  expect(file).toEqual(rest);
  expect(PublicPost.parse(file)).toEqual(file);
  expect(Object.keys(file)).not.toContain('previewToken');
});

test('slug change moves the static file', async () => {
  const house = await openTestSite();
  await house.create({});
  await house.write();
  await house.save('one', { slug: 'two' });
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  expect(await house.read('posts/news/two.json')).toMatchObject({ slug: 'two' });
  expect((await house.rows()).map(({ path }) => path)).toEqual(['posts/news/two.json']);
});

test('save without changes rewrites a lost file', async () => {
  const house = await openTestSite();
  await house.create({});
  await house.write();
  await house.storage.delete(ONE);
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  await house.save('one', { title: 'One' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ title: 'One' });
});

test('drafts and future posts have no static file', async () => {
  const house = await openTestSite();
  await house.create({ slug: 'draft', status: 'draft' });
  await house.create({ slug: 'later', publishAt: '2026-11-22T10:00:00Z' });
  await givenPost(house, { serviceId: 'blog', slug: 'one', title: 'A blog post' });
  await house.write();
  expect(await Array.fromAsync(house.storage.list(''), ({ key }) => key)).toEqual(['posts/blog/one.json']);
});

test('storage failure does not fail saves, writing is retried', async () => {
  const house = await openTestSite();
  await writeFile(join(house.folder, 'posts'), 'in the way');
  await house.create({});
  await house.write();
  expect(await house.rows()).toMatchObject([
    { attempts: 1, dueAt: '2026-11-21T04:43:05Z', writtenAt: null, leasedUntil: null },
  ]);
  expect(house.logged).toMatchObject([
    { level: 'warn', msg: 'static files not written', files: 1, path: ONE, attempts: 1, reason: expect.any(String) },
  ]);
  // Hides the path of the storage folder.
  expect(house.logged[0]?.reason).not.toContain(house.folder);
  const tries = ['04:43:05', '04:43:35', '04:45:35', '04:55:35', '05:05:35'];
  for (const [index, time] of tries.entries()) {
    house.clock.moveTo(`2026-11-21T${time}Z`);
    await house.write();
    const next = tries[index + 1];
    if (next) expect(await house.rows()).toMatchObject([{ attempts: index + 2, dueAt: `2026-11-21T${next}Z` }]);
  }
  await rm(join(house.folder, 'posts'));
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  house.clock.moveTo('2026-11-21T05:15:35Z');
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ slug: 'one' });
  expect(await house.rows()).toMatchObject([
    { attempts: 0, dueAt: null, lastError: null, writtenAt: '2026-11-21T05:15:35Z' },
  ]);
  expect(house.logged.at(-1)).toMatchObject({ level: 'info', msg: 'static files written again', path: ONE });
});

test('save triggers an immediate retry', async () => {
  const house = await openTestSite();
  await writeFile(join(house.folder, 'posts'), 'in the way');
  await house.create({});
  await house.write();
  await rm(join(house.folder, 'posts'));
  await house.save('one', { title: 'One' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ slug: 'one' });
});

test('file that cannot be deleted is retried', async () => {
  const house = await openTestSite();
  await house.create({});
  await house.write();
  await rm(join(house.folder, ONE));
  await mkdir(join(house.folder, ONE));
  await house.save('one/status', { status: 'unpublish' });
  await house.write();
  expect(await house.rows()).toEqual([]);
});

test('stop leaves unstarted files due', async () => {
  const house = await openTestSite();
  await house.create({});
  expect(await writeDueStaticFiles(house.tools, AbortSignal.abort())).toBe('more');
  expect(await house.rows()).toMatchObject([{ dueAt: '2026-11-21T04:43:00Z', leasedUntil: null, attempts: 0 }]);
});

test('batch in which every file fails reports an outage', async () => {
  const house = await openTestSite();
  await chmod(house.folder, 0o755);
  await writeFile(join(house.folder, 'posts'), 'in the way');
  for (let index = 0; index < 25; index += 1) await givenPost(house, { serviceId: 'news' });
  expect(await writeDueStaticFiles(house.tools)).toBe('outage');
  expect(house.logged).toMatchObject([{ files: 20 }]);
  expect(await writeDueStaticFiles(house.tools)).toBe('more');
  expect(await writeDueStaticFiles(house.tools)).toBe('nothing');
});
