import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { Storage } from '#server/storage/index.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { markStaticFilesOfCategories } from './static-file.repository.ts';
import { ONE, openTestSite } from './static-files.fixtures.ts';
import { writeDueStaticFiles } from './static-files.ts';

test('static file follows the visibility of its post', async () => {
  const site = await openTestSite();
  await site.create({});
  await site.write();
  await site.save('one', { isHiddenInList: true, title: 'Other' });
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ title: 'Other', statusPublishAt: expect.stringMatching(/^hidden#/) });
  await site.save('one/status', { status: 'unpublish' });
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  expect(await site.rows()).toEqual([]);
  await site.save('one/status', { status: 'publish' });
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ title: 'Other' });
  await site.save('one', { publishAt: '2026-11-22T10:00:00Z' });
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  await site.save('one', { publishAt: '2026-11-20T10:00:00Z' });
  await site.write();
  expect(await site.read(ONE)).toMatchObject({ publishAt: '2026-11-20T10:00:00Z' });
  await site.user.send('DELETE', '/api/admin/posts/news/one');
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  expect(await site.rows()).toEqual([]);
});

test('category change marks files of its visible posts', async () => {
  const site = await openTestSite();
  const category = await givenCategory(site, { serviceId: 'news', slug: 'events' });
  await site.create({ category: 'events' });
  await site.create({ slug: 'two' });
  await site.create({ slug: 'draft', status: 'draft', category: 'events' });
  await site.write();
  const marked = { serviceId: 'news', categoryIds: [category.id], now: '2026-11-21T04:43:00Z' };
  await inTransaction(site.database, (trx) => markStaticFilesOfCategories(trx, marked));
  await inTransaction(site.database, (trx) => markStaticFilesOfCategories(trx, { ...marked, categoryIds: [] }));
  const due = (await site.rows()).filter(({ dueAt }) => dueAt !== null);
  expect(due.map(({ path, generation }) => [path, generation])).toEqual([[ONE, 2]]);
});

function inTransaction<T>(
  { writer }: Database,
  work: (trx: Parameters<typeof markStaticFilesOfCategories>[0]) => Promise<T>,
): Promise<T> {
  return writer.transaction().execute(work);
}

test('concurrent processes write each file once', async () => {
  const site = await openTestSite();
  for (let index = 0; index < 30; index += 1) await givenPost(site, { serviceId: 'news' });
  const puts: string[] = [];
  const storage = { ...asObject(site.storage), put: async (key: string) => void puts.push(key) };
  const tools = { ...site.tools, storage };
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while ((await writeDueStaticFiles(tools)) === 'more');
    }),
  );
  expect(puts).toHaveLength(30);
  expect(new Set(puts).size).toBe(30);
});

function asObject(storage: Storage): Storage {
  return {
    put: (...given) => storage.put(...given),
    get: (key, range) => storage.get(key, range),
    head: (key) => storage.head(key),
    move: (from, to) => storage.move(from, to),
    delete: (key) => storage.delete(key),
    list: (prefix) => storage.list(prefix),
    close: () => storage.close(),
  };
}

test('change during writing is written afterwards by the same process', async () => {
  const site = await openTestSite();
  await site.create({});
  let isFirst = true;
  const storage: Storage = {
    ...asObject(site.storage),
    put: async (key, content) => {
      if (isFirst) {
        isFirst = false;
        await site.save('one/status', { status: 'unpublish' });
        // The lease keeps other processes away.
        expect(await writeDueStaticFiles(site.tools)).toBe('nothing');
      }
      await site.storage.put(key, content);
    },
  };
  await writeDueStaticFiles({ ...site.tools, storage });
  expect(await site.read(ONE)).toBeDefined();
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
  expect(await site.rows()).toEqual([]);
});

test('expired lease is taken over and late writes are corrected', async () => {
  const site = await openTestSite();
  await site.create({});
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const storage: Storage = {
    ...asObject(site.storage),
    put: async (key, content) => {
      begun.resolve();
      await slow.promise;
      await site.storage.put(key, content);
    },
  };
  const late = writeDueStaticFiles({ ...site.tools, storage });
  await begun.promise;
  await site.save('one/status', { status: 'unpublish' });
  site.clock.moveTo('2026-11-21T04:44:01Z');
  await site.write();
  expect(await site.rows()).toEqual([]);
  slow.resolve();
  await late;
  expect(await site.read(ONE)).toBeDefined();
  await site.write();
  expect(await site.read(ONE)).toBeUndefined();
});
