import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';
import { storageStreamsSuite } from '#testing/storage-streams-suite.ts';
import { storageSuite } from '#testing/storage-suite.ts';
import { openStorage, StorageUnavailable } from './index.ts';
import { contentTypeOf } from './source.ts';

storageSuite('a folder', testStorage);
storageStreamsSuite('a folder', testStorage);

test('stores objects as plain files under their keys', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await storage.put('posts/news/one.json', Buffer.from('{}'));
  expect(await readdir(join(folder, 'posts/news'))).toEqual(['one.json']);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('creates its folder and deletes day-old temporary files', async () => {
  const { folder } = await testStorageWithFolder();
  const inner = join(folder, 'deep/media');
  const clock = testClock('2026-11-21T12:00:00Z');
  await openStorage({ kind: 'disk', folder: inner }, { clock });
  for (const [name, at] of [
    ['old', '2026-11-20T11:59:00Z'],
    ['young', '2026-11-20T12:01:00Z'],
  ] as const) {
    await writeFile(join(inner, '.unfinished', name), 'half');
    await utimes(join(inner, '.unfinished', name), new Date(at), new Date(at));
  }
  await openStorage({ kind: 'disk', folder: inner }, { clock });
  expect(await readdir(join(inner, '.unfinished'))).toEqual(['young']);
});

test('rejects writes to an unwritable folder', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await writeFile(join(folder, 'posts'), 'a file where a folder belongs');
  const error = await storage.put('posts/news/one.json', Buffer.from('{}')).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect((error as Error).message).toMatch(/^(EEXIST|ENOTDIR): [\w ]+$/);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  await mkdir(join(folder, 'folder.json'));
  await expect(storage.put('folder.json', Buffer.from('{}'))).rejects.toThrow();
  expect(await storage.get('folder.json')).toBeUndefined();
});

test('missing folder makes every method throw StorageUnavailable', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder was');
  await expect(storage.put('one.txt', Readable.from([Buffer.from('x')]))).rejects.toThrow(StorageUnavailable);
  await rm(folder);
  await mkdir(folder);
  await expect(storage.put('one.txt', Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
});

test('moving a missing object creates no folder', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await storage.put('news/docs/one.txt', Buffer.from('x'));
  expect(await storage.move('nothing', 'a/b/c.txt')).toBe(false);
  expect(await storage.move('news/docs', 'a/b')).toBe(false);
  expect((await readdir(folder)).toSorted()).toEqual(['.unfinished', 'news']);
  await expect(storage.move('news/docs/one.txt', 'news')).rejects.toThrow(StorageUnavailable);
  expect(await storage.head('news/docs/one.txt')).toBeDefined();
});

test('deletes folders emptied by deleting their last object', async () => {
  const { storage, folder } = await testStorageWithFolder();
  for (const key of ['news/images/a/raw.jpg', 'news/images/b/raw.jpg', '_private/received/one/x'])
    await storage.put(key, Buffer.from('x'));
  await storage.delete('news/images/a/raw.jpg');
  expect(await readdir(join(folder, 'news/images'))).toEqual(['b']);
  expect(await storage.move('_private/received/one/x', 'news/docs/one.txt')).toBe(true);
  expect((await readdir(folder)).toSorted()).toEqual(['.unfinished', 'news']);
  for (const key of ['news/images/b/raw.jpg', 'news/docs/one.txt']) await storage.delete(key);
  expect(await readdir(folder)).toEqual(['.unfinished']);
});

test('writes survive concurrent deletion of their folder', async () => {
  const { storage, folder } = await testStorageWithFolder();
  const visits = Array.from({ length: 8 }, async (_, visitor) => {
    for (let round = 0; round < 30; round += 1) {
      const from = `a/b/c/${visitor}`;
      const to = `d/e/${visitor}`;
      await storage.put(from, Buffer.from('x'));
      expect(await storage.move(from, to)).toBe(true);
      expect(await storage.head(to)).toBeDefined();
      await storage.delete(to);
    }
  });
  await Promise.all(visits);
  expect(await readdir(folder)).toEqual(['.unfinished']);
});

test('ignores foreign files whose names are no keys', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await storage.put('one.txt', Buffer.from('x'));
  for (const name of ['.DS_Store', 'with a space.txt', '日本.txt']) await writeFile(join(folder, name), 'x');
  expect(await Array.fromAsync(storage.list(''), ({ key }) => key)).toEqual(['one.txt']);
});

test('content type follows the extension', () => {
  expect(contentTypeOf('posts/news/one.json')).toBe('application/json; charset=utf-8');
  expect(contentTypeOf('news/images/a/raw.jpg')).toBe('image/jpeg');
  expect(contentTypeOf('news/images/a/800x600.avif')).toBe('image/avif');
  for (const key of ['page.html', 'drawing.svg', 'script.js', 'raw', 'x.constructor', 'raw.JPG'])
    expect(contentTypeOf(key), key).toBe('application/octet-stream');
});
