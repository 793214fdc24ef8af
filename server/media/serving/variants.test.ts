import { access } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { messages } from '#contract/errors.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import { Refusal } from '#server/platform/errors.ts';
import { testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { animatedGif, jpegPicture, pngPicture } from '#testing/pictures.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';
import { updateFile } from '../file.repository.ts';
import type { ImageMaker, WantedImage } from '../images/image-maker.ts';
import { createImageMaker } from '../images/image-pool.ts';
import { imagePrefix, originalKey, variantKey } from '../media-keys.ts';
import { makeVariant, makeVariants, workshopOf } from './variants.ts';

const images = createImageMaker({ idleMs: 1000 });

/** The real one, which notes what it is asked for and can be held up before and after its work. */
function watchedMaker({ before = async () => {}, after = async () => {} } = {}) {
  const asked: (readonly WantedImage[])[] = [];
  const maker: ImageMaker = {
    ...images,
    make: async (source, wanted) => {
      asked.push(wanted);
      await before();
      await images.make(source, wanted);
      await after();
    },
  };
  return { maker, asked };
}

async function house(maker: ImageMaker = images) {
  const { storage, folder } = await testStorageWithFolder();
  return {
    database: await testDatabase(),
    storage,
    images: maker,
    scratchDir: `${folder}/.scratch`,
    clock: testClock(),
  };
}

async function namesOf({ storage }: Awaited<ReturnType<typeof house>>, file: FileRow): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(imagePrefix(file))) keys.push(key.slice(imagePrefix(file).length));
  return keys.sort();
}

const large = () => jpegPicture({ width: 900, height: 600 });

test('after an upload there is every size in its own format, in WebP and in AVIF', async () => {
  const { maker, asked } = watchedMaker();
  const tools = await house(maker);
  const file = await givenStoredFile(tools, { content: await large() });
  await makeVariants(tools, file);
  const sizes = ['1200x1200', '400x400', '400x400xs', '800x800'];
  const made = sizes.flatMap((size) => ['avif', 'jpg', 'webp'].map((extension) => `${size}.${extension}`));
  expect(await namesOf(tools, file)).toEqual([...made, 'raw.jpg']);
  // What is needed first is there before what takes long.
  expect(asked.map((wanted) => new Set(wanted.map(({ mimeType }) => mimeType)))).toEqual([
    new Set(['image/jpeg', 'image/webp']),
    new Set(['image/avif']),
  ]);
  const found = await tools.storage.get(variantKey(file, '1200x1200', 'jpg'));
  const bytes = await found?.content.toArray();
  expect(await sharp(Buffer.concat(bytes ?? [])).metadata()).toMatchObject({ width: 900, height: 600 });
  await expect(access(tools.scratchDir)).resolves.toBeUndefined();
});

test('what moves is made in two formats, and what is no picture in none', async () => {
  const tools = await house();
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

test('a hundred who ask for a size at the same time have it made once', async () => {
  const { maker, asked } = watchedMaker();
  const storage = await testStorage();
  const app = await testApp({ storage, images: maker });
  const file = await givenStoredFile({ ...app, storage }, { content: await large() });
  const url = `/media/${variantKey(file, '400x400', 'jpg')}`;
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.get(url)));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(asked).toHaveLength(1);
  expect((await app.get(url)).status).toBe(200);
  expect(asked).toHaveLength(1);
});

test('what is being made after an upload is waited for, not made again', async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { maker, asked } = watchedMaker({
    before: () => {
      reached.resolve();
      return gate.promise;
    },
  });
  const tools = await house(maker);
  const file = await givenStoredFile(tools, { content: await large() });
  const making = makeVariants(tools, file);
  await reached.promise;
  const asking = makeVariant(tools, file, { size: '800x800', mimeType: 'image/webp' });
  gate.resolve();
  expect(await asking).toMatchObject({ fileId: file.fileId });
  await making;
  expect(asked).toHaveLength(2);
});

test.for(['before', 'after'] as const)(
  'a file that is replaced %s its sizes are made leaves none of the old ones behind',
  async (moment) => {
    const replacement = await pngPicture({ width: 600, height: 300 });
    let tools: Awaited<ReturnType<typeof house>>;
    let file: FileRow;
    let times = 0;
    const replace = async () => {
      times += 1;
      if (times > 1) return;
      await tools.storage.put(originalKey(file), replacement);
      const { serviceId, fileId } = file;
      const values = { version: 2, width: 600, height: 300 };
      await tools.database.writer.transaction().execute((trx) => updateFile(trx, { serviceId, fileId }, values));
    };
    tools = await house(watchedMaker({ [moment]: replace }).maker);
    const content = await pngPicture({ width: 900, height: 900 });
    file = await givenStoredFile(tools, { mimeType: 'image/png', content });
    const madeOf = await makeVariant(tools, file, { size: '400x400', mimeType: 'image/png' });
    expect(madeOf).toMatchObject({ version: 2 });
    const found = await tools.storage.get(variantKey(file, '400x400', 'png'));
    const bytes = Buffer.concat((await found?.content.toArray()) ?? []);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 200 });
  },
);

test('a file that is gone while its sizes are made leaves nothing behind', async () => {
  let tools: Awaited<ReturnType<typeof house>>;
  let file: FileRow;
  const after = async () => {
    await tools.database.writer.deleteFrom('files').where('fileId', '=', file.fileId).execute();
  };
  tools = await house(watchedMaker({ after }).maker);
  file = await givenStoredFile(tools);
  expect(await makeVariant(tools, file, { size: '400x400', mimeType: 'image/jpeg' })).toBeUndefined();
  expect(await namesOf(tools, file)).toEqual(['raw.jpg']);
});

test('whoever asks while there is too much to do is told to come again', async () => {
  const busy: ImageMaker = {
    ...images,
    make: async () => {
      throw new Refusal(503, { message: messages.unavailable });
    },
  };
  const storage = await testStorage();
  const app = await testApp({ storage, images: busy });
  const file = await givenStoredFile({ ...app, storage }, { content: await large() });
  const url = `/media/${variantKey(file, '400x400', 'jpg')}`;
  const { status, headers, json } = await app.get(url);
  expect({ status, json }).toEqual({ status: 503, json: { message: 'Service is unavailable' } });
  expect(headers).toMatchObject({ 'retry-after': '5' });
  expect(headers).not.toHaveProperty('cache-control');
  expect((await app.get(url)).status).toBe(503);
});

test('a stop waits for what is being made', async () => {
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
  const file = await givenStoredFile({ ...app, storage }, { content: await large() });
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
  await vi.waitFor(() => expect(workshopOf(storage).isIdle).toBe(true));
});
