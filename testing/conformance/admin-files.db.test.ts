import { expect, test } from 'vitest';
import type { z } from 'zod';
import { pictures } from '#testing/pictures.ts';
import type { Client, Reply } from './client.ts';
import { expectFieldErrors, expectHttpError, expectShape } from './expectations.ts';
import { FileShape, ReservedFileShape } from './shapes.ts';
import { openTestSite, writePost } from './test-site.ts';

const png = Buffer.from(pictures.png, 'base64');
const announced = { fileType: 'image', mimeType: 'image/png', name: 'stage.png', size: png.length };
const fileId = '01hzx3w7gg8hh9jj0kk1mm2nn3';

const announce = (client: Client, overrides: object = {}): Promise<Reply> =>
  client.post('admin/files/news', { ...announced, ...overrides });

/** Uploads like existing clients: cross-origin, with the content type only. */
function put({ url, mimeType }: z.output<typeof ReservedFileShape>, bytes: Buffer): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    headers: { 'content-type': mimeType, origin: 'https://console.example' },
    body: new Uint8Array(bytes),
  });
}

async function statusOf(client: Client, id: string) {
  return expectShape(await client.get(`admin/files/news/${id}`), FileShape).status;
}

test('POST admin/files/{service} reserves a client-chosen id and an upload URL', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const reserved = expectShape(await announce(editor, { fileId }), ReservedFileShape);
  expect(reserved).toMatchObject({ ...announced, fileId, serviceId: 'news', status: 'reserved' });
  expectHttpError(await announce(editor, { fileId }), 400, 'fileId already exists');
  const another = expectShape(await announce(editor), ReservedFileShape);
  expect(another.fileId).not.toBe(fileId);
});

test('reservation rejects files that the service does not accept', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  expectHttpError(await announce(editor, { fileType: 'film' }), 400, 'fileType is invalid');
  expectFieldErrors(await announce(editor, { mimeType: 'image/tiff' }), 'mime_type');
  expectFieldErrors(await announce(editor, { size: 20 * 1024 * 1024 + 1 }), 'size');
  expectFieldErrors(await announce(editor, { name: ' ' }), 'name');
  expectFieldErrors(await announce(editor, { name: 'x'.repeat(129) }), 'name');
  expectFieldErrors(await announce(editor, { fileId: 'x' }), 'file_id');
  expectFieldErrors(await editor.post('admin/files/news', {}), 'file_type', 'mime_type', 'name', 'size');
});

test('PUT uploads bytes, and saving a post publishes the file', async () => {
  const { as, reader } = await openTestSite();
  const editor = await as('editor');
  const reserved = expectShape(await announce(editor, { fileId }), ReservedFileShape);
  const response = await put(reserved, png);
  expect(response.ok).toBe(true);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await statusOf(editor, fileId)).toBe('reserved');
  const post = await writePost(editor, { images: [{ fileId, mimeType: 'image/png', caption: 'Stage' }] });
  expect(post.images).toMatchObject([{ fileId, mimeType: 'image/png', caption: 'Stage' }]);
  expect(await statusOf(editor, fileId)).toBe('published');
  const read = await reader.get(`posts/news/${post.slug}`);
  expect(read.body.images).toMatchObject([{ fileId, mimeType: 'image/png', caption: 'Stage' }]);
  const raw = await fetch(new URL(`/media/news/images/${fileId}/raw.png`, reserved.url));
  expect([raw.status, raw.headers.get('content-type')]).toEqual([200, 'image/png']);
  // An unread body would keep the connection open and block shutdown.
  expect((await raw.arrayBuffer()).byteLength).toBeGreaterThan(0);
});

test('CORS preflight allows PUT from any origin', async () => {
  const { as } = await openTestSite();
  const { url } = expectShape(await announce(await as('editor')), ReservedFileShape);
  const headers = {
    origin: 'https://console.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const response = await fetch(url, { method: 'OPTIONS', headers });
  expect(response.ok).toBe(true);
  expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
});

test('post can be saved before its file is uploaded', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const reserved = expectShape(await announce(editor, { fileId }), ReservedFileShape);
  await writePost(editor, { images: [{ fileId, mimeType: 'image/png' }] });
  expect(await statusOf(editor, fileId)).toBe('published');
  expect((await put(reserved, png)).ok).toBe(true);
  expect(await statusOf(editor, fileId)).toBe('published');
});

test('DELETE marks a file removed and keeps it in posts', async () => {
  const { as, reader } = await openTestSite();
  const editor = await as('editor');
  const reserved = expectShape(await announce(editor, { fileId }), ReservedFileShape);
  await put(reserved, png);
  const post = await writePost(editor, { images: [{ fileId, mimeType: 'image/png' }] });
  const removed = expectShape(await editor.delete(`admin/files/news/${fileId}`), FileShape);
  expect(removed).toMatchObject({ fileId, status: 'removed' });
  expect(await statusOf(editor, fileId)).toBe('removed');
  expect((await reader.get(`posts/news/${post.slug}`)).body.images).toMatchObject([{ fileId }]);
  expect((await fetch(new URL(`/media/news/images/${fileId}/raw.png`, reserved.url))).status).toBe(200);
  // The console removes the file first and saves the post without it afterwards.
  expect((await editor.post(`admin/posts/news/${post.postId}`, { images: [] })).status).toBe(200);
  expect(await statusOf(editor, fileId)).toBe('removed');
});

test('changed caption keeps the file published', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await announce(editor, { fileId });
  const post = await writePost(editor, { images: [{ fileId, mimeType: 'image/png', caption: 'One' }] });
  const images = [{ fileId, mimeType: 'image/png', caption: 'Two' }];
  expect((await editor.post(`admin/posts/news/${post.postId}`, { images })).status).toBe(200);
  expect(await statusOf(editor, fileId)).toBe('published');
});
