import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { testStorageWithFolder } from '#testing/storage.ts';
import { writeDueStaticFiles } from './static-files/static-files.ts';

const CACHE = '/api/admin/posts/news/one/cache';

async function openTestSite() {
  const { storage, folder } = await testStorageWithFolder();
  const app = await testApp({ storage });
  const post = await givenPost(app, { slug: 'one' });
  const user = await givenUser(app);
  const write = () =>
    writeDueStaticFiles({
      database: app.database,
      storage,
      clock: app.clock,
      log: app.app.log as never,
      mediaUrl: '/media',
    });
  return { ...app, folder, storage, post, user, write };
}

test('returns null until the static file is written', async () => {
  const { user, write, clock, post } = await openTestSite();
  expect(await user.send('GET', CACHE)).toMatchObject({ status: 200, text: 'null' });
  clock.moveTo('2026-11-21T04:43:01Z');
  await write();
  const file = {
    path: 'posts/news/one.json',
    url: '/media/posts/news/one.json',
    uploadedAt: '2026-11-21T04:43:01Z',
    state: 'written',
    attempts: 0,
    error: null,
    nextTryAt: null,
  };
  expect((await user.send('GET', CACHE)).json).toEqual(file);
  expect((await user.send('GET', `/api/admin/posts/news/${post.postId}/cache`)).json).toEqual(file);
  expect((await user.send('GET', file.url)).json).toMatchObject({ slug: 'one' });
});

test('withState reports waiting, failed and written states', async () => {
  const { user, write, folder, clock } = await openTestSite();
  const state = async () => (await user.send('GET', `${CACHE}?withState=true`)).json;
  expect(await state()).toMatchObject({
    state: 'waiting',
    uploadedAt: null,
    attempts: 0,
    error: null,
    nextTryAt: null,
  });
  await writeFile(join(folder, 'posts'), 'in the way');
  await write();
  const failed = await state();
  expect(failed).toMatchObject({ state: 'failed', uploadedAt: null, attempts: 1, nextTryAt: '2026-11-21T04:43:05Z' });
  expect(failed.error).toMatch(/^[A-Z]+: /);
  expect(failed.error).not.toContain(folder);
  expect(await user.send('GET', CACHE)).toMatchObject({ status: 200, text: 'null' });
  await rm(join(folder, 'posts'));
  clock.moveTo('2026-11-21T04:43:05Z');
  await write();
  expect(await state()).toMatchObject({ state: 'written', uploadedAt: '2026-11-21T04:43:05Z', error: null });
  await user.send('POST', '/api/admin/posts/news/one/status', { body: { status: 'unpublish' } });
  // Reports the file as long as readers can fetch it.
  expect((await user.send('GET', CACHE)).json).toMatchObject({ state: 'waiting', uploadedAt: '2026-11-21T04:43:05Z' });
  await write();
  expect(await user.send('GET', CACHE)).toMatchObject({ status: 200, text: 'null' });
  expect(await state()).toMatchObject({ state: 'none', uploadedAt: null });
});
