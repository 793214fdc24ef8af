import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminFileApi, type FileReservation } from '#contract/admin-files.ts';
import type { FileRow, FileUploadRow } from '#server/database/media-tables.ts';
import { raiseServiceRevision } from '#server/database/service-revision.ts';
import type { MediaTools } from '#server/media/index.ts';
import { replaceFileUses } from '#server/media-uses/index.ts';
import { givenPost } from '#testing/given.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { keysOf, type MediaApp, mediaApp } from '#testing/media-app.ts';
import { pictures, pngPicture } from '#testing/pictures.ts';
import { testS3Storage, testStorageWithFolder } from '#testing/storage.ts';
import { originalKey } from '../media/media-keys.ts';
import { cleanMedia } from './clean-media.ts';
import { completeUpload, completeUploadOf } from './complete-upload.ts';
import { completeArrived, startUploadWatch } from './watch-uploads.ts';

const params = { serviceId: 'news' };
const PNG = Buffer.from(pictures.png, 'base64');
const PDF = Buffer.from('%PDF-1.7\nfirst\n');
const keeping = { reservedHours: 24, removedDays: 30 };

async function givenApp(given: Parameters<typeof mediaApp>[0] = {}) {
  const app = await mediaApp(given);
  return { app, editor: await givenUser(app) };
}

const image = { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: PNG.length, isKept: true };
const pdf = { fileType: 'file', mimeType: 'application/pdf', name: 'a.pdf', size: PDF.length, isKept: true };

function reserve({ call }: GivenUser, body: typeof image = image): Promise<FileReservation> {
  return call(adminFileApi.reserve, { params, body });
}

function replace({ call }: GivenUser, fileId: string, mimeType: string, bytes: Buffer): Promise<FileReservation> {
  return call(adminFileApi.replace, { params: { ...params, fileId }, body: { mimeType, size: bytes.length } });
}

async function uploadOf({ database }: MediaApp, fileId: string): Promise<FileUploadRow | undefined> {
  return database.writer.selectFrom('fileUploads').selectAll().where('fileId', '=', fileId).executeTakeFirst();
}

async function fileOf({ database }: MediaApp, fileId: string) {
  return database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId).executeTakeFirst();
}

async function leftBehind(
  app: MediaApp,
  { fileId }: FileReservation,
  {
    state,
    key,
    bytes,
    claimedUntil = '2026-11-21T04:42:00Z',
  }: {
    state: string;
    key?: (uploadId: string) => string;
    bytes: Buffer;
    claimedUntil?: string;
  },
): Promise<string> {
  const uploadId = (await uploadOf(app, fileId))?.uploadId ?? '';
  if (key) await app.storage.put(key(uploadId), bytes);
  const digest = sha256(bytes);
  const values = { state, claim: 'somebody', claimedUntil, digest };
  await app.database.writer.updateTable('fileUploads').set(values).where('uploadId', '=', uploadId).execute();
  return uploadId;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Upload ids sort by the time of the announcement. */
function later({ clock }: MediaApp): void {
  clock.moveTo(new Date(clock.now().getTime() + 1000).toISOString());
}

async function isWaitingForLock({ database }: MediaApp): Promise<boolean> {
  const { rows } = await sql<object>`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
  return rows.length > 0;
}

async function bytesAt({ storage }: MediaApp, key: string): Promise<Buffer> {
  const found = await storage.get(key);
  return Buffer.concat((await found?.content.toArray()) ?? []);
}

test('records digest of the upload and size of the original', async () => {
  const { app, editor } = await givenApp();
  const { fileId, size } = await givenUpload(app, { editor });
  expect(await fileOf(app, fileId)).toMatchObject({ digest: sha256(PNG), size });
  expect(await bytesAt(app, `news/images/${fileId}/raw.png`)).toHaveLength(size);
});

test('completes an upload received by a dead process', async () => {
  const { app, editor } = await givenApp();
  for (const [state, key] of [
    ['received', (id: string) => `_private/uploads/${id}`],
    ['checking', (id: string) => `_private/uploads/${id}`],
    ['checking', (id: string) => `_private/received/${id}/somebody`],
  ] as const) {
    const reservation = await reserve(editor);
    const uploadId = await leftBehind(app, reservation, { state, key, bytes: PNG });
    const files = await Promise.all(Array.from({ length: 10 }, () => completeUpload(app.tools, uploadId)));
    expect(new Set(files.map(({ version }) => version))).toEqual(new Set([1]));
    expect(await fileOf(app, reservation.fileId)).toMatchObject({ status: 'published', width: 3 });
    expect((await keysOf(app.storage)).filter((found) => found.startsWith('_private'))).toEqual([]);
  }
});

test('completes an upload once for concurrent callers', async () => {
  const { app, editor } = await givenApp();
  const reservation = await reserve(editor);
  const key = (id: string) => `_private/uploads/${id}`;
  const uploadId = await leftBehind(app, reservation, { state: 'received', key, bytes: PNG });
  const first = completeUpload(app.tools, uploadId);
  expect(completeUpload(app.tools, uploadId)).toBe(first);
  await first;
  await expect(completeUpload(app.tools, uploadId)).rejects.toMatchObject({ status: 410 });
});

test('places a checked document, or finds it in place', async () => {
  const { app, editor } = await givenApp();
  for (const key of [(id: string) => `_private/received/${id}/somebody`, undefined]) {
    const reservation = await reserve(editor, pdf);
    const place = `news/docs/${reservation.fileId}.pdf`;
    if (!key) await app.storage.put(place, PDF);
    await leftBehind(app, reservation, { state: 'placing', bytes: PDF, ...(key && { key }) });
    const file = await completeUploadOf(app.tools, { ...params, fileId: reservation.fileId });
    expect(file).toMatchObject({ status: 'published', size: PDF.length, digest: sha256(PDF) });
    expect(await bytesAt(app, place)).toEqual(PDF);
    expect(await uploadOf(app, reservation.fileId)).toBeUndefined();
  }
});

test('records text encoding, also when another process checked it', async () => {
  const bytes = Buffer.from('93fa95742c8be08a7a0a', 'hex');
  const { app, editor } = await givenApp();
  for (const [state, isPlaced] of [
    ['received', false],
    ['placing', false],
    ['placing', true],
  ] as const) {
    const reservation = await reserve(editor, { ...pdf, size: bytes.length });
    const { fileId } = reservation;
    for (const table of ['files', 'fileUploads'] as const)
      await app.database.writer.updateTable(table).set({ mimeType: 'text/csv' }).where('fileId', '=', fileId).execute();
    if (isPlaced) await app.storage.put(`news/docs/${fileId}.csv`, bytes);
    const key = (id: string) => (state === 'placing' ? `_private/received/${id}/somebody` : `_private/uploads/${id}`);
    await leftBehind(app, reservation, { state, bytes, ...(!isPlaced && { key }) });
    await completeUploadOf(app.tools, { ...params, fileId });
    expect(await fileOf(app, fileId), `${state} ${isPlaced}`).toMatchObject({ charset: 'shift_jis' });
  }
});

test('ignores bytes uploaded again after the check', async () => {
  const { app, editor } = await givenApp();
  const reservation = await reserve(editor, pdf);
  const key = (id: string) => `_private/received/${id}/somebody`;
  const uploadId = await leftBehind(app, reservation, { state: 'placing', bytes: PDF, key });
  await app.storage.put(`_private/uploads/${uploadId}`, Buffer.from('<script>evil'));
  await completeUpload(app.tools, uploadId);
  expect(await bytesAt(app, `news/docs/${reservation.fileId}.pdf`)).toEqual(PDF);
  expect((await keysOf(app.storage)).filter((found) => found.startsWith('_private'))).toEqual([]);
});

test('waits for an upload claimed by another process', async () => {
  const { app, editor } = await givenApp();
  const reservation = await reserve(editor);
  const key = (id: string) => `_private/uploads/${id}`;
  const held = { state: 'checking', key, bytes: PNG, claimedUntil: '2026-11-21T04:44:00Z' };
  const uploadId = await leftBehind(app, reservation, held);
  const completed = completeUpload(app.tools, uploadId);
  const { writer } = app.database;
  await writer.updateTable('files').set({ uploadedAt: '2026-11-21T04:43:00Z', width: 99 }).execute();
  await writer.deleteFrom('fileUploads').execute();
  expect(await completed).toMatchObject({ width: 99 });
});

test('returns an error for uploads rejected by another process', async () => {
  const { app, editor } = await givenApp();
  const reservation = await reserve(editor);
  const held = { state: 'checking', bytes: PNG, claimedUntil: '2026-11-21T04:44:00Z' };
  const uploadId = await leftBehind(app, reservation, held);
  // Otherwise the deletion may come first on another connection.
  const isRead = new Promise<void>((resolve) => app.database.onQuery(() => resolve()));
  const rejected = expect(completeUpload(app.tools, uploadId)).rejects.toMatchObject({
    status: 400,
    body: { message: 'Upload failed' },
  });
  await isRead;
  await app.database.writer.deleteFrom('files').execute();
  await rejected;
  await expect(completeUpload(app.tools, uploadId)).rejects.toMatchObject({ status: 410 });
});

test('requires a new upload when the bytes have vanished', async () => {
  const { app, editor } = await givenApp();
  const reservation = await reserve(editor);
  const uploadId = await leftBehind(app, reservation, { state: 'received', bytes: PNG });
  await expect(completeUpload(app.tools, uploadId)).rejects.toMatchObject({
    status: 400,
    body: { message: 'Upload is not complete' },
  });
  expect(await uploadOf(app, reservation.fileId)).toMatchObject({ state: 'waiting' });
  expect((await putUpload(app, reservation, PNG)).status).toBe(200);
});

test.for([image, pdf])('storage outage does not prevent a later completion (%j)', async (body) => {
  const { storage, folder } = await testStorageWithFolder();
  const { app, editor } = await givenApp({ storage });
  const reservation = await reserve(editor, body);
  const bytes = body === image ? PNG : PDF;
  await writeFile(`${folder}/news`, '');
  expect((await putUpload(app, reservation, bytes)).status).toBe(503);
  expect(await uploadOf(app, reservation.fileId)).toMatchObject({ claim: null, claimedUntil: null });
  await rm(`${folder}/news`);
  const file = await editor.call(adminFileApi.complete, { params: { ...params, fileId: reservation.fileId } });
  expect(file).toMatchObject({ status: 'published', version: 1 });
});

test('replacement deletes old sizes and keeps other fields', async () => {
  const { app, editor } = await givenApp();
  const { fileId } = await givenUpload(app, { editor, name: '表紙.png' });
  const folder = `news/images/${fileId}`;
  await app.storage.put(`${folder}/77x77.png`, Buffer.from('old'));
  const bytes = await pngPicture({ width: 50, height: 20 });
  await putUpload(app, await replace(editor, fileId, 'image/png', bytes), bytes);
  expect(await keysOf(app.storage)).not.toContain(`${folder}/77x77.png`);
  expect(await keysOf(app.storage)).toContain(`${folder}/raw.v2.png`);
  expect(await fileOf(app, fileId)).toMatchObject({
    version: 2,
    width: 50,
    digest: sha256(bytes),
    name: '表紙.png',
    updatedAt: '2026-11-21T04:43:00Z',
  });
});

test('rejected replacement changes nothing', async () => {
  const { app, editor } = await givenApp();
  const { fileId } = await givenUpload(app, { editor });
  const before = await fileOf(app, fileId);
  const bytes = Buffer.from('no picture at all');
  const put = await putUpload(app, await replace(editor, fileId, 'image/png', bytes), bytes);
  expect(put.status).toBe(400);
  expect(await fileOf(app, fileId)).toEqual(before);
  expect(await uploadOf(app, fileId)).toBeUndefined();
  expect(await keysOf(app.storage)).toContain(`news/images/${fileId}/raw.png`);
});

test('keeps the last announced of two replacements', async () => {
  const { app, editor } = await givenApp();
  const { fileId } = await givenUpload(app, { editor, fileType: 'file', bytes: PDF });
  const red = Buffer.from('%PDF-1.7\nred\n');
  const blue = Buffer.from('%PDF-1.7\nblue\n');
  const key = (id: string) => `_private/uploads/${id}`;
  await leftBehind(app, await replace(editor, fileId, pdf.mimeType, red), { state: 'received', key, bytes: red });
  later(app);
  expect((await putUpload(app, await replace(editor, fileId, pdf.mimeType, blue), blue)).status).toBe(200);
  expect(await uploadOf(app, fileId)).toBeUndefined();
  await cleanMedia({ ...app.tools, keeping });
  expect(await fileOf(app, fileId)).toMatchObject({ version: 2, digest: sha256(blue) });
  expect((await keysOf(app.storage)).filter((found) => found.startsWith('_private'))).toEqual([]);
});

test('concurrent replacements leave a record matching the bytes', async () => {
  const { app, editor } = await givenApp();
  const { fileId } = await givenUpload(app, { editor, fileType: 'file', bytes: PDF });
  const versions = Array.from({ length: 5 }, (_, at) => Buffer.from(`%PDF-1.7\nversion ${at}\n`));
  const reservations: FileReservation[] = [];
  for (const bytes of versions) {
    reservations.push(await replace(editor, fileId, 'application/pdf', bytes));
    later(app);
  }
  const statuses = await Promise.all(
    versions.map(async (bytes, at) => (await putUpload(app, reservations[at] as FileReservation, bytes)).status),
  );
  expect(statuses.at(-1)).toBe(200);
  for (const status of statuses) expect([200, 409, 410]).toContain(status);
  const file = (await fileOf(app, fileId)) as FileRow;
  expect(await bytesAt(app, originalKey(file))).toEqual(versions.at(-1));
  expect(file.digest).toBe(sha256(versions.at(-1) as Buffer));
});

test('invalidates caches only where a replaced file is shown', async () => {
  const { app, editor } = await givenApp();
  await givenPost(app);
  const revision = async () => {
    const services = app.database.writer.selectFrom('services').select('revision').where('serviceId', '=', 'news');
    return (await services.executeTakeFirstOrThrow()).revision;
  };
  const before = await revision();
  const { fileId } = await givenUpload(app, { editor });
  expect(await revision()).toBe(before);
  await putUpload(app, await replace(editor, fileId, 'image/png', PNG), PNG);
  expect(await revision()).toBeGreaterThan(before);
});

test('invalidates caches when a concurrently saved post uses it', async ({ skip }) => {
  const { app, editor } = await givenApp();
  if (app.database.engine !== 'postgres') skip();
  const post = await givenPost(app, params);
  const reservation = await reserve(editor);
  const key = (id: string) => `_private/uploads/${id}`;
  const uploadId = await leftBehind(app, reservation, { state: 'received', key, bytes: PNG });
  const reported: string[] = [];
  const onFilesChanged: MediaTools['onFilesChanged'] = async (_trx, { fileIds }) => void reported.push(...fileIds);
  const { completed } = await app.database.writer.transaction().execute(async (trx) => {
    await raiseServiceRevision(trx, 'news');
    await replaceFileUses(trx, { ...params, postId: post.postId }, { body: [reservation.fileId] });
    const completing = completeUpload({ ...app.tools, onFilesChanged }, uploadId);
    await expect.poll(() => isWaitingForLock(app)).toBe(true);
    return { completed: completing };
  });
  await completed;
  expect(reported).toEqual([reservation.fileId]);
});

test('makes sizes after the upload of a picture', async () => {
  const { app, editor } = await givenApp();
  const bytes = await pngPicture({ width: 420, height: 300 });
  const { fileId } = await givenUpload(app, { editor, bytes });
  const isMade = async () => (await keysOf(app.storage)).includes(`news/images/${fileId}/400x400xs.webp`);
  await expect.poll(isMade).toBe(true);
});

async function givenS3() {
  const storage = await testS3Storage();
  const given = await givenApp({ storage });
  const complete = (fileId: string) => given.editor.call(adminFileApi.complete, { params: { ...params, fileId } });
  return { ...given, storage, complete };
}

test('completes direct uploads to the storage', async () => {
  const { app, editor, complete } = await givenS3();
  const reservation = await reserve(editor);
  expect(new URL(reservation.url).searchParams.get('X-Amz-Signature')).not.toBeNull();
  await expect(complete(reservation.fileId)).rejects.toMatchObject({ body: { message: 'Upload is not complete' } });
  expect((await putUpload(app, reservation, PNG)).status).toBe(200);
  const file = await complete(reservation.fileId);
  expect(file).toMatchObject({ status: 'published', width: 3, height: 2 });
  expect(await fileOf(app, reservation.fileId)).toMatchObject({ digest: sha256(PNG) });
  expect((await keysOf(app.storage)).filter((key) => key.startsWith('_private'))).toEqual([]);
});

test('finds direct uploads without notification', async () => {
  const { app, editor } = await givenS3();
  const first = await reserve(editor);
  const second = await reserve(editor, pdf);
  await putUpload(app, first, PNG);
  await putUpload(app, second, PDF);
  await Promise.all([
    completeArrived(app.tools, { isThorough: false }),
    completeArrived(app.tools, { isThorough: true }),
  ]);
  expect(await fileOf(app, first.fileId)).toMatchObject({ status: 'published', width: 3, version: 1 });
  expect(await fileOf(app, second.fileId)).toMatchObject({ status: 'published', digest: sha256(PDF), version: 1 });
});

test('watches for direct uploads only where the storage takes them', async () => {
  const { app, editor } = await givenS3();
  const reservation = await reserve(editor);
  await putUpload(app, reservation, PNG);
  const watch = startUploadWatch(app.tools);
  await expect.poll(async () => (await fileOf(app, reservation.fileId))?.status).toBe('published');
  await watch?.stop();
  expect(startUploadWatch((await givenApp()).app.tools)).toBeUndefined();
});

test('keeps the later of two unchecked direct uploads', async () => {
  const { app, editor } = await givenS3();
  const { fileId } = await reserve(editor, pdf);
  const versions = [Buffer.from('%PDF-1.7\nred\n'), Buffer.from('%PDF-1.7\nblue\n')];
  for (const bytes of versions) {
    later(app);
    await putUpload(app, await replace(editor, fileId, pdf.mimeType, bytes), bytes);
  }
  await completeArrived(app.tools, { isThorough: true });
  expect(await fileOf(app, fileId)).toMatchObject({ version: 1, digest: sha256(versions[1] as Buffer) });
  expect(await uploadOf(app, fileId)).toBeUndefined();
});

test('finds uploads behind many that never arrive', async () => {
  const { app, editor } = await givenS3();
  const reservation = await reserve(editor);
  const row = (await uploadOf(app, reservation.fileId)) as FileUploadRow;
  await putUpload(app, reservation, PNG);
  const others = Array.from({ length: 250 }, (_, at) => ({
    ...row,
    uploadId: `zz${String(at).padStart(24, '0')}`,
    expiresAt: at % 2 === 0 ? row.expiresAt : '2026-11-21T04:50:00Z',
  }));
  await app.database.writer.insertInto('fileUploads').values(others).execute();
  await completeArrived(app.tools, { isThorough: false });
  expect(await fileOf(app, reservation.fileId)).toMatchObject({ status: 'published' });
});

test('rejects and deletes unexpected content on every path', async () => {
  const { app, editor, complete, storage } = await givenS3();
  const byCall = await reserve(editor);
  const byWatch = await reserve(editor);
  const tooLong = await reserve(editor);
  for (const reservation of [byCall, byWatch]) await putUpload(app, reservation, Buffer.alloc(PNG.length, 'x'));
  const { uploadId } = (await uploadOf(app, tooLong.fileId)) as FileUploadRow;
  await storage.put(`_private/uploads/${uploadId}`, Buffer.concat([PNG, PNG]));
  await expect(complete(byCall.fileId)).rejects.toMatchObject({ status: 400 });
  await completeArrived(app.tools, { isThorough: false });
  for (const { fileId } of [byCall, byWatch, tooLong]) expect(await fileOf(app, fileId)).toBeUndefined();
  expect(await keysOf(storage)).toEqual([]);
});

test('deletes an object uploaded again after completion', async () => {
  const { app, editor, complete } = await givenS3();
  const reservation = await reserve(editor);
  await putUpload(app, reservation, PNG);
  await complete(reservation.fileId);
  await putUpload(app, reservation, PNG);
  expect((await keysOf(app.storage)).filter((key) => key.startsWith('_private'))).toHaveLength(1);
  expect(await cleanMedia({ ...app.tools, keeping })).toMatchObject({ strayObjects: 1 });
  expect((await keysOf(app.storage)).filter((key) => key.startsWith('_private'))).toEqual([]);
  expect(await complete(reservation.fileId)).toMatchObject({ version: 1 });
});
