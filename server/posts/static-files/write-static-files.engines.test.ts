import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { PublicPost } from '#contract/posts.ts';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import type { Storage } from '#server/storage/index.ts';
import { testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { testStorageWithFolder } from '#testing/storage.ts';
import { markStaticFilesOfCategories } from './static-file.repository.ts';
import { writeDueStaticFiles } from './write-static-files.ts';

/** An editor of `news`, and a storage that files are written to when a test says so. */
async function newsroom() {
  const { storage, folder } = await testStorageWithFolder();
  const app = await testApp({ storage });
  const user = await givenUser(app);
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const tools = { database: app.database, storage, clock: app.clock, log, mediaUrl: '/media' };
  const write = async () => {
    while ((await writeDueStaticFiles(tools)) === 'more');
  };
  const save = async (slug: string, body: object) => {
    const answer = await user.send('POST', `/api/admin/posts/news/${slug}`, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const create = (body: object) =>
    user.send('POST', '/api/admin/posts/news', {
      body: { slug: 'one', title: 'One', bodyFormat: 'markdown', body: 'Some *text*.', status: 'publish', ...body },
    });
  const rows = () => app.database.reader.selectFrom('staticFiles').selectAll().orderBy('path').execute();
  return {
    ...app,
    folder,
    storage,
    user,
    logged,
    tools,
    write,
    save,
    create,
    rows,
    read: (key: string) => read(storage, key),
  };
}

async function read(storage: Storage, key: string) {
  const found = await storage.get(key);
  return found && JSON.parse((await buffer(found.content)).toString());
}

const ONE = 'posts/news/one.json';

test('a published post becomes a file that says what readers may know, without its category and tags', async () => {
  const house = await newsroom();
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

test('the file follows the post: hidden, edited, taken back, published again, moved into the future, deleted', async () => {
  const house = await newsroom();
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

test('a slug that changes takes the file along', async () => {
  const house = await newsroom();
  await house.create({});
  await house.write();
  await house.save('one', { slug: 'two' });
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  expect(await house.read('posts/news/two.json')).toMatchObject({ slug: 'two' });
  expect((await house.rows()).map(({ path }) => path)).toEqual(['posts/news/two.json']);
});

test('a save that changes nothing makes a lost file again', async () => {
  const house = await newsroom();
  await house.create({});
  await house.write();
  await house.storage.delete(ONE);
  await house.write();
  expect(await house.read(ONE)).toBeUndefined();
  await house.save('one', { title: 'One' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ title: 'One' });
});

test('posts of other services, drafts and what is not due yet have no file', async () => {
  const house = await newsroom();
  await house.create({ slug: 'draft', status: 'draft' });
  await house.create({ slug: 'later', publishAt: '2026-11-22T10:00:00Z' });
  await givenPost(house, { serviceId: 'blog', slug: 'one', title: 'A blog post' });
  await house.write();
  expect(await Array.fromAsync(house.storage.list(''), ({ key }) => key)).toEqual(['posts/blog/one.json']);
});

test('what categories are called is said again in the files of their posts', async () => {
  const house = await newsroom();
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

test('a storage that fails fails no save; the file is tried again, ever more seldom, and made when it can be', async () => {
  const house = await newsroom();
  await writeFile(join(house.folder, 'posts'), 'in the way');
  await house.create({});
  await house.write();
  expect(await house.rows()).toMatchObject([
    { attempts: 1, dueAt: '2026-11-21T04:43:05Z', writtenAt: null, leasedUntil: null },
  ]);
  expect(house.logged).toMatchObject([
    { level: 'warn', msg: 'static files not written', files: 1, path: ONE, attempts: 1, reason: expect.any(String) },
  ]);
  // Where the folder is on this machine is nobody's business.
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
  expect(house.logged.at(-1)).toMatchObject({ level: 'info', msg: 'static files written after all', path: ONE });
});

test('a save tries again at once', async () => {
  const house = await newsroom();
  await writeFile(join(house.folder, 'posts'), 'in the way');
  await house.create({});
  await house.write();
  await rm(join(house.folder, 'posts'));
  await house.save('one', { title: 'One' });
  await house.write();
  expect(await house.read(ONE)).toMatchObject({ slug: 'one' });
});

test('a file that cannot be removed is tried again, too', async () => {
  const house = await newsroom();
  await house.create({});
  await house.write();
  await rm(join(house.folder, ONE));
  await mkdir(join(house.folder, ONE));
  await house.save('one/status', { status: 'unpublish' });
  await house.write();
  expect(await house.rows()).toEqual([]);
});

test('of processes that look at the same time each file is one’s alone', async () => {
  const house = await newsroom();
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

/** A storage whose methods can be taken one by one. */
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

test('what is saved while the file is being written is written after it, by nobody else', async () => {
  const house = await newsroom();
  await house.create({});
  let isFirst = true;
  const storage: Storage = {
    ...asObject(house.storage),
    put: async (key, content) => {
      if (isFirst) {
        isFirst = false;
        await house.save('one/status', { status: 'unpublish' });
        // Another process finds nothing to do as long as this one is at it.
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

test('what a process held that died is done by another, and one that was only slow is not the last word', async () => {
  const house = await newsroom();
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

test('a stop leaves what it has not begun to whoever comes next', async () => {
  const house = await newsroom();
  await house.create({});
  expect(await writeDueStaticFiles(house.tools, AbortSignal.abort())).toBe('more');
  expect(await house.rows()).toMatchObject([{ dueAt: '2026-11-21T04:43:00Z', leasedUntil: null, attempts: 0 }]);
});

test('many files that cannot be written are no reason to hurry', async () => {
  const house = await newsroom();
  await chmod(house.folder, 0o755);
  await writeFile(join(house.folder, 'posts'), 'in the way');
  for (let index = 0; index < 25; index += 1) await givenPost(house, { serviceId: 'news' });
  expect(await writeDueStaticFiles(house.tools)).toBe('outage');
  expect(house.logged).toMatchObject([{ files: 20 }]);
  expect(await writeDueStaticFiles(house.tools)).toBe('more');
  expect(await writeDueStaticFiles(house.tools)).toBe('nothing');
});
