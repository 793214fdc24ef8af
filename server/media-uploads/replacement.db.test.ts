import sharp from 'sharp';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { type Storage, StorageUnavailable } from '#server/storage/index.ts';
import { testClock } from '#testing/clock.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { keysOf, type MediaApp, mediaApp } from '#testing/media-app.ts';
import { pngPicture } from '#testing/pictures.ts';
import { testS3Storage, testStorage } from '#testing/storage.ts';
import { stopQueue } from '../media/serving/variants.ts';
import { checkMedia } from '../media-check/check-media.ts';
import type { Finding } from '../media-check/finding.ts';
import { completeUploadOf } from './complete-upload.ts';

const serviceId = 'news';
const HOUR_MS = 60 * 60_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

async function replaceWith(
  app: MediaApp,
  editor: GivenUser,
  file: { fileId: string; mimeType: string },
  bytes: Buffer,
) {
  const { fileId, mimeType } = file;
  const body = { mimeType, size: bytes.length };
  return putUpload(app, await editor.call(adminFileApi.replace, { params: { serviceId, fileId }, body }), bytes);
}

function failing(inner: Storage, fails: (method: string, key: string) => boolean): Storage {
  return new Proxy(inner, {
    get(target, name) {
      const method = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return (...given: [string]) => {
        if (fails(String(name), given[0])) throw new StorageUnavailable('away');
        return method.apply(target, given);
      };
    },
  });
}

async function fix({ tools }: MediaApp): Promise<Finding[]> {
  const found: Finding[] = [];
  await checkMedia(
    {
      ...tools,
      clock: testClock(new Date(Date.now() + 2 * HOUR_MS).toISOString()),
      remarkStaticFile: async () => false,
    },
    {
      isRepairing: true,
      isForced: false,
      signal: new AbortController().signal,
      onFinding: (finding) => found.push(finding),
      onProgress: () => {},
    },
  );
  return found;
}

const widthOf = async ({ app }: MediaApp, url: string) =>
  (await sharp((await app.inject({ url })).rawPayload).metadata()).width;

test.for([
  ['a folder', testStorage],
  ['a bucket', testS3Storage],
] as const)('replacement in %s is stored beside and supersedes it', async ([, open]) => {
  const app = await mediaApp({ storage: await open() });
  const editor = await givenUser(app);
  const picture = await givenUpload(app, { editor, bytes: await pngPicture({ width: 90, height: 60 }) });
  const paper = await givenUpload(app, { editor, fileType: 'file' });
  await replaceWith(app, editor, picture, await pngPicture({ width: 60, height: 40 }));
  await replaceWith(app, editor, paper, Buffer.from('%PDF-1.7\nnewer'));
  for (const { fileId } of [picture, paper]) await completeUploadOf(app.tools, { serviceId, fileId });
  await stopQueue(app.tools);
  const url = `/media/news/images/${picture.fileId}/400x400.png`;
  expect(await widthOf(app, `${url}?v=2`)).toBe(60);
  expect(await widthOf(app, url)).toBe(60);
  expect((await app.get(`/media/news/docs/${paper.fileId}.pdf?v=2`)).text).toBe('%PDF-1.7\nnewer');
  const keys = await keysOf(app.storage);
  expect(keys).toContain(`news/docs/${paper.fileId}.v2.pdf`);
  expect(keys).toContain(`news/images/${picture.fileId}/raw.v2.png`);
  expect(keys).toContain(`news/images/${picture.fileId}/400x400.v2.png`);
  expect(keys.filter((key) => !key.includes('.v2.'))).toEqual([]);
  for (const key of keys) expect((await app.get(`/media/${key}`)).status, key).toBe(404);
});

test.for([
  ['picture', { fileType: 'image', mimeType: 'image/png' }],
  ['document', { fileType: 'file', mimeType: 'application/pdf' }],
] as const)('crash during replacement of a %s keeps the old file', async ([, given]) => {
  const [older, newer] =
    given.fileType === 'image'
      ? [await pngPicture({ width: 90, height: 60 }), await pngPicture({ width: 60, height: 40 })]
      : [Buffer.from('%PDF-1.7\nolder'), Buffer.from('%PDF-1.7\nnewer')];
  const app = await mediaApp();
  const editor = await givenUser(app);
  const file = await givenUpload(app, { editor, ...given, bytes: older });
  await stopQueue(app.tools);
  const address = `/media/${new URL(file.src ?? '', 'http://localhost').pathname.split('/media/')[1]}`;
  const before = (await app.app.inject({ url: address })).rawPayload;
  const { fileId } = file;
  await editor.call(adminFileApi.replace, {
    params: { serviceId, fileId },
    body: { mimeType: file.mimeType, size: newer.length },
  });
  const uploads = app.database.writer.updateTable('fileUploads').set({ state: 'received' });
  const [upload] = await uploads.where('fileId', '=', fileId).returning('uploadId').execute();
  await app.storage.put(`_private/uploads/${upload?.uploadId}`, newer);
  const throwUnavailable = async () => {
    throw new StorageUnavailable('died');
  };
  await expect(
    completeUploadOf({ ...app.tools, onFilesChanged: throwUnavailable }, { serviceId, fileId }),
  ).rejects.toThrow('died');
  expect((await keysOf(app.storage)).filter((key) => key.includes('.v2.'))).toHaveLength(1);
  const answer = await app.app.inject({ url: address });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, IMMUTABLE]);
  expect(answer.rawPayload).toEqual(before);
  // The check must leave a replacement alone that is stored and not recorded yet.
  expect(await fix(app)).toEqual([]);
  await completeUploadOf(app.tools, { serviceId, fileId });
  await stopQueue(app.tools);
  const after = await app.app.inject({ url: `${address}?v=2` });
  expect([after.statusCode, after.headers['cache-control']]).toEqual([200, IMMUTABLE]);
  expect(after.rawPayload).not.toEqual(before);
  expect((await keysOf(app.storage)).filter((key) => !key.includes('.v2.'))).toEqual([]);
});

test('check finds old versions that could not be deleted', async () => {
  const inner = await testStorage();
  let isStuck = true;
  const storage = failing(inner, (method, key) => isStuck && method === 'delete' && key.startsWith('news/'));
  const app = await mediaApp({ storage });
  const editor = await givenUser(app);
  const picture = await givenUpload(app, { editor, bytes: await pngPicture({ width: 90, height: 60 }) });
  const paper = await givenUpload(app, { editor, fileType: 'file' });
  const address = `/media/news/images/${picture.fileId}/400x400.png`;
  expect(await widthOf(app, address)).toBe(90);
  await stopQueue(app.tools);
  const newer = await pngPicture({ width: 60, height: 40 });
  expect((await replaceWith(app, editor, picture, newer)).status).toBe(200);
  expect((await replaceWith(app, editor, paper, Buffer.from('%PDF-1.7\nnewer'))).status).toBe(200);
  await stopQueue(app.tools);
  expect(await widthOf(app, `${address}?v=2`)).toBe(60);
  expect((await app.get(`${address}?v=2`)).headers['cache-control']).toBe(IMMUTABLE);
  isStuck = false;
  const found = await fix(app);
  expect(found.filter(({ isRepaired }) => !isRepaired)).toEqual([]);
  const kinds = new Map(found.map(({ key, kind }) => [key, kind]));
  expect(kinds.get(`news/docs/${paper.fileId}.pdf`)).toBe('original-of-nothing');
  expect(kinds.get(`news/images/${picture.fileId}/raw.png`)).toBe('original-of-nothing');
  expect(kinds.get(`news/images/${picture.fileId}/400x400.png`)).toBe('size-of-nothing');
  expect((await keysOf(inner)).filter((key) => !key.includes('.v2.'))).toEqual([]);
});
