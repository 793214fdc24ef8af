import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedS3Server, startS3Server } from '#testing/s3-server.ts';
import { testS3Storage, testS3Target } from '#testing/storage.ts';
import { storageStreamsSuite } from '#testing/storage-streams-suite.ts';
import { storageSuite } from '#testing/storage-suite.ts';
import { bytes, keysOf, textOf } from '#testing/stored-content.ts';
import { StorageUnavailable } from './index.ts';
import { createS3Client, S3_BOUNDS, type S3Bounds, type S3Target } from './s3-client.ts';
import { openS3Storage } from './s3-storage.ts';

storageSuite('a bucket', testS3Storage);
storageStreamsSuite('a bucket', testS3Storage);

const QUICK: S3Bounds = { answerMs: 300, attempts: 2 };

async function opened(target: S3Target, bounds = S3_BOUNDS) {
  const storage = await openS3Storage(target, bounds);
  onTestFinished(() => storage.close());
  return storage;
}

async function breakable() {
  const server = await startS3Server();
  onTestFinished(() => server.stop());
  const { endpoint, bucket } = server;
  const target: S3Target = { kind: 's3', bucket, prefix: '', endpoint, isPathStyle: true };
  return { server, target, storage: await opened(target, { ...S3_BOUNDS, attempts: 2 }) };
}

async function pausable(bounds = QUICK) {
  const server = await sharedS3Server();
  onTestFinished(() => server.resume());
  return { server, storage: await opened(await testS3Target(), bounds) };
}

async function behind() {
  const target = await testS3Target();
  const client = createS3Client(target, S3_BOUNDS);
  onTestFinished(() => client.destroy());
  const at = (key: string) => ({ Bucket: target.bucket, Key: `${target.prefix}${key}` });
  return { storage: await opened(target), client, at, target };
}

test('stores content types, runnable ones as binary', async () => {
  const { storage, client, at } = await behind();
  const typeOf = async (key: string) => (await client.send(new HeadObjectCommand(at(key)))).ContentType;
  await storage.put('news/images/a/raw.png', bytes('x'));
  await storage.put('news/docs/a.html', Readable.from([bytes('x')]));
  await storage.put('news/docs/large.pdf', Readable.from([Buffer.alloc(10_000_000)]));
  expect(await typeOf('news/images/a/raw.png')).toBe('image/png');
  expect(await typeOf('news/docs/a.html')).toBe('application/octet-stream');
  expect(await typeOf('news/docs/large.pdf')).toBe('application/pdf');
  await storage.move('news/docs/large.pdf', 'news/docs/large.txt');
  expect(await typeOf('news/docs/large.txt')).toBe('text/plain; charset=utf-8');
  const found = await client.send(new GetObjectCommand(at('news/images/a/raw.png')));
  expect(found.CacheControl).toBeUndefined();
  found.Body?.transformToString();
});

test('ignores foreign objects of the bucket', async () => {
  const { storage, client, at, target } = await behind();
  for (const key of ['', 'folder/', 'with a space.txt', '../up.txt', 'ours.txt'])
    if (key) await client.send(new PutObjectCommand({ ...at(key), Body: 'x' }));
  const beside = await opened({ ...target, prefix: `${target.prefix}deeper/` });
  expect(await keysOf(storage, '')).toEqual(['ours.txt']);
  expect(await keysOf(beside, '')).toEqual([]);
  await beside.put('ours.txt', bytes('deeper'));
  expect(await textOf(await storage.get('ours.txt'))).toBe('x');
  expect(await textOf(await storage.get('deeper/ours.txt'))).toBe('deeper');
});

test('presigned URL accepts exactly the announced bytes', async () => {
  const storage = await testS3Storage();
  const address = await storage.presignPut?.('_private/uploads/1', {
    contentType: 'application/pdf',
    size: 5,
    expiresInSeconds: 60,
  });
  if (!address) throw new Error('No address');
  const put = async (body: string, contentType: string, to = address) =>
    (await fetch(to, { method: 'PUT', body, headers: { 'content-type': contentType } })).status;
  expect(await put('123456', 'application/pdf')).toBe(403);
  expect(await put('1234', 'application/pdf')).toBe(403);
  expect(await put('12345', 'text/html')).toBe(403);
  expect(await put('12345', 'application/pdf', address.replace('uploads/1', 'uploads/2'))).toBe(403);
  expect(await keysOf(storage, '')).toEqual([]);
  expect(await put('12345', 'application/pdf')).toBe(200);
  expect(await textOf(await storage.get('_private/uploads/1'))).toBe('12345');
  await expect(
    storage.presignPut?.('../1', { contentType: 'text/plain', size: 1, expiresInSeconds: 60 }),
  ).rejects.toThrow('Invalid storage key');
});

test('presigned URL expires', async () => {
  const storage = await testS3Storage();
  const upload = { contentType: 'text/plain', size: 1, expiresInSeconds: 900 };
  const query = new URL((await storage.presignPut?.('a.txt', upload)) ?? '').searchParams;
  expect(query.get('X-Amz-Expires')).toBe('900');
  expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
});

test('supports path-style and virtual-hosted URLs', async () => {
  const target = { ...(await testS3Target()), endpoint: 'https://s3.example.org', prefix: '' };
  const upload = { contentType: 'text/plain', size: 1, expiresInSeconds: 60 };
  const { S3Storage } = await import('./s3-storage.ts');
  const addressOf = async (isPathStyle: boolean) => {
    const storage = new S3Storage({ ...target, isPathStyle }, S3_BOUNDS);
    onTestFinished(() => storage.close());
    const { origin, pathname } = new URL(await storage.presignPut('a.txt', upload));
    return `${origin}${pathname}`;
  };
  expect(await addressOf(true)).toBe('https://s3.example.org/media/a.txt');
  expect(await addressOf(false)).toBe('https://media.s3.example.org/a.txt');
});

test('failed multipart upload leaves no parts', async () => {
  const { directory, bucket } = await sharedS3Server();
  const storage = await testS3Storage();
  async function* breakingOff() {
    yield Buffer.alloc(20_000_000);
    throw new Error('broken off');
  }
  await expect(storage.put('large.zip', breakingOff())).rejects.toThrow('broken off');
  const uploads = (await readdir(join(directory, bucket))).find((name) => name.endsWith('uploads'));
  expect(await readdir(join(directory, bucket, uploads ?? 'none'))).toEqual([]);
});

test('reads a stream no faster than it uploads', async () => {
  const { server, storage } = await pausable(S3_BOUNDS);
  let given = 0;
  async function* endless() {
    for (; given < 50; given += 1) yield Buffer.alloc(1_000_000);
  }
  server.pause();
  const putting = storage.put('large.zip', endless());
  await expect.poll(() => given).toBeGreaterThan(10);
  const before = given;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(given).toBe(before);
  expect(given).toBeLessThan(40);
  server.resume();
  await putting;
  expect((await storage.head('large.zip'))?.size).toBe(50_000_000);
});

test('outage fails fast and the storage recovers', async () => {
  const { server, storage, target } = await breakable();
  await storage.put('one.txt', bytes('one'));
  await server.stop();
  const requests = {
    get: () => storage.get('one.txt'),
    head: () => storage.head('one.txt'),
    put: () => storage.put('one.txt', bytes('two')),
    stream: () => storage.put('one.txt', Readable.from([bytes('two')])),
    move: () => storage.move('one.txt', 'two.txt'),
    delete: () => storage.delete('one.txt'),
    list: () => keysOf(storage, ''),
  };
  for (const [name, call] of Object.entries(requests)) {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error, name).toBeInstanceOf(StorageUnavailable);
    expect((error as Error).message, name).toContain('ECONNREFUSED');
  }
  const again = await startS3Server(Number(new URL(target.endpoint ?? '').port));
  onTestFinished(() => again.stop());
  await storage.put('one.txt', bytes('three'));
  expect(await textOf(await storage.get('one.txt'))).toBe('three');
});

test('times out when the server does not respond', async () => {
  const { server, storage } = await pausable();
  server.pause();
  const error = await storage.get('one.txt').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect((error as Error).message).toContain('300 ms');
  server.resume();
  await vi.waitFor(async () => expect(await storage.get('one.txt')).toBeUndefined(), { timeout: 30_000 });
});

test('outage during a download fails the stream', async () => {
  const { server, storage } = await breakable();
  await storage.put('large.zip', Buffer.alloc(20_000_000));
  const found = await storage.get('large.zip');
  await server.stop();
  await expect(textOf(found)).rejects.toThrow(StorageUnavailable);
});
