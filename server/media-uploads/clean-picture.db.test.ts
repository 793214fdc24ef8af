import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { messages } from '#contract/errors.ts';
import { HttpError } from '#server/http/errors.ts';
import { putUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { mediaApp } from '#testing/media-app.ts';
import { pictures } from '#testing/pictures.ts';
import { type ImageProcessor, OutOfMemory } from '../media-images/image-processor.ts';
import { completeUpload } from './complete-upload.ts';

const PNG = Buffer.from(pictures.png, 'base64');

async function givenFailure(reason: () => Error) {
  const app = await mediaApp();
  let tries = 0;
  const images: ImageProcessor = {
    ...app.tools.images,
    clean: async () => {
      tries += 1;
      throw reason();
    },
  };
  const busy = await mediaApp({ ...app, images, expectsErrors: true });
  const { call } = await givenUser(busy);
  const body = { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: PNG.length } as const;
  const reservation = await call(adminFileApi.reserve, { params: { serviceId: 'news' }, body });
  expect((await putUpload(busy, reservation, PNG)).status).toBe(503);
  const { writer } = app.database;
  const uploads = () => writer.selectFrom('fileUploads').selectAll().execute();
  const [{ uploadId } = { uploadId: '' }] = await uploads();
  const complete = () => completeUpload({ ...busy.tools, images }, uploadId);
  return { writer, uploads, complete, tools: app.tools, uploadId, tries: () => tries };
}

test('rejects a picture that crashes the image process twice', async () => {
  const { uploads, complete, tries } = await givenFailure(() => new OutOfMemory());
  expect(await uploads()).toMatchObject([{ state: 'checking', claim: null, attempts: 1 }]);
  await expect(complete()).rejects.toMatchObject({ status: 400, body: { message: messages.imageTooLarge } });
  expect(await uploads()).toEqual([]);
  await expect(complete()).rejects.toMatchObject({ status: 410 });
  expect(tries()).toBe(2);
});

test('rejects a picture being cleaned during two server crashes', async () => {
  const { writer, uploads, complete, tries } = await givenFailure(() => new OutOfMemory());
  await writer.updateTable('fileUploads').set({ attempts: 2 }).execute();
  await expect(complete()).rejects.toMatchObject({ status: 400, body: { message: messages.imageTooLarge } });
  expect(await uploads()).toEqual([]);
  expect(tries()).toBe(1);
});

test('overload does not count as an attempt', async () => {
  const { uploads, complete, tools, uploadId } = await givenFailure(
    () => new HttpError(503, { message: messages.unavailable }),
  );
  for (let tries = 0; tries < 3; tries += 1) await expect(complete()).rejects.toMatchObject({ status: 503 });
  expect(await uploads()).toMatchObject([{ attempts: 0 }]);
  expect(await completeUpload(tools, uploadId)).toMatchObject({ width: 3 });
});
