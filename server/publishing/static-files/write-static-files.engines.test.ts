import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { Storage } from '#server/storage/index.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { markStaticFilesOfCategories } from './static-file.repository.ts';
import { ONE, openTestSite } from './write-static-files.fixtures.ts';
import { writeDueStaticFiles } from './write-static-files.ts';

test('static file follows the visibility of its post', async () => {
  const house = await openTestSite();
  await house.create({});
  await house.write();
  await house.save('one', { isHiddenInList: true, title: 'Other' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ title: 'Other', statusPublishAt: expect.stringMatching(/^hidden#/) });
  await house.save('one/status', { status: 'unpublish' });
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  expect(await house.rows()).toEqual([]);
  await house.save('one/status', { status: 'publish' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ title: 'Other' });
  await house.save('one', { publishAt: '2026-11-22T10:00:00Z' });
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  await house.save('one', { publishAt: '2026-11-20T10:00:00Z' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ publishAt: '2026-11-20T10:00:00Z' });
  await house.user.send('DELETE', '/api/admin/posts/news/one');
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  expect(await house.rows()).toEqual([]);
});

test('category change marks files of its visible posts', async () => {
  const house = await openTestSite();
  const category = await givenCategory(house, { serviceId: 'news', slug: 'events' });
  await house.create({ category: 'events' });
  await house.create({ slug: 'two' });
  await house.create({ slug: 'draft', status: 'draft', category: 'events' });
  await house.write();
  const marked = { serviceId: 'news', categoryIds: [category.id], now: '2026-11-21T04:43:00Z' };
  await inTransaction(house.database, (trx) => markStaticFilesOfCategories(trx, marked));
  await inTransaction(house.database, (trx) => markStaticFilesOfCategories(trx, { ...marked, categoryIds: [] }));
  const due = (await house.rows()).filter(({ dueAt }) => dueAt !== null);
  expect(due.map(({ path, generation }) => [path, generation])).toEqual([[ONE, 2]]);
});

function inTransaction<T>(
  { writer }: Database,
  work: (trx: Parameters<typeof markStaticFilesOfCategories>[0]) => Promise<T>,
): Promise<T> {
  return writer.transaction().execute(work);
}

test('concurrent processes write each file once', async () => {
  const house = await openTestSite();
  for (let index = 0; index < 30; index += 1) await givenPost(house, { serviceId: 'news' });
  const puts: string[] = [];
  const storage = { ...asObject(house.storage), put: async (key: string) => void puts.push(key) };
  const tools = { ...house.tools, storage };
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
  const house = await openTestSite();
  await house.create({});
  let isFirst = true;
  const storage: Storage = {
    ...asObject(house.storage),
    put: async (key, content) => {
      if (isFirst) {
        isFirst = false;
        await house.save('one/status', { status: 'unpublish' });
        // The lease keeps other processes away.
        expect(await writeDueStaticFiles(house.tools)).toBe('nothing');
      }
      await house.storage.put(key, content);
    },
  };
  await writeDueStaticFiles({ ...house.tools, storage });
  expect(await house.read(ONE)).toBeDefined();
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  expect(await house.rows()).toEqual([]);
});

test('expired lease is taken over and late writes are corrected', async () => {
  const house = await openTestSite();
  await house.create({});
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const storage: Storage = {
    ...asObject(house.storage),
    put: async (key, content) => {
      begun.resolve();
      await slow.promise;
      await house.storage.put(key, content);
    },
  };
  const late = writeDueStaticFiles({ ...house.tools, storage });
  await begun.promise;
  await house.save('one/status', { status: 'unpublish' });
  house.clock.moveTo('2026-11-21T04:44:01Z');
  await house.write();
  expect(await house.rows()).toEqual([]);
  slow.resolve();
  await late;
  expect(await house.read(ONE)).toBeDefined();
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
});
