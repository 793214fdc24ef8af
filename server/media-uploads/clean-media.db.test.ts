import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { type Storage, StorageUnavailable } from '#server/storage/index.ts';
import { givenPost } from '#testing/given.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { keysOf, type MediaApp, mediaApp } from '#testing/media-app.ts';
import { pngPicture } from '#testing/pictures.ts';
import { testStorage, testStorageWithFolder } from '#testing/storage.ts';
import { givenApp, keeping, NOTHING, PNG, params } from './clean-media.fixtures.ts';
import { cleanMedia, startMediaCleaning } from './clean-media.ts';

async function givenUse(app: MediaApp, fileId: string, place: string): Promise<void> {
  const { postId } = await givenPost(app);
  await app.database.writer
    .insertInto('fileUses')
    .values({ ...params, fileId, postId, place })
    .execute();
}

test('deletes announced files never uploaded after a day', async () => {
  const { app, clean, fileIds, reserve } = await givenApp();
  await reserve();
  app.clock.moveTo('2026-11-22T04:42:59Z');
  expect(await clean()).toEqual(NOTHING);
  app.clock.moveTo('2026-11-22T04:48:01Z');
  expect(await clean()).toEqual({ ...NOTHING, uploads: 1 });
  expect(await fileIds()).toEqual([]);
});

test('keeps announced files that a post was saved with', async () => {
  const { app, clean, fileIds, reserve } = await givenApp();
  const { fileId } = await reserve();
  await givenUse(app, fileId, 'images');
  app.clock.moveTo('2026-11-23T04:43:00Z');
  expect(await clean()).toEqual({ ...NOTHING, uploads: 1 });
  expect(await fileIds()).toEqual([fileId]);
});

test('deletes unused uploads with all sizes after a day', async () => {
  const { app, editor, clean, fileIds } = await givenApp();
  const { fileId } = await givenUpload(app, { editor, isKept: false });
  const stored = await givenUpload(app, { editor });
  const document = await givenUpload(app, { editor, fileType: 'file', isKept: false });
  await app.storage.put(`news/images/${fileId}/400x400.webp`, PNG);
  app.clock.moveTo('2026-11-22T04:43:01Z');
  expect(await clean()).toEqual({ ...NOTHING, reservedFiles: 2 });
  expect(await fileIds()).toEqual([stored.fileId]);
  const left = async () => {
    const keys = await keysOf(app.storage);
    return keys.filter((key) => key.includes(fileId) || key.includes(document.fileId));
  };
  // A size being made when its picture is deleted is stored briefly, then deleted by its maker.
  await expect.poll(left).toEqual([]);
  expect(await keysOf(app.storage)).toContain(`news/images/${stored.fileId}/raw.png`);
});

test('keeps files used by a post, even reserved or removed', async () => {
  const { app, editor, clean, fileIds } = await givenApp();
  const stored: string[] = [];
  for (const place of ['thumbnail', 'images', 'files', 'body', 'draft', 'history', 'bin']) {
    const reserved = await givenUpload(app, { editor, isKept: false });
    const removed = await givenUpload(app, { editor });
    for (const { fileId } of [reserved, removed]) await givenUse(app, fileId, place);
    await editor.call(adminFileApi.delete, { params: { ...params, fileId: removed.fileId } });
    stored.push(reserved.fileId, removed.fileId);
  }
  app.clock.moveTo('2027-11-21T04:43:00Z');
  expect(await clean()).toEqual(NOTHING);
  expect((await fileIds()).toSorted()).toEqual(stored.toSorted());
});

test('deletes removed files after thirty days, withdrawn ones although used', async () => {
  const { app, editor, clean, fileIds } = await givenApp();
  const plain = await givenUpload(app, { editor });
  const used = await givenUpload(app, { editor });
  const restored = await givenUpload(app, { editor });
  await givenUse(app, used.fileId, 'body');
  await editor.call(adminFileApi.delete, { params: { ...params, fileId: plain.fileId } });
  await editor.call(adminFileApi.delete, { params: { ...params, fileId: used.fileId }, query: { isForced: '1' } });
  await editor.call(adminFileApi.delete, { params: { ...params, fileId: restored.fileId } });
  await editor.call(adminFileApi.restore, { params: { ...params, fileId: restored.fileId } });
  app.clock.moveTo('2026-12-21T04:43:00Z');
  expect(await clean()).toEqual(NOTHING);
  app.clock.moveTo('2026-12-21T04:43:01Z');
  expect(await clean()).toEqual({ ...NOTHING, removedFiles: 2 });
  expect(await fileIds()).toEqual([restored.fileId]);
});

test('finishes a deletion interrupted by a crash', async () => {
  const { app, editor, clean, fileIds } = await givenApp();
  await givenUpload(app, { editor, isKept: false });
  const deleted = { status: 'removed', isWithdrawn: 1, uploadedAt: null, removedAt: '1970-01-01T00:00:00Z' };
  await app.database.writer.updateTable('files').set(deleted).execute();
  expect(await clean()).toEqual({ ...NOTHING, removedFiles: 1 });
  expect(await fileIds()).toEqual([]);
  expect((await keysOf(app.storage)).filter((key) => key.includes('raw'))).toEqual([]);
});

test('continues after a failed deletion and retries it', async () => {
  const storage = await testStorage();
  const app = await mediaApp({ storage });
  const editor = await givenUser(app);
  const stuck = await givenUpload(app, { editor, fileType: 'file', isKept: false });
  app.clock.moveTo('2026-11-21T04:43:01Z');
  const other = await givenUpload(app, { editor, fileType: 'file', isKept: false });
  const orphans = ['01hzx3w7gg8hh9jj0kk1mm2nn3', '01hzx3w7gg8hh9jj0kk1mm2nn4'].map((id) => `_private/uploads/${id}`);
  for (const key of orphans) await storage.put(key, PNG);
  app.clock.moveTo('2026-11-23T04:43:00Z');
  const failingKeys: string[] = [stuck.fileId, orphans[0] as string];
  const failing: Storage = Object.assign(Object.create(storage), {
    tidy: async () => {},
    list: (prefix: string) => storage.list(prefix),
    delete: async (key: string) => {
      if (failingKeys.some((part) => key.includes(part))) throw new StorageUnavailable('AccessDenied');
      await storage.delete(key);
    },
  });
  const cleaned = await cleanMedia({ ...app.tools, storage: failing, keeping });
  expect(cleaned).toEqual({ ...NOTHING, reservedFiles: 1, strayObjects: 1 });
  expect(await keysOf(storage)).not.toContain(`news/docs/${other.fileId}.pdf`);
  expect(app.logged).toContainEqual(expect.objectContaining({ fileId: stuck.fileId, reason: 'AccessDenied' }));
  failingKeys.length = 0;
  expect(await cleanMedia({ ...app.tools, keeping })).toEqual({ ...NOTHING, removedFiles: 1, strayObjects: 1 });
  expect(await keysOf(storage)).toEqual([]);
});

test('completes uploads that were received but never checked', async () => {
  const { app, clean, reserve } = await givenApp();
  const { fileId } = await reserve();
  const { uploadId } = await app.database.writer.selectFrom('fileUploads').select('uploadId').executeTakeFirstOrThrow();
  await app.storage.put(`_private/uploads/${uploadId}`, PNG);
  const left = { state: 'checking', claim: 'dead', claimedUntil: '2026-11-21T04:43:59Z' };
  await app.database.writer.updateTable('fileUploads').set(left).execute();
  await clean();
  const file = () =>
    app.database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId).executeTakeFirst();
  expect(await file()).toMatchObject({ uploadedAt: null });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  expect(await clean()).toEqual(NOTHING);
  expect(await file()).toMatchObject({ uploadedAt: '2026-11-21T04:44:00Z', width: 3 });
});

test('deletes unknown private objects but no public ones', async () => {
  const { app, clean, reserve } = await givenApp();
  await reserve();
  const { uploadId } = await app.database.writer.selectFrom('fileUploads').select('uploadId').executeTakeFirstOrThrow();
  const orphan = '01hzx3w7gg8hh9jj0kk1mm2nn3';
  const keys = [
    `_private/uploads/${orphan}`,
    `_private/received/${orphan}/x`,
    `_private/uploads/${uploadId}`,
    'posts/x.json',
  ];
  for (const key of keys) await app.storage.put(key, PNG);
  expect(await clean()).toEqual({ ...NOTHING, strayObjects: 2 });
  expect(await keysOf(app.storage)).toEqual([`_private/uploads/${uploadId}`, 'posts/x.json']);
});

test('deletes temporary files of dead processes after an hour', async () => {
  const { storage, folder } = await testStorageWithFolder();
  const app = await mediaApp({ storage });
  const { scratchDir } = app.tools;
  const left = [`${folder}/.unfinished/x`, `${scratchDir}/x/picture`];
  await mkdir(`${scratchDir}/x`, { recursive: true });
  for (const path of left) await writeFile(path, 'half');
  const written = new Date(app.clock.now());
  for (const path of [...left, `${scratchDir}/x`]) await utimes(path, written, written);
  app.clock.moveTo('2026-11-21T05:43:00Z');
  await cleanMedia({ ...app.tools, keeping });
  for (const path of left) expect(existsSync(path), path).toBe(true);
  app.clock.moveTo('2026-11-21T05:43:01Z');
  await cleanMedia({ ...app.tools, keeping });
  for (const path of left) expect(existsSync(path), path).toBe(false);
});

test('leaves reserved files with an upload in progress alone', async () => {
  const { app, editor, clean } = await givenApp();
  const { fileId } = await givenUpload(app, { editor, isKept: false });
  app.clock.moveTo('2026-11-23T04:43:00Z');
  const other = await pngPicture();
  const body = { mimeType: 'image/png', size: other.length };
  const { call } = await givenUser(app);
  const reservation = await call(adminFileApi.replace, { params: { ...params, fileId }, body });
  expect(await clean()).toEqual(NOTHING);
  expect((await putUpload(app, reservation, other)).status).toBe(200);
  expect(await clean()).toEqual({ ...NOTHING, reservedFiles: 1 });
});

test('runs at startup and logs its result', async () => {
  const { app, reserve, fileIds } = await givenApp();
  await reserve();
  app.clock.moveTo('2026-11-23T04:43:00Z');
  const cleaning = startMediaCleaning({ ...app.tools, keeping });
  await expect.poll(fileIds).toEqual([]);
  await cleaning.stop();
  expect(app.logged).toContainEqual(expect.objectContaining({ uploads: 1, msg: 'unused files deleted' }));
});

test('continues uploads of dead processes when their lease expires', async () => {
  const { app, reserve } = await givenApp();
  const { fileId } = await reserve();
  const { uploadId } = await app.database.writer.selectFrom('fileUploads').select('uploadId').executeTakeFirstOrThrow();
  await app.storage.put(`_private/uploads/${uploadId}`, PNG);
  const left = { state: 'checking', claim: 'dead', claimedUntil: '2026-11-21T04:43:59Z' };
  await app.database.writer.updateTable('fileUploads').set(left).execute();
  const cleaning = startMediaCleaning({ ...app.tools, keeping }, { resumeEveryMs: 20 });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  const file = app.database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId);
  const uploadedAt = async () => (await file.executeTakeFirst())?.uploadedAt;
  await expect.poll(uploadedAt).toBe('2026-11-21T04:44:00Z');
  await cleaning.stop();
});
