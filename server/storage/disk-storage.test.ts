import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';
import { storageSuite } from '#testing/storage-suite.ts';
import { contentTypeOf } from './content-type.ts';
import { openStorage } from './index.ts';

storageSuite('a folder', testStorage);

test('an object is a plain file under its key, for whatever else reads the folder', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await storage.put('posts/news/one.json', Buffer.from('{}'));
  expect(await readdir(join(folder, 'posts/news'))).toEqual(['one.json']);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('the folder is made where it is missing, and what a dead process left unfinished goes after a day', async () => {
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

test('a storage that cannot be written says so, and takes nothing', async () => {
  const { storage, folder } = await testStorageWithFolder();
  await writeFile(join(folder, 'posts'), 'a file where a folder belongs');
  await expect(storage.put('posts/news/one.json', Buffer.from('{}'))).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  await mkdir(join(folder, 'folder.json'));
  await expect(storage.put('folder.json', Buffer.from('{}'))).rejects.toThrow();
  expect(await storage.get('folder.json')).toBeUndefined();
});

test('an object is by its ending what it is, and otherwise just bytes', () => {
  expect(contentTypeOf('posts/news/one.json')).toBe('application/json; charset=utf-8');
  expect(contentTypeOf('news/images/a/raw.jpg')).toBe('image/jpeg');
  for (const key of ['page.html', 'drawing.svg', 'script.js', 'raw', 'x.constructor', 'raw.JPG'])
    expect(contentTypeOf(key), key).toBe('application/octet-stream');
});
