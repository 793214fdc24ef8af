import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import { badRequest, HttpError } from '#server/http/errors.ts';
import { createLog } from '#server/platform/log.ts';
import type { Storage } from '#server/storage/index.ts';
import { sharedImages as images, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { animatedGif, jpegPicture, pngPicture } from '#testing/pictures.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import type { ImageProcessor, ImageTarget } from '../../media-images/image-processor.ts';
import { markForRemoval } from '../../media-uploads/cleaning.repository.ts';
import { updateFile } from '../file.repository.ts';
import { imagePrefix, originalKey, originalPath, variantKey, variantPath } from '../media-keys.ts';
import { makeVariant, makeVariants, runsOf } from './variants.ts';

function watchedMaker({ before = async () => {}, after = async () => {} } = {}) {
  const asked: (readonly ImageTarget[])[] = [];
  const maker: ImageProcessor = {
    ...images,
    make: async (source, requested) => {
      asked.push(requested);
      await before();
      await images.make(source, requested);
      await after();
    },
  };
  return { maker, asked };
}

async function setup(maker: ImageProcessor = images) {
  const { storage, folder } = await testStorageWithFolder();
  return {
    database: await testDatabase(),
    storage,
    images: maker,
    scratchDir: `${folder}/.scratch`,
    clock: testClock(),
    log: createLog('silent'),
  };
}

async function namesOf({ storage }: Awaited<ReturnType<typeof setup>>, file: FileRow): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(imagePrefix(file))) keys.push(key.slice(imagePrefix(file).length));
  return keys.sort();
}

const picture = () => jpegPicture({ width: 420, height: 280 });

test('upload makes every size in original format, WebP and AVIF', async () => {
  const { maker, asked } = watchedMaker();
  const tools = await setup(maker);
  const file = await givenStoredFile(tools, { content: await picture() });
  await makeVariants(tools, file);
  const sizes = ['1200x1200', '400x400', '400x400xs', '800x800'];
  const created = sizes.flatMap((size) => ['avif', 'jpg', 'webp'].map((extension) => `${size}.${extension}`));
  expect(await namesOf(tools, file)).toEqual([...created, 'raw.jpg']);
  expect(asked.map((requested) => new Set(requested.map(({ mimeType }) => mimeType)))).toEqual([
    new Set(['image/jpeg', 'image/webp']),
    new Set(['image/avif']),
  ]);
  const found = await tools.storage.get(variantKey(file, '1200x1200', 'jpg'));
  const bytes = await found?.content.toArray();
  expect(await sharp(Buffer.concat(bytes ?? [])).metadata()).toMatchObject({ width: 420, height: 280 });
  await expect(access(tools.scratchDir)).resolves.toBeUndefined();
});

test('animations get two formats, other files none', async () => {
  const tools = await setup();
  const gif = { mimeType: 'image/gif', isAnimated: 1, content: await animatedGif() };
  const moving = await givenStoredFile(tools, gif);
  await makeVariants(tools, moving);
  expect((await namesOf(tools, moving)).filter((name) => name.startsWith('800x800.'))).toEqual([
    '800x800.gif',
    '800x800.webp',
  ]);
  const { maker, asked } = watchedMaker();
  const document = await givenStoredFile(tools, { fileType: 'file', mimeType: 'application/pdf' });
  await makeVariants({ ...tools, images: maker }, document);
  expect(asked).toEqual([]);
});

test('concurrent requests for a size make it once', async () => {
  const { maker, asked } = watchedMaker();
  const storage = await testStorage();
  const app = await testApp({ storage, images: maker });
  const file = await givenStoredFile({ ...app, storage }, { content: await picture() });
  const url = `/media/${variantKey(file, '400x400', 'jpg')}`;
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.get(url)));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(asked).toHaveLength(1);
  expect((await app.get(url)).status).toBe(200);
  expect(asked).toHaveLength(1);
});

test('request waits for a size made after an upload', async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { maker, asked } = watchedMaker({
    before: () => {
      reached.resolve();
      return gate.promise;
    },
  });
  const tools = await setup(maker);
  const file = await givenStoredFile(tools, { content: await picture() });
  const making = makeVariants(tools, file);
  await reached.promise;
  const pending = makeVariant(tools, file, { size: '800x800', mimeType: 'image/webp' });
  gate.resolve();
  expect(await pending).toBe(true);
  await making;
  expect(asked).toHaveLength(2);
});

test('discards sizes of a version replaced in the meantime', async () => {
  let tools: Awaited<ReturnType<typeof setup>>;
  let file: FileRow;
  const after = async () => {
    const { serviceId, fileId } = file;
    await tools.database.writer.transaction().execute((trx) => updateFile(trx, { serviceId, fileId }, { version: 2 }));
  };
  tools = await setup(watchedMaker({ after }).maker);
  file = await givenStoredFile(tools);
  expect(await makeVariant(tools, file, { size: '400x400', mimeType: 'image/jpeg' })).toBe(false);
  expect(await namesOf(tools, file)).toEqual(['raw.jpg']);
});

test('request during a replacement returns the new version', async () => {
  const replacement = await pngPicture({ width: 600, height: 300 });
  const storage = await testStorage();
  let replace = async () => {};
  const app = await testApp({ storage, images: watchedMaker({ before: () => replace() }).maker });
  const content = await pngPicture({ width: 900, height: 900 });
  const file = await givenStoredFile({ ...app, storage }, { mimeType: 'image/png', content });
  replace = async () => {
    replace = async () => {};
    const next = { ...file, version: 2 };
    await storage.put(originalKey(next), replacement);
    const values = { version: 2, width: 600, height: 300 };
    await app.database.writer.transaction().execute((trx) => updateFile(trx, file, values));
    await storage.delete(originalKey(file));
  };
  const url = `/media/${variantPath(file, '400x400', 'png')}?v=2`;
  const { statusCode, headers, rawPayload } = await app.app.inject({ url });
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 400, height: 200 });
  expect(await keysOf(storage, '')).toEqual([
    `news/images/${file.fileId}/400x400.v2.png`,
    `news/images/${file.fileId}/raw.v2.png`,
  ]);
});

test('serves the new version when old bytes disappear', async () => {
  const inner = await testStorage();
  let replace = async () => {};
  const storage = Object.assign(Object.create(inner) as Storage, {
    head: async (key: string) => {
      await replace();
      return inner.head(key);
    },
    get: (...requests: Parameters<Storage['get']>) => inner.get(...requests),
  });
  const app = await testApp({ storage });
  const given = { fileType: 'file', mimeType: 'text/plain', content: Buffer.from('old') };
  const file = await givenStoredFile({ ...app, storage: inner }, given);
  replace = async () => {
    replace = async () => {};
    await inner.put(originalKey({ ...file, version: 2 }), Buffer.from('new'));
    await app.database.writer.transaction().execute((trx) => updateFile(trx, file, { version: 2 }));
    await inner.delete(originalKey(file));
  };
  expect(await app.get(`/media/${originalPath(file)}`)).toMatchObject({ status: 200, text: 'new' });
});

test('deleted file leaves no sizes behind', async () => {
  let tools: Awaited<ReturnType<typeof setup>>;
  let file: FileRow;
  const after = async () => {
    await tools.database.writer.deleteFrom('files').where('fileId', '=', file.fileId).execute();
  };
  tools = await setup(watchedMaker({ after }).maker);
  file = await givenStoredFile(tools);
  expect(await makeVariant(tools, file, { size: '400x400', mimeType: 'image/jpeg' })).toBe(false);
  expect(await namesOf(tools, file)).toEqual(['raw.jpg']);
});

test('file being cleaned up leaves no sizes behind', async () => {
  let tools: Awaited<ReturnType<typeof setup>>;
  let file: FileRow;
  const after = () =>
    tools.database.writer.transaction().execute(async (trx) => {
      await updateFile(trx, file, { status: 'removed', removedAt: '2026-01-01T00:00:00.000Z' });
      const at = '2026-11-01T00:00:00.000Z';
      const bounds = { now: at, reservedBefore: at, removedBefore: at };
      expect(await markForRemoval(trx, { ...file, status: 'removed' }, bounds)).toBe(true);
    });
  tools = await setup(watchedMaker({ after }).maker);
  file = await givenStoredFile(tools);
  expect(await makeVariant(tools, file, { size: '400x400', mimeType: 'image/jpeg' })).toBe(false);
  expect(await namesOf(tools, file)).toEqual(['raw.jpg']);
});

test('returns 503 with Retry-After when overloaded', async () => {
  const busy: ImageProcessor = {
    ...images,
    make: async () => {
      throw new HttpError(503, { message: messages.unavailable });
    },
  };
  const storage = await testStorage();
  const app = await testApp({ storage, images: busy });
  const file = await givenStoredFile({ ...app, storage }, { content: await picture() });
  const url = `/media/${variantKey(file, '400x400', 'jpg')}`;
  const { status, headers, json } = await app.get(url);
  expect({ status, json }).toEqual({ status: 503, json: { message: 'Service is unavailable' } });
  expect(headers).toMatchObject({ 'retry-after': '5' });
  expect(headers).not.toHaveProperty('cache-control');
  expect((await app.get(url)).status).toBe(503);
});

test.for([
  ['fails for no known reason', () => new Error('vips: out of order')],
  ['is refused', () => badRequest(messages.imageUnreadable)],
] as const)('retries a picture whose making %s rarely', async ([, failure]) => {
  let tried = 0;
  const make = async () => {
    tried += 1;
    throw failure();
  };
  const storage = await testStorage();
  const app = await testApp({ storage, images: { ...images, make } });
  const file = await givenStoredFile({ ...app, storage }, { content: await picture() });
  const url = `/media/${variantKey(file, '400x400', 'jpg')}`;
  for (let times = 0; times < 3; times += 1) expect((await app.get(url)).status).toBe(404);
  expect(tried).toBe(1);
  app.clock.moveTo('2026-11-21T05:43:00Z');
  const tools = { ...app, storage, images: { ...images, make }, scratchDir: tmpdir(), log: createLog('silent') };
  await expect(makeVariants(tools, file)).rejects.toThrow();
  expect(tried).toBe(2);
  expect((await app.get(url)).status).toBe(404);
  expect(tried).toBe(2);
});

test('shutdown waits for running jobs', async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { maker } = watchedMaker({
    before: () => {
      reached.resolve();
      return gate.promise;
    },
  });
  const storage = await testStorage();
  const app = await testApp({ storage, images: maker });
  const file = await givenStoredFile({ ...app, storage }, { content: await picture() });
  const answer = app.get(`/media/${variantKey(file, '400x400', 'jpg')}`);
  await reached.promise;
  let isClosed = false;
  const closing = app.app.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  gate.resolve();
  expect((await answer).status).toBe(200);
  await closing;
  await expect.poll(() => runsOf(storage).isIdle).toBe(true);
});
