import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharedImages, testApp } from '#testing/app.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';

const PATH = 'posts/news/one.json';

async function appWithFile() {
  const storage = await testStorage();
  await storage.put(PATH, Buffer.from('{"title":"One"}'));
  return { ...(await testApp({ storage })), storage };
}

test('serves a static file publicly to any origin as data', async () => {
  const { get } = await appWithFile();
  const { status, headers, json } = await get(`/media/${PATH}`);
  expect(status).toBe(200);
  expect(json).toEqual({ title: 'One' });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': '15',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(headers.etag).toMatch(/^"[\w-]+"$/);
  expect(Date.parse(String(headers['last-modified']))).toBeGreaterThan(0);
});

test('returns 304 until the file changes', async () => {
  const { get, storage } = await appWithFile();
  const { headers } = await get(`/media/${PATH}`);
  const etag = String(headers.etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get(`/media/${PATH}`, { 'if-none-match': known });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' });
  }
  await storage.put(PATH, Buffer.from('{"title":"Two"}'));
  expect(await get(`/media/${PATH}`, { 'if-none-match': etag })).toMatchObject({ status: 200, json: { title: 'Two' } });
});

test('HEAD returns the headers of GET', async () => {
  const { get, send } = await appWithFile();
  const whole = await get(`/media/${PATH}`);
  const { status, text, headers } = await send('HEAD', `/media/${PATH}`);
  expect({ status, text }).toEqual({ status: 200, text: '' });
  for (const name of ['etag', 'last-modified', 'content-length', 'content-type'])
    expect(String(headers[name]), name).toBe(String(whole.headers[name]));
  expect(await send('HEAD', '/media/posts/news/two.json')).toMatchObject({ status: 404, text: '' });
});

test('returns 404 for unpublished files', async () => {
  const { get, storage } = await appWithFile();
  await storage.put('news/images/one/raw.png', Buffer.from('not yet for everybody'));
  for (const path of [
    '',
    'posts',
    'posts/news',
    'posts/news/',
    'posts/news/two.json',
    'posts/news/one',
    'posts/news/one.json/more',
    'posts/news/one.json.json',
    'posts/News/one.json',
    'posts//one.json',
    'posts%2fnews%2f..%2f..%2f..%2fetc%2fpasswd.json',
    '..%2f..%2fetc/passwd',
    '%2e%2e/kawaraban.db',
    '.unfinished/x',
    '_private/uploads/one',
    'news/images/one/raw.png',
    'assets/img/other.jpg',
    'posts/news/one.json%00',
  ]) {
    const { status, headers, json } = await get(`/media/${path}`);
    expect({ status, json }, path).toEqual({ status: 404, json: { message: 'Not Found' } });
    expect(headers['content-type'], path).toBe('application/json; charset=utf-8');
  }
});

test('returns 400 as JSON for an undecodable path', async () => {
  const { get } = await appWithFile();
  expect(await get('/media/%zz')).toMatchObject({ status: 400, json: { message: 'Bad Request' } });
});

test('rejects path traversal', async () => {
  const { app } = await appWithFile();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const path of [
    'posts/news/../news/one.json',
    'posts/news/%2e%2e/news/one.json',
    'posts\\news\\one.json',
    '../media/x',
  ]) {
    // HTTP clients normalize such paths.
    const sent = request({ host: '127.0.0.1', port, path: `/media/${path}` }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode, path).toBe(404);
    answer.resume();
  }
});

test('serves the built-in placeholder picture', async () => {
  const { app, get } = await testApp();
  const answer = await app.inject('/media/assets/img/noimage.jpg');
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
  });
  const part = await app.inject({ url: '/media/assets/img/noimage.jpg', headers: { range: 'bytes=2-3' } });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload).toEqual(answer.rawPayload.subarray(2, 4));
  const known = await get('/media/assets/img/noimage.jpg', { 'if-none-match': String(answer.headers.etag) });
  expect(known.status).toBe(304);
});

test('returns 503 when the storage does not answer', async () => {
  const { storage, folder } = await testStorageWithFolder();
  const { get, logged } = await testApp({ storage });
  // Every operating system refuses to read a loop of links.
  await symlink('posts', join(folder, 'posts'));
  const { status, json, headers } = await get(`/media/${PATH}`);
  expect({ status, json }).toEqual({ status: 503, json: { message: 'Service is unavailable' } });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(logged).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'storage unavailable' }));
});

test('shutdown aborts running image jobs after a short wait', async () => {
  const storage = await testStorage();
  const isRequested = Promise.withResolvers<void>();
  const make = async () => {
    isRequested.resolve();
    await new Promise(() => {});
  };
  const app = await testApp({ storage, images: { ...sharedImages, make } });
  const { fileId } = await givenStoredFile({ ...app, storage });
  app.get(`/media/news/images/${fileId}/400x400.jpg`).catch(() => {});
  await isRequested.promise;
  await app.app.close();
});
