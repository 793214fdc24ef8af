import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import type { Storage } from '#server/storage/index.ts';
import { givenUser } from '#testing/given-user.ts';
import { keysOf, mediaApp } from '#testing/media-app.ts';
import { receiveUpload } from './upload.routes.ts';
import { claimUploadForReceiving } from './upload-claim.ts';

async function takenUpload(size: number) {
  const app = await mediaApp();
  const { call } = await givenUser(app);
  const body = { fileType: 'file', mimeType: 'application/pdf', name: 'a.pdf', size };
  await call(adminFileApi.reserve, { params: { serviceId: 'news' }, body });
  const { uploadId } = await app.database.writer.selectFrom('fileUploads').select('uploadId').executeTakeFirstOrThrow();
  const upload = await claimUploadForReceiving(app.tools, uploadId);
  if (!upload) throw new Error('Nobody else has it');
  const state = async () => app.database.writer.selectFrom('fileUploads').selectAll().executeTakeFirstOrThrow();
  return { app, upload, state, receive: receiveUpload.bind(undefined, app.tools, upload) };
}

test('stalled body times out and can be retried', async () => {
  const { app, receive, state } = await takenUpload(100);
  const body = new PassThrough();
  body.write('a');
  await expect(receive(body, { idleMs: 50 })).rejects.toMatchObject({ status: 408 });
  expect(await state()).toMatchObject({ state: 'waiting', claim: null });
  expect(await keysOf(app.storage)).toEqual([]);
});

async function* slowChunks() {
  for (const letter of 'abcdefgh') {
    await new Promise((resolve) => setTimeout(resolve, 30));
    yield Buffer.from(letter);
  }
}

test('trickling body times out and can be retried', async () => {
  const { app, receive, state } = await takenUpload(8);
  const timeouts = { graceMs: 100, bytesPerSecond: 1000 };
  await expect(receive(Readable.from(slowChunks()), timeouts)).rejects.toMatchObject({ status: 408 });
  expect(await state()).toMatchObject({ state: 'waiting', claim: null });
  expect(await keysOf(app.storage)).toEqual([]);
});

test('slow storage does not time out the client', async () => {
  const { app, upload, state } = await takenUpload(8);
  async function* slowConsumer(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield chunk;
    }
  }
  const put: Storage['put'] = (key, content) =>
    app.storage.put(key, content instanceof Uint8Array ? content : slowConsumer(content));
  const storage: Storage = Object.assign(Object.create(app.storage), { put });
  const body = Readable.from(Array.from('abcdefgh', (letter) => Buffer.from(letter)));
  await receiveUpload({ ...app.tools, storage }, upload, body, { graceMs: 150, bytesPerSecond: 1000 });
  expect(await state()).toMatchObject({ state: 'received' });
});

test('body at the minimum rate does not time out', async () => {
  const { receive, state } = await takenUpload(8);
  await receive(Readable.from(slowChunks()), { idleMs: 150, graceMs: 60, bytesPerSecond: 5 });
  const digest = '9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab';
  expect(await state()).toMatchObject({ state: 'received', claim: null, digest });
});

test('broken connection is no server error', async () => {
  const { receive, state } = await takenUpload(8);
  const body = new PassThrough();
  body.write('a');
  setImmediate(() => body.destroy(new Error('aborted')));
  await expect(receive(body)).rejects.toMatchObject({ status: 400 });
  expect(await state()).toMatchObject({ state: 'waiting', expiresAt: '2026-11-21T04:43:30Z' });
});

test('receiver that lost its claim gets 409', async () => {
  const { app, receive } = await takenUpload(1);
  await app.database.writer.updateTable('fileUploads').set({ claim: 'somebody else' }).execute();
  await expect(receive(Readable.from([Buffer.from('a')]))).rejects.toMatchObject({ status: 409 });
});
