import { once } from 'node:events';
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { request as startRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminFileApi, type FileReservation } from '#contract/admin-files.ts';
import { createVault } from '#server/platform/vault.ts';
import { TEST_SECRET, type TestAppOptions } from '#testing/app.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { keysOf, type MediaApp, mediaApp } from '#testing/media-app.ts';
import { animatedGif, jpegPhoto, pictures } from '#testing/pictures.ts';
import { testStorageWithFolder } from '#testing/storage.ts';
import { toUploadToken } from './upload-claim.ts';

const params = { serviceId: 'news' };
const PNG = Buffer.from(pictures.png, 'base64');

async function reserved(
  { call }: Pick<GivenUser, 'call'>,
  { fileType = 'image', mimeType = 'image/png', size = PNG.length, name = 'a.png', isKept = true } = {},
): Promise<FileReservation> {
  return call(adminFileApi.reserve, { params, body: { fileType, mimeType, size, name, isKept } });
}

async function stateOf({ database }: MediaApp, fileId: string) {
  const file = await database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId).executeTakeFirst();
  const uploads = await database.writer.selectFrom('fileUploads').selectAll().where('fileId', '=', fileId).execute();
  return { file, uploads: uploads.map(({ state }) => state) };
}

async function givenReservation(announced: Parameters<typeof reserved>[1] = {}, options: TestAppOptions = {}) {
  const { storage, folder } = await testStorageWithFolder();
  const app = await mediaApp({ storage, ...options });
  const editor = await givenUser(app);
  const reservation = await reserved(editor, announced);
  const put = (bytes: Buffer = PNG, headers: Record<string, string> = {}, url = reservation.url) =>
    putUpload(app, { ...reservation, url }, bytes, headers);
  return { app, editor, folder, reservation, put, state: () => stateOf(app, reservation.fileId) };
}

test('stores the bytes of an announced file', async () => {
  const { app, put, state, reservation } = await givenReservation();
  const { status, text } = await put();
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    fileId: reservation.fileId,
    status: 'published',
    uploadedAt: '2026-11-21T04:43:00Z',
    width: 3,
    height: 2,
    version: 1,
    placeholder: expect.stringMatching(/^data:image\//),
  });
  expect((await state()).uploads).toEqual([]);
  expect((await keysOf(app.storage)).filter((key) => key.startsWith('_private'))).toEqual([]);
  expect(await keysOf(app.storage)).toContain(`news/images/${reservation.fileId}/raw.png`);
});

test('unkept file stays reserved until a post uses it', async () => {
  const { put, state } = await givenReservation({ isKept: false });
  expect((await put()).status).toBe(200);
  expect((await state()).file).toMatchObject({ status: 'reserved', uploadedAt: '2026-11-21T04:43:00Z' });
});

test('rotates a photo upright and removes its location', async () => {
  const photo = await jpegPhoto();
  expect(photo.toString('latin1')).toContain('Camera of Hanako');
  const app = await mediaApp();
  const editor = await givenUser(app);
  for (const fileType of ['image', 'file'] as const) {
    const file = await givenUpload(app, { editor, fileType, mimeType: 'image/jpeg', bytes: photo, name: '家で.jpg' });
    expect(file).toMatchObject({ width: 40, height: 60, isAnimated: false });
    const folder = fileType === 'image' ? `images/${file.fileId}/raw` : `docs/${file.fileId}`;
    const stored = await app.storage.get(`news/${folder}.jpg`);
    const bytes = Buffer.concat((await stored?.content.toArray()) as Buffer[]);
    expect(bytes.toString('latin1')).not.toMatch(/Hanako|Exif|xmpmeta/);
    expect(bytes).toHaveLength(file.size);
  }
});

test('detects an animated picture', async () => {
  const app = await mediaApp();
  const bytes = await animatedGif();
  expect(await givenUpload(app, { mimeType: 'image/gif', bytes })).toMatchObject({ isAnimated: true, width: 60 });
});

test('allows uploads from any origin including preflight', async () => {
  const { app, reservation } = await givenReservation();
  const { pathname } = new URL(reservation.url);
  const response = await app.app.inject({
    method: 'OPTIONS',
    url: pathname,
    headers: {
      origin: 'https://editor.example.org',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(response.statusCode).toBe(204);
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': expect.stringContaining('Content-Type'),
  });
  const answer = await app.app.inject({
    method: 'PUT',
    url: pathname,
    headers: { origin: 'https://editor.example.org', 'content-type': 'image/png' },
    payload: PNG,
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
});

test('rejects forged and altered upload URLs', async () => {
  const { put, state, reservation } = await givenReservation();
  const token = new URL(reservation.url).pathname.split('/').at(-1) ?? '';
  for (const [name, change] of [
    ['another character', (token: string) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
    ['one more', (token: string) => `${token}A`],
    ['one that is passed over', (token: string) => `${token}%20`],
    ['one less', (token: string) => token.slice(0, -1)],
    ['nothing sealed', () => 'hello'],
    ['many', () => 'A'.repeat(900)],
    ['NUL', () => '%00'],
    ['a seal for something else', () => sealedFor('another purpose')],
    ['a seal of another installation', () => sealedFor('media upload', 'another secret that is long enough')],
  ] as const) {
    const answer = await put(PNG, {}, `http://localhost/uploads/${change(token)}`);
    expect(answer, name).toEqual({ status: 403, text: '{"message":"Forbidden"}' });
    expect((await state()).uploads, name).toEqual(['waiting']);
  }
});

function sealedFor(purpose: string, secret = TEST_SECRET): string {
  const sealed = createVault(secret).seal(purpose, Buffer.from('01hzx3w7gg8hh9jj0kk1mm2nn3'));
  return Buffer.from(sealed, 'base64').toString('base64url');
}

test('upload URL expires after five minutes', async () => {
  const { app, put } = await givenReservation();
  app.clock.moveTo('2026-11-21T04:48:01Z');
  expect(await put()).toEqual({ status: 410, text: '{"message":"Upload is over"}' });
});

test('upload URL works until its last second, once', async () => {
  const { app, put } = await givenReservation();
  app.clock.moveTo('2026-11-21T04:48:00Z');
  expect((await put()).status).toBe(200);
  expect(await put()).toEqual({ status: 410, text: '{"message":"Upload is over"}' });
});

test('returns 410 for an unknown upload', async () => {
  const app = await mediaApp();
  const token = toUploadToken(app.tools.vault, '01hzx3w7gg8hh9jj0kk1mm2nn3');
  const put = await putUpload(app, { url: `http://localhost/uploads/${token}`, mimeType: 'image/png' }, PNG);
  expect(put.status).toBe(410);
});

test('rejects unannounced content and allows a retry', async () => {
  const { app, put, state } = await givenReservation();
  for (const [name, bytes, headers, status] of [
    ['another type', PNG, { 'content-type': 'image/gif' }, 415],
    ['no type', PNG, { 'content-type': '' }, 415],
    ['nonsense for a type', PNG, { 'content-type': ';;;' }, 415],
    ['fewer bytes than announced', PNG.subarray(1), {}, 400],
    ['more bytes than announced', Buffer.concat([PNG, PNG]), {}, 413],
    ['no bytes', Buffer.alloc(0), {}, 400],
  ] as const) {
    const answer = await put(bytes as Buffer, headers);
    expect(answer.status, name).toBe(status);
    expect(JSON.parse(answer.text), name).toEqual({ message: expect.any(String) });
    expect((await state()).uploads, name).toEqual(['waiting']);
    expect(await keysOf(app.storage), name).toEqual([]);
  }
  expect((await put()).status).toBe(200);
});

test('ignores parameters and case of the content type', async () => {
  const { put } = await givenReservation();
  expect((await put(PNG, { 'content-type': 'Image/PNG; charset=binary' })).status).toBe(200);
});

test('rejects and deletes content that is no picture', async () => {
  const { app, put, state } = await givenReservation({ size: 400 });
  const answer = await put(Buffer.alloc(400, 'MZ'));
  expect(answer).toEqual({ status: 400, text: '{"message":"File content is not of its type"}' });
  expect(await state()).toEqual({ file: undefined, uploads: [] });
  expect(await keysOf(app.storage)).toEqual([]);
});

test('rejects and deletes a truncated picture', async () => {
  const broken = (await jpegPhoto({ width: 300, height: 300 })).subarray(0, 3000);
  const { app, put, state } = await givenReservation({ size: broken.length, mimeType: 'image/jpeg' });
  const answer = await put(broken);
  expect(answer).toEqual({ status: 400, text: '{"message":"Image cannot be read"}' });
  expect(await state()).toEqual({ file: undefined, uploads: [] });
  expect(await keysOf(app.storage)).toEqual([]);
});

test('accepts one of ten concurrent uploads to one URL', async () => {
  const { app, put, state, reservation } = await givenReservation();
  const answers = await Promise.all(Array.from({ length: 10 }, () => put()));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses[0]).toBe(200);
  for (const status of statuses.slice(1)) expect([200, 409, 410]).toContain(status);
  expect(await state()).toMatchObject({ file: { version: 1 }, uploads: [] });
  expect((await keysOf(app.storage)).filter((key) => key.includes('raw'))).toEqual([
    `news/images/${reservation.fileId}/raw.png`,
  ]);
});

async function listening(announced: Parameters<typeof reserved>[1]) {
  const given = await givenReservation(announced);
  await given.app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = given.app.app.server.address() as AddressInfo;
  const { pathname } = new URL(given.reservation.url);
  const start = (headers: Record<string, string | number> = {}) =>
    startRequest({
      port,
      host: '127.0.0.1',
      path: pathname,
      method: 'PUT',
      headers: { 'content-type': given.reservation.mimeType, ...headers },
      agent: false,
    });
  return { ...given, port, pathname, start };
}

const BIG = 3 * 1024 * 1024;
const bigPdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(BIG - 9, 'x')]);
const announcedPdf = { fileType: 'file', mimeType: 'application/pdf', size: BIG, name: '資料.pdf' };

test('interrupted upload leaves no object and can be retried', async () => {
  const { start, state, app, folder } = await listening(announcedPdf);
  const broken = start({ 'content-length': BIG });
  broken.on('error', () => {});
  broken.write(bigPdf.subarray(0, BIG / 2));
  await expect.poll(async () => (await state()).uploads).toEqual(['receiving']);
  await expect.poll(() => readdir(`${folder}/.unfinished`)).toHaveLength(1);
  broken.destroy();
  await expect.poll(async () => (await state()).uploads).toEqual(['waiting']);
  expect(await keysOf(app.storage)).toEqual([]);
  expect(await readdir(`${folder}/.unfinished`)).toEqual([]);
  const again = start({ 'content-length': BIG }).end(bigPdf);
  const [answer] = await once(again, 'response');
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse(await text(answer))).toMatchObject({ size: BIG, name: '資料.pdf' });
  expect((await state()).uploads).toEqual([]);
});

test('accepts chunked bodies of the announced size', async () => {
  const { start } = await listening(announcedPdf);
  const upload = start();
  for (let at = 0; at < BIG; at += 100_000) upload.write(bigPdf.subarray(at, at + 100_000));
  const [answer] = await once(upload.end(), 'response');
  expect(answer.statusCode).toBe(200);
});

test('rejects chunked bodies that are too long or short', async () => {
  const { start, state, app } = await listening(announcedPdf);
  const more = start();
  more.on('error', () => {});
  more.write(bigPdf);
  more.write('x');
  const [cut] = await once(more, 'response');
  expect(cut.statusCode).toBe(413);
  more.destroy();
  const fewer = start();
  fewer.write(bigPdf.subarray(1));
  const [rejected] = await once(fewer.end(), 'response');
  expect(rejected.statusCode).toBe(400);
  expect(JSON.parse(await text(rejected))).toEqual({ message: 'Upload is not complete' });
  expect((await state()).uploads).toEqual(['waiting']);
  expect(await keysOf(app.storage)).toEqual([]);
});

test('returns 411 without length or chunked encoding', async () => {
  const { port, pathname } = await listening(announcedPdf);
  const socket = connect(port, '127.0.0.1');
  const head = ['Host: localhost', 'Content-Type: application/pdf', 'Connection: close'];
  socket.write(`PUT ${pathname} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 411 /);
});

test('returns 409 while another upload is running', async () => {
  const { start, state, put } = await listening(announcedPdf);
  const slow = start({ 'content-length': BIG });
  slow.on('error', () => {});
  slow.write(bigPdf.subarray(0, 1000));
  await expect.poll(async () => (await state()).uploads).toEqual(['receiving']);
  expect(await put(bigPdf)).toEqual({ status: 409, text: '{"message":"Upload is not complete"}' });
  slow.end(bigPdf.subarray(1000));
  const [answer] = await once(slow, 'response');
  expect(answer.statusCode).toBe(200);
});

test('running upload continues past the expiry of its URL', async () => {
  const { start, state, app } = await listening(announcedPdf);
  const slow = start({ 'content-length': BIG });
  slow.write(bigPdf.subarray(0, 1000));
  await expect.poll(async () => (await state()).uploads).toEqual(['receiving']);
  app.clock.moveTo('2026-11-21T04:50:00Z');
  slow.end(bigPdf.subarray(1000));
  const [answer] = await once(slow, 'response');
  expect(answer.statusCode).toBe(200);
});

test('upload interrupted by a crash can be retried later', async () => {
  const { app, put, state } = await givenReservation();
  await app.database.writer
    .updateTable('fileUploads')
    .set({ state: 'receiving', claim: 'another', claimedUntil: '2026-11-21T04:44:00Z' })
    .execute();
  expect((await put()).status).toBe(409);
  app.clock.moveTo('2026-11-21T04:44:01Z');
  expect((await put()).status).toBe(200);
  expect((await state()).uploads).toEqual([]);
});

test.for(['received', 'checking'])('upload %s by a dead process is completed on retry', async (state) => {
  const { app, put, reservation } = await givenReservation();
  const { uploadId } = await app.database.writer.selectFrom('fileUploads').select('uploadId').executeTakeFirstOrThrow();
  await app.storage.put(`_private/uploads/${uploadId}`, PNG);
  const left = { state, claim: 'dead', claimedUntil: '2026-11-21T04:42:59Z' };
  await app.database.writer.updateTable('fileUploads').set(left).execute();
  const { status, text } = await put();
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ fileId: reservation.fileId, version: 1, width: 3 });
  expect((await app.app.inject(`/media/news/images/${reservation.fileId}/raw.png`)).statusCode).toBe(200);
});

test('returns 503 when the storage fails and allows retry', async () => {
  const { put, folder } = await givenReservation();
  await rm(`${folder}/.unfinished`, { recursive: true });
  await writeFile(`${folder}/.unfinished`, '');
  expect(await put()).toEqual({ status: 503, text: '{"message":"Service is unavailable"}' });
  await rm(`${folder}/.unfinished`);
  await mkdir(`${folder}/.unfinished`);
  expect((await put()).status).toBe(200);
});

async function fullDisk() {
  const file = await open(import.meta.filename);
  const prototype: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const real = prototype.writeFile;
  const spy = vi.spyOn(prototype, 'writeFile').mockImplementation(async function (this: FileHandle) {
    await real.call(this, 'half');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  });
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test('upload to a full disk returns 503 without a file', async () => {
  const { put, folder, app } = await givenReservation({}, { expectsErrors: true });
  const disk = await fullDisk();
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await put()).toEqual({ status: 503, text: '{"message":"Storage is full"}' });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files).toEqual([]);
  expect(app.logged.filter(({ level }) => level === 'error')).toMatchObject([{ place: 'files', failure: 'full' }]);
  expect((await app.get('/readyz')).status).toBe(200);
  disk.mockRestore();
  expect((await put()).status).toBe(200);
});

test('returns 404 for other methods', async () => {
  const { app, reservation } = await givenReservation();
  const { pathname } = new URL(reservation.url);
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect((await app.app.inject({ method, url: pathname })).statusCode, method).toBe(404);
});

test('upload bodies may take hours, others a minute', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const { app, start } = await listening(announcedPdf);
  expect(app.app.server.requestTimeout).toBe(6 * 60 * 60_000);
  const { port } = app.app.server.address() as AddressInfo;
  const slow = startRequest({ port, path: '/api/posts/news', method: 'POST', headers: { 'content-length': 100 } });
  slow.on('error', () => {}).write('{');
  const bounds = () => timers.mock.calls.filter(([, ms]) => ms === 60_000).length;
  await expect.poll(bounds).toBe(1);
  slow.destroy();
  const [answer] = await once(start({ 'content-length': BIG }).end(bigPdf), 'response');
  expect(answer.statusCode).toBe(200);
});
