import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import type { Storage } from '#server/storage/index.ts';
import { sharedAmongTests, type TestApp, testApp } from '#testing/app.ts';
import type { Finish } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUpload, putUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { animatedGif, avifPicture, jpegPicture, pngPicture } from '#testing/pictures.ts';
import { testS3Storage, testStorage } from '#testing/storage.ts';
import { originalKey, originalPath, variantKey, variantPath } from '../media-keys.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';
const PDF = Buffer.from('%PDF-1.7\n0123456789\n%%EOF\n');

interface Setup extends TestApp {
  readonly storage: Storage;
}

async function setup(given?: Storage, finish?: Finish): Promise<Setup> {
  const storage = given ?? (await testStorage(finish));
  return { ...(await testApp({ storage, ...(finish && { finish }) })), storage };
}

const shared = sharedAmongTests((finish) => setup(undefined, finish));

function addressOf(file: FileRow, size = 'raw', extension = extensionOf(file.mimeType)): string {
  return `/media/${file.fileType === 'image' ? variantPath(file, size, extension) : originalPath(file)}`;
}

async function fetchBytes({ app }: TestApp, url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

async function givenSizes(app: Setup, ...sizes: string[]): Promise<void> {
  const admin = await givenUser(app, { role: 'admin' });
  const body = { configVal: sizes };
  const params = { serviceId: 'news', configKey: 'mediaUploadImageSizes' };
  await admin.call(adminServiceApi.saveConfig, { params, body });
}

const givenPdf = (app: Setup, given: Partial<FileRow> & { content?: Uint8Array } = {}) =>
  givenStoredFile(app, { fileType: 'file', mimeType: 'application/pdf', name: 'a.pdf', content: PDF, ...given });

test('serves an original publicly to any origin as immutable', async () => {
  const app = shared();
  const content = await jpegPicture();
  const file = await givenStoredFile(app, { content });
  const { status, headers, bytes } = await fetchBytes(app, addressOf(file), { origin: 'https://other.example' });
  expect(status).toBe(200);
  expect(bytes).toEqual(content);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(content.length),
    'content-disposition': 'inline; filename=picture.jpg',
    'cache-control': FOR_EVER,
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'.*; base-uri 'none'; frame-ancestors \*; object-src 'none'; sandbox$/,
  );
  for (const name of ['set-cookie', 'vary', 'x-frame-options']) expect(headers).not.toHaveProperty(name);
});

test('HEAD returns the headers of GET for unmade sizes too', async () => {
  const app = shared();
  const picture = await givenStoredFile(app, { content: await jpegPicture({ width: 900, height: 600 }) });
  const document = await givenPdf(app);
  for (const url of [addressOf(picture), addressOf(picture, '800x800'), addressOf(document)]) {
    const head = await app.send('HEAD', url);
    const whole = await app.get(url);
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    for (const name of ['etag', 'last-modified', 'content-length', 'content-type', 'cache-control', 'vary'])
      expect(String(head.headers[name]), `${url} ${name}`).toBe(String(whole.headers[name]));
  }
});

test('makes a missing size on request', async () => {
  const app = shared();
  const file = await givenStoredFile(app, { content: await jpegPicture({ width: 900, height: 600 }) });
  for (const [size, width, height] of [
    ['800x800', 800, 533],
    ['400x400', 400, 267],
    ['400x400xs', 400, 400],
  ] as const) {
    const { status, headers, bytes } = await fetchBytes(app, addressOf(file, size));
    expect(status, size).toBe(200);
    expect(headers, size).toMatchObject({ 'content-type': 'image/jpeg', vary: 'Accept', 'cache-control': FOR_EVER });
    expect(await sharp(bytes).metadata(), size).toMatchObject({ format: 'jpeg', width, height });
    expect(await app.storage.head(variantKey(file, size, 'jpg')), size).toBeDefined();
  }
});

test('serves accepted lighter formats, and AVIF once it exists', async () => {
  const app = shared();
  const file = await givenStoredFile(app, { content: await jpegPicture({ width: 450, height: 300 }) });
  const url = addressOf(file, '400x400');
  const typeFor = async (accept: string, at = url) => {
    const { headers, status } = await fetchBytes(app, at, { accept });
    return status === 200 ? [headers['content-type'], headers['content-disposition'], headers.vary] : status;
  };
  const browser = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
  const webp = ['image/webp', 'inline; filename=picture.webp', 'Accept'];
  expect(await typeFor(browser)).toEqual(webp);
  await expect.poll(() => app.storage.head(variantKey(file, '400x400', 'avif'))).toBeDefined();
  expect(await typeFor(browser)).toEqual(['image/avif', 'inline; filename=picture.avif', 'Accept']);
  expect(await typeFor('image/avif;q=0, image/webp')).toEqual(webp);
  for (const accept of ['*/*', 'image/*', 'text/html', '', 'image/webp;q=0', ',,;;']) {
    expect(await typeFor(accept), accept).toEqual(['image/jpeg', 'inline; filename=picture.jpg', 'Accept']);
  }
  expect(await typeFor(browser, addressOf(file))).toEqual(['image/jpeg', 'inline; filename=picture.jpg', undefined]);
  expect(await typeFor('*/*', addressOf(file, '400x400', 'webp'))).toEqual([...webp.slice(0, 2), undefined]);
  expect(await typeFor('*/*', addressOf(file, '800x800', 'avif'))).toContain('image/avif');
});

test('serves AVIF originals as WebP to clients without AVIF', async () => {
  const app = shared();
  const file = await givenStoredFile(app, { mimeType: 'image/avif', content: await avifPicture({ width: 450 }) });
  const typeFor = async (accept: string) =>
    (await fetchBytes(app, addressOf(file, '400x400'), { accept })).headers['content-type'];
  expect(await typeFor('image/avif,image/webp')).toBe('image/avif');
  expect(await typeFor('image/webp')).toBe('image/webp');
  expect(await typeFor('*/*')).toBe('image/avif');
});

test('animations stay animated in their own format and WebP', async () => {
  const app = shared();
  const content = await animatedGif({ width: 450, height: 300 });
  const file = await givenStoredFile(app, { mimeType: 'image/gif', name: 'a.gif', content, isAnimated: 1 });
  const url = addressOf(file, '400x400');
  const gif = await fetchBytes(app, url);
  expect(await sharp(gif.bytes).metadata()).toMatchObject({ format: 'gif', width: 400, pages: 3 });
  const webp = await fetchBytes(app, url, { accept: 'image/avif,image/webp' });
  expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', width: 400, pages: 3 });
  expect((await fetchBytes(app, addressOf(file, '400x400', 'avif'))).status).toBe(404);
});

test('returns 404 for unconfigured sizes until they are configured', async () => {
  const app = await setup();
  const file = await givenStoredFile(app, { content: await jpegPicture({ width: 450, height: 300 }) });
  const stored = addressOf(file, '400x400');
  expect((await app.get(stored)).status).toBe(200);
  for (const wrong of ['401x400', '400x400xc', '300x300', '99999x99999', '400x400x', '0x0', 'raw2', 'RAW']) {
    expect((await app.get(addressOf(file, wrong))).status, wrong).toBe(404);
  }
  for (const extension of ['png', 'gif', 'jpeg', 'svg', 'bin', 'JPG']) {
    expect((await app.get(addressOf(file, '400x400', extension))).status, extension).toBe(404);
    expect((await app.get(addressOf(file, 'raw', extension))).status, extension).toBe(404);
  }
  expect((await app.get(addressOf(file, 'raw', 'webp'))).status).toBe(404);
  await givenSizes(app, '200x200');
  expect((await app.get(stored)).status).toBe(404);
  expect((await app.get(addressOf(file, '200x200'))).status).toBe(200);
  await app.storage.delete(variantKey(file, '400x400', 'jpg'));
  await givenSizes(app, '400x400');
  expect((await app.get(stored)).status).toBe(200);
});

test('rejects document paths of images and vice versa', async () => {
  const app = shared();
  const picture = await givenStoredFile(app);
  const document = await givenPdf(app);
  const asPicture = await givenStoredFile(app, { fileType: 'file', name: 'scan.jpg' });
  expect((await app.get(`/media/news/docs/${asPicture.fileId}.jpg`)).status).toBe(200);
  for (const path of [
    `docs/${picture.fileId}.jpg`,
    `images/${document.fileId}/raw.pdf`,
    `images/${asPicture.fileId}/raw.jpg`,
    `images/${asPicture.fileId}/400x400.jpg`,
    `docs/${document.fileId}.txt`,
    `docs/${document.fileId}`,
    `docs/${document.fileId}.pdf/raw.pdf`,
    `images/${picture.fileId}`,
    `images/${'0'.repeat(26)}/raw.jpg`,
  ]) {
    expect((await app.get(`/media/news/${path}`)).status, path).toBe(404);
  }
  expect((await app.get(`/media/other/images/${picture.fileId}/raw.jpg`)).status).toBe(404);
});

test('serves a legacy-encoded text with its charset', async () => {
  const app = await setup();
  const editor = await givenUser(app);
  const admin = await givenUser(app, { role: 'admin' });
  for (const [mimeType, servedAs, kind] of [
    ['text/plain', 'text/plain; charset=shift_jis', 'inline'],
    ['text/csv', 'text/csv; charset=shift_jis', 'attachment'],
    ['text/markdown', 'text/markdown; charset=shift_jis', 'attachment'],
    ['application/json', 'application/json; charset=shift_jis', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
  ] as const) {
    const bytes = Buffer.from('2293fa95742c8be08a7a220a', 'hex');
    const configKey = 'mediaUploadAcceptMimetypesFile';
    await admin.call(adminServiceApi.saveConfig, {
      params: { serviceId: 'news', configKey },
      body: { configVal: [mimeType] },
    });
    const { src } = await givenUpload(app, { editor, fileType: 'file', mimeType, name: 'a', bytes });
    const { headers, bytes: served } = await fetchBytes(app, src ?? '');
    expect(headers['content-type'], mimeType).toBe(servedAs);
    expect(headers['content-disposition'], mimeType).toMatch(new RegExp(`^${kind}; `));
    expect(served, mimeType).toEqual(bytes);
  }
});

test('shows or downloads documents by type and runs none', async () => {
  const app = shared();
  for (const [mimeType, servedAs, kind] of [
    ['application/pdf', 'application/pdf', 'inline'],
    ['text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['audio/mpeg', 'audio/mpeg', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['image/png', 'image/png', 'inline'],
    ['text/csv', 'text/csv; charset=utf-8', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['application/zip', 'application/zip', 'attachment'],
  ] as const) {
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const file = await givenStoredFile(app, { fileType: 'file', mimeType, name: 'a', content });
    const { status, headers } = await app.get(addressOf(file));
    expect(status, mimeType).toBe(200);
    expect(headers['content-type'], mimeType).toBe(servedAs);
    expect(headers['content-disposition'], mimeType).toMatch(new RegExp(`^${kind}; filename="?a`));
    expect(headers['x-content-type-options'], mimeType).toBe('nosniff');
    expect(headers['content-security-policy'], mimeType).toMatch(/^default-src 'none'/);
    expect(String(headers['content-security-policy']).endsWith('; sandbox'), mimeType).toBe(
      mimeType !== 'application/pdf',
    );
    const download = await app.get(`${addressOf(file)}?download`);
    expect(download.headers['content-disposition'], mimeType).toMatch(/^attachment; /);
  }
});

test('downloads files under a portable name', async () => {
  const app = shared();
  for (const [name, disposition] of [
    ['計画書.pdf', `inline; filename="???.pdf"; filename*=UTF-8''%E8%A8%88%E7%94%BB%E6%9B%B8.pdf`],
    ['a "b" c.pdf', 'inline; filename="a _b_ c.pdf"'],
    ['a\r\nset-cookie: x=1\n.pdf', 'inline; filename="a__set-cookie_ x=1_.pdf"'],
    ['../../etc/passwd.pdf', 'inline; filename=.._.._etc_passwd.pdf'],
    ['C:\\plan.pdf', 'inline; filename=C__plan.pdf'],
    ['100%20.pdf', `inline; filename=100%20.pdf; filename*=UTF-8''100%2520.pdf`],
    ['plan', 'inline; filename=plan.pdf'],
    ['plan.PDF', 'inline; filename=plan.PDF'],
    ['plan.exe', 'inline; filename=plan.pdf'],
    ['a\u202Efdp.pdf', 'inline; filename=a_fdp.pdf'],
    ['Café €.pdf', `inline; filename="Caf? ?.pdf"; filename*=UTF-8''Caf%C3%A9%20%E2%82%AC.pdf`],
  ] as const) {
    const file = await givenPdf(app, { name });
    const { status, headers } = await app.get(addressOf(file));
    expect(status, name).toBe(200);
    expect(headers['content-disposition'], name).toBe(disposition);
    expect(headers, name).not.toHaveProperty('set-cookie');
  }
});

test('only the current version of a replaced file is immutable', async () => {
  const app = shared();
  const file = await givenStoredFile(app, { version: 3 });
  const url = addressOf(file);
  const cachingOf = async (at: string) => {
    const { status, headers } = await app.get(at);
    return status === 200 && headers['cache-control'];
  };
  expect(await cachingOf(url)).toBe(ASK_AGAIN);
  expect(await cachingOf(`${url}?v=3`)).toBe(FOR_EVER);
  expect(await cachingOf(`${addressOf(file, '400x400')}?v=3`)).toBe(FOR_EVER);
  for (const other of ['v=2', 'v=4', 'v=', 'v=3&v=3', 'v=03', 'w=3', 'v=%33x'])
    expect(await cachingOf(`${url}?${other}`), other).toBe(ASK_AGAIN);
});

test('returns 304 for matching validators', async () => {
  const app = shared();
  const file = await givenPdf(app);
  const url = addressOf(file);
  const { headers } = await app.get(url);
  const etag = String(headers.etag);
  const modified = String(headers['last-modified']);
  const known: Record<string, string>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
    { 'if-modified-since': new Date(Date.parse(modified) + 5000).toUTCString() },
  ];
  for (const requests of known) {
    const answer = await app.get(url, requests);
    expect({ status: answer.status, text: answer.text }, JSON.stringify(requests)).toEqual({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag, 'cache-control': FOR_EVER, 'access-control-allow-origin': '*' });
  }
  const other: Record<string, string>[] = [
    { 'if-none-match': '"x"' },
    { 'if-none-match': '"x"', 'if-modified-since': modified },
    { 'if-modified-since': new Date(Date.parse(modified) - 5000).toUTCString() },
    { 'if-modified-since': 'yesterday' },
  ];
  for (const requests of other) expect((await app.get(url, requests)).status, JSON.stringify(requests)).toBe(200);
});

test.for(['disk', 's3'] as const)('serves ranges from %s', async (kind) => {
  const app = await setup(kind === 's3' ? await testS3Storage() : undefined);
  const file = await givenPdf(app);
  const url = addressOf(file);
  const whole = await fetchBytes(app, url);
  const { length } = PDF;
  const parts: Record<string, readonly [number, number]> = {
    'bytes=0-3': [0, 3],
    'bytes=5-': [5, length - 1],
    'bytes=-4': [length - 4, length - 1],
    'bytes=3-99999': [3, length - 1],
    'bytes=0-0': [0, 0],
    'bytes=0-1,2-3': [0, 3],
    'bytes=-99999': [0, length - 1],
    [`bytes=-${'9'.repeat(400)}`]: [0, length - 1],
    'Bytes=0-3': [0, 3],
    'BYTES= -4': [length - 4, length - 1],
  };
  for (const [range, [start, end]] of Object.entries(parts)) {
    const { status, headers, bytes } = await fetchBytes(app, url, { range });
    expect(status, range).toBe(206);
    expect(bytes, range).toEqual(PDF.subarray(start, end + 1));
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${length}`,
      'content-length': String(end - start + 1),
      etag: whole.headers.etag,
    });
  }
  for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'bytes', 'bytes=a-b', 'bytes=3-1,-', 'none']) {
    const { status, bytes } = await fetchBytes(app, url, { range });
    expect([range, status === 416 || bytes.equals(PDF)]).toEqual([range, true]);
  }
  const beyond = await fetchBytes(app, url, { range: `bytes=${length}-` });
  const { 'content-range': range, 'cache-control': caching } = beyond.headers;
  expect([beyond.status, range, caching]).toEqual([416, `bytes */${length}`, 'no-store']);
  expect(beyond.headers).not.toHaveProperty('content-disposition');
  const { etag, 'last-modified': modified } = whole.headers;
  const statusOf = async (ifRange: unknown) =>
    (await fetchBytes(app, url, { range: 'bytes=0-1', 'if-range': String(ifRange) })).status;
  expect([await statusOf(etag), await statusOf(modified)]).toEqual([206, 206]);
  expect([await statusOf('"x"'), await statusOf(`W/${etag}`), await statusOf('soon')]).toEqual([200, 200, 200]);
  expect(await app.send('HEAD', url, { headers: { range: 'bytes=0-1' } })).toMatchObject({ status: 200 });
});

test('serves library and used files, not removed or withdrawn ones', async () => {
  const app = await setup();
  const { postId } = await givenPost(app);
  const used = await givenStoredFile(app, { status: 'removed', removedAt: '2026-11-01T00:00:00Z' });
  const use = { fileId: used.fileId, postId, place: 'body', serviceId: 'news' };
  await app.database.writer.insertInto('fileUses').values(use).execute();
  const served = [used, await givenStoredFile(app, { status: 'reserved' })];
  const taken = [
    await givenStoredFile(app, { status: 'removed', removedAt: '2026-11-01T00:00:00Z' }),
    await givenStoredFile(app, { isWithdrawn: 1 }),
    await givenStoredFile(app, { uploadedAt: null }),
    await givenPdf(app, { isWithdrawn: 1 }),
  ];
  for (const file of served) expect((await app.get(addressOf(file))).status).toBe(200);
  for (const file of taken) {
    const { status, headers, json } = await app.get(addressOf(file));
    expect({ status, json }).toEqual({ status: 404, json: { message: 'Not Found' } });
    expect(headers).not.toHaveProperty('cache-control');
    if (file.fileType === 'image') expect((await app.get(addressOf(file, '400x400'))).status).toBe(404);
  }
  expect(await app.storage.head(variantKey(taken[1] as FileRow, '400x400', 'jpg'))).toBeUndefined();
});

test('completes a direct upload on its first request', async () => {
  const app = await setup(await testS3Storage());
  const editor = await givenUser(app);
  const bytes = await jpegPicture({ width: 450, height: 300 });
  const body = { fileType: 'image', mimeType: 'image/jpeg', name: 'a.jpg', size: bytes.length };
  const reservation = await editor.call(adminFileApi.reserve, { params: { serviceId: 'news' }, body });
  const url = `/media/news/images/${reservation.fileId}`;
  expect((await app.get(`${url}/raw.jpg`)).status).toBe(404);
  expect(await putUpload(app, reservation, bytes)).toMatchObject({ status: 200 });
  const { status, bytes: small } = await fetchBytes(app, `${url}/400x400.jpg`);
  expect(status).toBe(200);
  expect(await sharp(small).metadata()).toMatchObject({ width: 400, height: 267 });
});

test('lost originals return 404 and are logged rarely', async () => {
  const app = await setup();
  const file = await givenStoredFile(app);
  await app.storage.delete(originalKey(file));
  const warnings = () => app.logged.filter(({ msg }) => msg === 'serving file failed');
  for (const url of [addressOf(file), addressOf(file, '400x400'), addressOf(file)])
    expect((await app.get(url)).status).toBe(404);
  expect(warnings()).toEqual([
    expect.objectContaining({ level: 'warn', fileId: file.fileId, reason: 'The original is not in the storage' }),
  ]);
  app.clock.moveTo('2026-11-21T05:43:00Z');
  expect((await app.get(addressOf(file))).status).toBe(404);
  expect(warnings()).toHaveLength(2);
});

test('retries failed sizes rarely however often they are requested', async () => {
  const app = await setup();
  const file = await givenStoredFile(app);
  await app.storage.put(originalKey(file), Buffer.from('no picture at all'));
  for (let times = 0; times < 3; times += 1) expect((await app.get(addressOf(file, '400x400'))).status).toBe(404);
  expect(app.logged.filter(({ msg }) => msg === 'resizing image failed')).toHaveLength(1);
  await app.storage.put(originalKey(file), await jpegPicture());
  app.clock.moveTo('2026-11-21T05:43:00Z');
  expect((await app.get(addressOf(file, '400x400'))).status).toBe(200);
});

test('stops reading from the storage when a client disconnects', async () => {
  const storage = await testStorage();
  const opened: Readable[] = [];
  const get: Storage['get'] = async (...requests) => {
    const found = await storage.get(...requests);
    if (found) opened.push(found.content);
    return found;
  };
  const watched = new Proxy(storage, {
    get: (target, name) => (name === 'get' ? get : Reflect.get(target, name, target).bind?.(target)),
  });
  const app = await setup(watched);
  const file = await givenPdf(app, { content: Buffer.alloc(20_000_000) });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const request = httpGet({ host: '127.0.0.1', port, path: addressOf(file) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  request.destroy();
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('pictures with transparency keep it', async () => {
  const app = shared();
  const content = await pngPicture({ width: 450, height: 300 });
  const file = await givenStoredFile(app, { mimeType: 'image/png', name: 'a.png', content });
  for (const accept of ['*/*', 'image/webp']) {
    const { bytes } = await fetchBytes(app, addressOf(file, '400x400'), { accept });
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  }
});
