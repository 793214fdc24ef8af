import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { loadConfig } from '#server/config.ts';
import { sharedAmongTests } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { givenSettings, keysOf, mediaApp } from '#testing/media-app.ts';
import { pictures, pngPicture } from '#testing/pictures.ts';

const params = { serviceId: 'news' };
const PNG = Buffer.from(pictures.png, 'base64');
const announced = { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: PNG.length } as const;
const FILE_ID = '01hzx3w7gg8hh9jj0kk1mm2nn3';

const shared = sharedAmongTests(async (finish) => {
  const app = await mediaApp({ finish });
  const { send } = await givenUser(app, { serviceIds: ['news', 'limits', 'pictures', 'documents'] });
  return { app, send };
});

test('rejects values out of range with their field', async () => {
  const { send } = shared();
  for (const [body, field, message] of [
    [{}, 'mime_type', 'Input required'],
    [{ ...announced, name: undefined }, 'name', 'Input required'],
    [{ ...announced, name: '  ' }, 'name', 'Input required'],
    [{ ...announced, name: 'a'.repeat(129) }, 'name', 'InvalidInput'],
    [{ ...announced, name: 'a\u0000.png' }, 'name', 'InvalidInput'],
    [{ ...announced, name: 7 }, 'name', 'InvalidInput'],
    [{ ...announced, size: -1 }, 'size', 'InvalidInput'],
    [{ ...announced, size: 1.5 }, 'size', 'InvalidInput'],
    [{ ...announced, size: '12' }, 'size', 'InvalidInput'],
    [{ ...announced, size: 1e300 }, 'size', 'InvalidInput'],
    [{ ...announced, fileId: '../../etc/passwd' }, 'file_id', 'InvalidInput'],
    [{ ...announced, fileId: FILE_ID.toUpperCase() }, 'file_id', 'InvalidInput'],
    [{ ...announced, mimeType: 'image/tiff' }, 'mime_type', 'notAcceptedTypeOnUpload'],
    [{ ...announced, mimeType: 'IMAGE/PNG' }, 'mime_type', 'notAcceptedTypeOnUpload'],
    [{ ...announced, mimeType: 'application/pdf' }, 'mime_type', 'notAcceptedTypeOnUpload'],
    [{ ...announced, size: 20 * 1024 * 1024 + 1 }, 'size', 'overMaxSizeOnUpload'],
  ] as const) {
    const answer = await send('POST', '/api/admin/files/news', { body });
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, json: { message: 'Validation Failed' } });
    expect(answer.json.errors, JSON.stringify(body)).toContainEqual(expect.objectContaining({ field, message }));
  }
});

test('reports type and size errors together', async () => {
  const { send } = shared();
  const body = { ...announced, mimeType: 'text/html', size: 50 * 1024 * 1024 };
  expect((await send('POST', '/api/admin/files/news', { body })).json.errors).toEqual([
    { field: 'mime_type', message: 'notAcceptedTypeOnUpload' },
    { field: 'size', message: 'overMaxSizeOnUpload' },
  ]);
});

test('rejects unknown file kinds and empty files', async () => {
  const { send } = shared();
  for (const [body, message] of [
    [{ ...announced, fileType: 'video' }, 'fileType is invalid'],
    [{ ...announced, size: 0 }, 'File is empty'],
  ] as const) {
    expect(await send('POST', '/api/admin/files/news', { body }), message).toMatchObject({
      status: 400,
      json: { message },
    });
  }
});

test('accepts files of exactly the limit, separate for pictures', async () => {
  const { app, send } = shared();
  await givenSettings(app, 'limits', { mediaUploadSizeLimitMBImage: 1, mediaUploadSizeLimitMBFile: 2 });
  const megabyte = 1024 * 1024;
  const reserve = (fileType: 'image' | 'file', size: number) =>
    send('POST', '/api/admin/files/limits', { body: { ...announced, fileType, size } });
  expect((await reserve('image', megabyte)).status).toBe(200);
  expect((await reserve('image', megabyte + 1)).status).toBe(400);
  expect((await reserve('file', 2 * megabyte)).status).toBe(200);
  expect((await reserve('file', 2 * megabyte + 1)).status).toBe(400);
});

test('rejects SVG, HEIC, TIFF and BMP as pictures despite settings', async () => {
  const { app, send } = shared();
  const types = ['image/svg+xml', 'image/heic', 'image/tiff', 'image/bmp'];
  await givenSettings(app, 'pictures', { mediaUploadAcceptMimetypesImage: types });
  for (const mimeType of types) {
    const body = { ...announced, mimeType };
    const answer = await send('POST', '/api/admin/files/pictures', { body });
    expect(answer.json.errors, mimeType).toEqual([{ field: 'mime_type', message: 'notAcceptedTypeOnUpload' }]);
  }
});

test('rejects photos with removable metadata as documents, accepts drawings', async () => {
  const { app, send } = shared();
  const types = ['image/heic', 'image/tiff', 'image/svg+xml', 'image/bmp'];
  await givenSettings(app, 'documents', { mediaUploadAcceptMimetypesFile: types });
  const statuses = [];
  for (const mimeType of types) {
    const body = { ...announced, fileType: 'file', mimeType };
    statuses.push((await send('POST', '/api/admin/files/documents', { body })).status);
  }
  expect(statuses).toEqual([400, 400, 200, 200]);
});

test('reservation returns upload URL and expiry', async () => {
  const app = await mediaApp();
  const { call, username } = await givenUser(app);
  const body = { ...announced, name: '写真 ①.png', fileId: FILE_ID };
  const reservation = await call(adminFileApi.reserve, { params, body });
  expect(reservation).toEqual({
    ...body,
    serviceId: 'news',
    status: 'reserved',
    createdAt: '2026-11-21T04:43:00Z',
    expiresAt: '2026-11-21T04:48:00Z',
    url: expect.stringMatching(/^http:\/\/localhost(:80)?\/uploads\/[\w-]{70,100}$/),
  });
  const file = await call(adminFileApi.find, { params: { ...params, fileId: FILE_ID } });
  expect(file).toMatchObject({ status: 'reserved', uploadedAt: null, src: null, createdBy: username });
});

test('upload URL uses the configured public origin', async () => {
  const config = await loadConfig({ PUBLIC_URL: 'https://news.example.org' }, '/nonexistent');
  const app = await mediaApp({ config });
  const { call } = await givenUser(app);
  const { url } = await call(adminFileApi.reserve, { params, body: announced });
  expect(url).toMatch(/^https:\/\/news\.example\.org\/uploads\//);
});

test('file name may look like a path', async () => {
  const app = await mediaApp();
  const names = ['../../etc/passwd', '..\\..\\x.png', '\u202egnp.exe', 'a/b.png', '"; rm -rf.png', '🗞️.png', 'CON'];
  const editor = await givenUser(app);
  const keys = [];
  for (const name of names) {
    const file = await givenUpload(app, { editor, name });
    expect(file.name).toBe(name);
    keys.push(`news/images/${file.fileId}/raw.png`);
  }
  const stored = (await keysOf(app.storage)).filter((key) => key.endsWith('raw.png'));
  expect(stored.toSorted()).toEqual(keys.toSorted());
});

test('rejects a taken id without revealing its service', async () => {
  const app = await mediaApp();
  const { call } = await givenUser(app, { serviceIds: ['news', 'other'] });
  const rejected = { status: 400, body: { message: 'fileId already exists' } };
  const body = { ...announced, fileId: FILE_ID };
  const reserve = (serviceId: string) => call(adminFileApi.reserve, { params: { serviceId }, body });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => reserve('news')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(reserve('news')).rejects.toMatchObject(rejected);
  await expect(reserve('other')).rejects.toMatchObject(rejected);
});

const tooMany = { status: 429, body: { message: 'Too many uploads' } };

test('limits a service to a hundred active uploads', async () => {
  const app = await mediaApp();
  const editors: Awaited<ReturnType<typeof givenUser>>[] = [];
  for (let made = 0; made < 6; made += 1) editors.push(await givenUser(app, { serviceIds: ['news', 'other'] }));
  const reserve = (at: number, serviceId = 'news') =>
    editors[at]?.call(adminFileApi.reserve, { params: { serviceId }, body: announced });
  for (let made = 0; made < 100; made += 1) await reserve(made % 5);
  const rejected = await editors[5]?.send('POST', '/api/admin/files/news', { body: announced });
  expect(rejected).toMatchObject({ status: 429, json: { message: 'Too many uploads' } });
  expect(rejected?.headers['retry-after']).toBe('30');
  await reserve(5, 'other');
  app.clock.moveTo('2026-11-21T04:48:01Z');
  await reserve(5);
});

test('limits a user to twenty active uploads per service', async () => {
  const app = await mediaApp();
  const busy = await givenUser(app, { serviceIds: ['news', 'other'] });
  const other = await givenUser(app);
  const { fileId } = await givenUpload(app, { editor: busy });
  const reserve = ({ call } = busy, serviceId = 'news') =>
    call(adminFileApi.reserve, { params: { serviceId }, body: announced });
  for (let made = 0; made < 20; made += 1) await reserve();
  await expect(reserve()).rejects.toMatchObject(tooMany);
  const body = { mimeType: 'image/png', size: PNG.length };
  await expect(busy.call(adminFileApi.replace, { params: { ...params, fileId }, body })).rejects.toMatchObject(tooMany);
  await reserve(other);
  await reserve(busy, 'other');
});

test.for(['receiving', 'received', 'checking'])('upload in state %s counts until its lease expires', async (state) => {
  const app = await mediaApp();
  const { call } = await givenUser(app);
  const reserve = () => call(adminFileApi.reserve, { params, body: announced });
  for (let made = 0; made < 20; made += 1) await reserve();
  const set = (values: { claim: string | null; claimedUntil: string | null }) =>
    app.database.writer
      .updateTable('fileUploads')
      .set({ state, ...values })
      .execute();
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await set({ claim: 'alive', claimedUntil: '2026-11-21T05:00:40Z' });
  await expect(reserve()).rejects.toMatchObject(tooMany);
  await set({ claim: 'dead', claimedUntil: '2026-11-21T04:50:00Z' });
  await reserve();
  await set({ claim: null, claimedUntil: null });
  await reserve();
});

test('completing is idempotent', async () => {
  const app = await mediaApp();
  const { call } = await givenUser(app);
  const reservation = await call(adminFileApi.reserve, { params, body: announced });
  const { fileId } = reservation;
  const complete = () => call(adminFileApi.complete, { params: { ...params, fileId } });
  await expect(complete()).rejects.toMatchObject({ status: 400, body: { message: 'Upload is not complete' } });
  await putUpload(app, reservation, PNG);
  const first = await complete();
  expect(first).toMatchObject({ status: 'reserved', width: 3, height: 2, isUsed: false });
  expect(first.uploadedAt).not.toBeNull();
  expect(await complete()).toEqual(first);
});

test('returns 404 for files unknown or of other services', async () => {
  const app = await mediaApp();
  const { call } = await givenUser(app, { serviceIds: ['news', 'other'] });
  const { fileId } = await givenUpload(app, { serviceId: 'other' });
  const missing = { status: 404, body: { message: 'Not Found' } };
  const body = { mimeType: 'image/png', size: 5 };
  for (const id of [fileId, FILE_ID]) {
    const of = { ...params, fileId: id };
    await expect(call(adminFileApi.complete, { params: of })).rejects.toMatchObject(missing);
    await expect(call(adminFileApi.replace, { params: of, body })).rejects.toMatchObject(missing);
  }
});

test('returns 404 for an unknown service', async () => {
  const app = await mediaApp();
  await givenService(app, { serviceId: 'gone' });
  const { send } = await givenUser(app, { serviceIds: ['gone'] });
  await app.database.writer.deleteFrom('services').where('serviceId', '=', 'gone').execute();
  const { status } = await send('POST', '/api/admin/files/gone', { body: announced });
  expect([403, 404]).toContain(status);
});

test('replacement keeps type and address and raises the version', async () => {
  const app = await mediaApp();
  const editor = await givenUser(app);
  const { fileId, src } = await givenUpload(app, { editor });
  const of = { params: { ...params, fileId } };
  const replace = (body: object) => editor.send('POST', `/api/admin/files/news/${fileId}/replacement`, { body });
  expect((await replace({ mimeType: 'image/gif', size: 5 })).json.errors).toEqual([
    { field: 'mime_type', message: 'Must be of the same type' },
  ]);
  expect((await replace({ mimeType: 'image/png', size: 0 })).json).toEqual({ message: 'File is empty' });
  expect((await replace({ mimeType: 'image/png', size: 3e7 })).json.errors).toEqual([
    { field: 'size', message: 'overMaxSizeOnUpload' },
  ]);
  const other = await pngPicture({ width: 9, height: 7 });
  const reservation = await editor.call(adminFileApi.replace, {
    ...of,
    body: { mimeType: 'image/png', size: other.length },
  });
  expect(reservation).toMatchObject({ fileId, status: 'published', size: other.length });
  expect(await editor.call(adminFileApi.find, of)).toMatchObject({ version: 1, width: 3 });
  await putUpload(app, reservation, other);
  const replaced = await editor.call(adminFileApi.complete, of);
  expect(replaced).toMatchObject({ version: 2, width: 9, height: 7, status: 'published', src: `${src}?v=2` });
});

test('rejects the replacement of a removed file', async () => {
  const app = await mediaApp();
  const editor = await givenUser(app);
  const { fileId } = await givenUpload(app, { editor });
  const of = { params: { ...params, fileId } };
  await editor.call(adminFileApi.delete, of);
  const replaced = editor.call(adminFileApi.replace, { ...of, body: { mimeType: 'image/png', size: 5 } });
  await expect(replaced).rejects.toMatchObject({ status: 400, body: { message: 'Target already deleted' } });
});
