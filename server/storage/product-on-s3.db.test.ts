import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { writeDueStaticFiles } from '#server/publishing/static-files/static-files.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUpload } from '#testing/given-upload.ts';
import { startS3Server } from '#testing/s3-server.ts';
import { testS3Storage } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import { openStorage } from './index.ts';

test('uploads, checks and serves files from a bucket', async () => {
  const storage = await testS3Storage();
  const app = await testApp({ storage });
  const { fileId } = await givenUpload(app);
  const document = await givenUpload(app, { fileType: 'file' });
  const keys = await keysOf(storage, '');
  expect(keys).toContain(`news/images/${fileId}/raw.png`);
  expect(keys).toContain(`news/docs/${document.fileId}.pdf`);
  expect(keys.filter((key) => key.startsWith('_private/'))).toEqual([]);
  const picture = await app.get(`/media/news/images/${fileId}/raw.png`);
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  const part = await app.get(`/media/news/docs/${document.fileId}.pdf`, { range: 'bytes=0-4' });
  expect([part.status, part.text]).toEqual([206, '%PDF-']);
});

test('writes and serves static post files in a bucket', async () => {
  const storage = await testS3Storage();
  const app = await testApp({ storage });
  await givenPost(app, { slug: 'one', title: 'On S3' });
  const tools = { ...app, storage, log: createLog('silent'), mediaUrl: '/media' };
  while ((await writeDueStaticFiles(tools)) === 'more');
  const answer = await app.get('/media/posts/news/one.json');
  expect([answer.status, answer.json.title]).toEqual([200, 'On S3']);
  expect((await app.get('/media/posts/news/one.json', { 'if-none-match': String(answer.headers.etag) })).status).toBe(
    304,
  );
});

test('bucket outage returns 503 and loses no record', async () => {
  const server = await startS3Server();
  const { endpoint, bucket } = server;
  const target = { kind: 's3', bucket, prefix: '', endpoint, isPathStyle: true } as const;
  const app = await testApp({ storage: await openStorage(target, { clock: { now: () => new Date() } }) });
  const { fileId } = await givenUpload(app);
  await server.stop();
  const away = await app.get(`/media/news/images/${fileId}/raw.png`);
  expect([away.status, away.json]).toEqual([503, { message: 'Service is unavailable' }]);
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
  expect(await app.database.reader.selectFrom('files').select('fileId').execute()).toEqual([{ fileId }]);
});

test('works without permission to list the bucket', async () => {
  const server = await startS3Server(0, { mayList: false });
  onTestFinished(() => server.stop());
  const { endpoint, bucket, directory } = server;
  const target = { kind: 's3', bucket, prefix: 'site/', endpoint, isPathStyle: true } as const;
  const storage = await openStorage(target, { clock: { now: () => new Date() } });
  onTestFinished(() => storage.close());
  expect((await readdir(join(directory, bucket), { recursive: true })).filter((name) => /check/.test(name))).toEqual(
    [],
  );
  const app = await testApp({ storage });
  const { fileId } = await givenUpload(app);
  expect((await app.get(`/media/news/images/${fileId}/raw.png`)).status).toBe(200);
  expect(await storage.get('news/images/none/raw.png')).toBeUndefined();
  expect(await storage.head('news/images/none/raw.png')).toBeUndefined();
  expect(await storage.move('news/none', 'news/other')).toBe(false);
  await expect(keysOf(storage, '')).rejects.toThrow('AccessDenied');
});
