import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { fakeUploads } from '#testing/fake-upload.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminFile, fileIdOf, filePage, reservationOf } from './file.fixtures.ts';
import * as route from './file-library.route.tsx';

let opened = 0;

/** Opens the library of a new service, because uploads continue in the background and would appear in later tests. */
async function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen & { readonly serviceId: string }> {
  opened += 1;
  const serviceId = `uploads-${opened}`;
  const found = await openScreen(route, {
    path: 'files/:serviceId',
    at: `/admin/files/${serviceId}`,
    services: [serviceDetail({ serviceId })],
    ...options,
    api: (api) => {
      api
        .answer(adminFileApi.list, filePage([]))
        .answer(adminFileApi.reserve, reservationOf({ serviceId }))
        .answer(adminFileApi.complete, adminFile({ serviceId }))
        .answer(adminFileApi.delete, adminFile({ serviceId, status: 'removed' }));
      options.api?.(api);
    },
  });
  return { ...found, serviceId };
}

const picture = (name = 'crane.png', content: BlobPart = 'bytes') => new File([content], name, { type: 'image/png' });

async function pick(files: readonly File[], label = 'Upload'): Promise<void> {
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(label), [...files]);
}

const list = () => within(screen.getByRole('region', { name: /^(Uploads|アップロードの状況)$/ }));
const lineOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

testInLanguages([
  ['en', 'Upload', 'Upload of crane.png', 'Processing', 'Done'],
  ['ja', 'アップロード', '「crane.png」のアップロード', '処理中', '完了'],
] as const)('uploads a picture into the library, in %s', async ([language, label, progress, checking, done]) => {
  const uploads = fakeUploads({ isAnswered: false });
  const pending = Promise.withResolvers<ReturnType<typeof adminFile>>();
  const { api, main, serviceId } = await open({ language });
  api.answer(adminFileApi.complete, () => pending.promise);
  await pick([picture()], label);
  const line = await lineOf('crane.png');
  expect(line.getByText('5 B')).toBeTruthy();
  await expect.poll(() => uploads.length).toBe(1);
  expect(api.sent(adminFileApi.reserve)).toMatchObject([
    {
      params: { serviceId },
      body: { fileType: 'image', mimeType: 'image/png', name: 'crane.png', size: 5, isKept: true },
    },
  ]);
  expect(uploads[0]).toMatchObject({ url: `/uploads/${fileIdOf('a')}`, contentType: 'image/png' });
  uploads[0]?.progress(2);
  await line.findByText('40%');
  expect(line.getByRole('progressbar', { name: progress }).getAttribute('aria-valuenow')).toBe('40');
  uploads[0]?.progress(5);
  await line.findByText(checking);
  uploads[0]?.answer(200);
  api.answer(adminFileApi.list, filePage([adminFile({ serviceId })]));
  pending.resolve(adminFile({ serviceId }));
  await line.findByText(done);
  await main().findByRole('link', { name: /crane/ });
});

test('removes finished uploads from the list', async () => {
  fakeUploads();
  const { user } = await open();
  await pick([picture('one.png'), picture('two.png')]);
  await expect.poll(() => list().queryAllByText('Done')).toHaveLength(2);
  await user.click(list().getByRole('button', { name: 'Remove one.png from this list' }));
  expect(list().getAllByRole('listitem')).toHaveLength(1);
  await user.click(list().getByRole('button', { name: 'Clear finished' }));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

testInLanguages([
  [
    'en',
    'Upload',
    ['The file is larger than 20 MB', 'File is empty', 'Only these types are accepted: png, gif, jpg, webp, avif, pdf'],
  ],
  [
    'ja',
    'アップロード',
    ['ファイルは20MBまでです', 'ファイルが空です', 'アップロードできる形式：png, gif, jpg, webp, avif, pdf'],
  ],
] as const)('lists rejected files with the reason, in %s', async ([language, label, reasons]) => {
  const { api } = await open({ language });
  const large = picture('large.png', new Uint8Array(20 * 1024 * 1024 + 1));
  const notes = new File(['# Notes'], 'notes.md');
  await pick([large, picture('empty.png', ''), notes], label);
  const [tooLarge, empty, otherType] = reasons;
  const lines = [await lineOf('large.png'), await lineOf('empty.png'), await lineOf('notes.md')];
  expect(lines.map((line) => line.getByRole('alert').textContent)).toEqual([tooLarge, empty, otherType]);
  // Rounded up, because 20 MB would not exceed the limit.
  expect(lines[0]?.getByText('21 MB')).toBeTruthy();
  expect(lines[2]?.getAllByRole('button')).toHaveLength(1);
  expect(api.sent(adminFileApi.reserve)).toEqual([]);
});

test('shows rejections by the server', async () => {
  fakeUploads();
  const { api, serviceId } = await open();
  api.answer(adminFileApi.reserve, () => {
    throw httpError(400, {
      message: messages.validationFailed,
      errors: [{ field: 'mime_type', message: fieldMessages.typeNotAccepted }],
    });
  });
  await pick([picture('type.png')]);
  const line = await lineOf('type.png');
  expect((await line.findByRole('alert')).textContent).toBe(
    'Only these types are accepted: png, gif, jpg, webp, avif, pdf',
  );
  api.answer(adminFileApi.reserve, reservationOf({ serviceId }));
  api.answer(adminFileApi.complete, () => {
    throw httpError(400, { message: messages.fileContentWrong });
  });
  await pick([picture('pretender.png')]);
  const other = await lineOf('pretender.png');
  expect((await other.findByRole('alert')).textContent).toBe('The file’s content doesn’t match its type');
  expect(other.queryByRole('button', { name: /again/ })).toBeNull();
  await expect.poll(() => api.sent(adminFileApi.delete)).toMatchObject([{ params: { serviceId } }]);
});

testInLanguages([
  ['en', 'Upload', 'Upload failed. The connection was lost. Please try again.', 'Retry lost.png', 'Done'],
  ['ja', 'アップロード', 'アップロード中に接続が切れました。もう一度お試しください。', '「lost.png」を再試行', '完了'],
] as const)('retries after a connection failure, in %s', async ([language, label, problem, retry, done]) => {
  fakeUploads();
  const { api, user, serviceId } = await open({ language });
  api.answer(adminFileApi.reserve, () => {
    throw httpError(0);
  });
  await pick([picture('lost.png')], label);
  const line = await lineOf('lost.png');
  expect((await line.findByRole('alert')).textContent).toBe(problem);
  api.answer(adminFileApi.reserve, reservationOf({ serviceId }));
  await user.click(line.getByRole('button', { name: retry }));
  await line.findByText(done);
});

test('does not resend bytes that arrived without a response', async () => {
  const uploads = fakeUploads({ isAnswered: false });
  const { api, user } = await open();
  await pick([picture('arrived.png')]);
  const line = await lineOf('arrived.png');
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.fail();
  await line.findByText('Upload failed. The connection was lost. Please try again.');
  expect(api.sent(adminFileApi.delete)).toEqual([]);
  await user.click(line.getByRole('button', { name: 'Retry arrived.png' }));
  await line.findByText('Done');
  expect(uploads).toHaveLength(1);
  expect(api.sent(adminFileApi.reserve)).toHaveLength(1);
});

test('resends bytes that did not arrive', async () => {
  const uploads = fakeUploads({ isAnswered: false });
  const { api, user, serviceId } = await open();
  await pick([picture('again.png')]);
  const line = await lineOf('again.png');
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.fail();
  await line.findByText('Upload failed. The connection was lost. Please try again.');
  api.answer(adminFileApi.complete, () => {
    throw httpError(404);
  });
  await user.click(line.getByRole('button', { name: 'Retry again.png' }));
  await expect.poll(() => uploads.length).toBe(2);
  api.answer(adminFileApi.complete, adminFile({ serviceId }));
  uploads[1]?.answer(200);
  await line.findByText('Done');
});

test('sends three files concurrently, then the next', async () => {
  const uploads = fakeUploads({ isAnswered: false });
  await open();
  await pick(['one.png', 'two.png', 'three.png', 'four.png'].map((name) => picture(name)));
  await expect.poll(() => uploads.length).toBe(3);
  const last = await lineOf('four.png');
  expect(last.getByText('Waiting')).toBeTruthy();
  uploads[0]?.answer(200);
  await expect.poll(() => uploads.length).toBe(4);
});

testInLanguages([
  ['en', 'Upload', 'Cancel the upload of slow.png', 'Canceled', 'Retry slow.png'],
  ['ja', 'アップロード', '「slow.png」のアップロードをキャンセル', 'キャンセル済み', '「slow.png」を再試行'],
] as const)('cancels an upload and deletes it, in %s', async ([language, label, cancel, state, retry]) => {
  const uploads = fakeUploads({ isAnswered: false });
  const { api, user, serviceId } = await open({ language });
  await pick([picture('slow.png')], label);
  const line = await lineOf('slow.png');
  await expect.poll(() => uploads.length).toBe(1);
  await user.click(line.getByRole('button', { name: cancel }));
  await line.findByText(state);
  expect(uploads[0]?.isAborted).toBe(true);
  await expect
    .poll(() => api.sent(adminFileApi.delete))
    .toMatchObject([{ params: { serviceId, fileId: fileIdOf('a') }, query: { isForced: false } }]);
  expect(line.getByRole('button', { name: retry })).toBeTruthy();
});

testInLanguages([
  [
    'en',
    'Upload',
    /^This file is already in the library: old\.png$/,
    'Use the existing file',
    'Using the existing file',
  ],
  [
    'ja',
    'アップロード',
    /^同じファイルがすでにあります： old\.png$/,
    '既存のファイルを使う',
    '既存のファイルを使います',
  ],
] as const)('offers the existing copy of a file, in %s', async ([language, label, text, use, done]) => {
  fakeUploads();
  const { api, user, serviceId } = await open({ language });
  const sameAs = { fileId: fileIdOf('d'), name: 'old.png' };
  api
    .answer(adminFileApi.complete, adminFile({ serviceId, sameAs }))
    .answer(adminFileApi.find, adminFile({ serviceId, ...sameAs }));
  await pick([picture('new.png')], label);
  const line = await lineOf('new.png');
  expect((await line.findByRole('status')).querySelector('p')?.textContent).toMatch(text);
  await user.click(line.getByRole('button', { name: use }));
  await screen.findByText(done);
  expect(api.sent(adminFileApi.delete)).toMatchObject([{ params: { serviceId, fileId: fileIdOf('a') } }]);
  expect(screen.queryByRole('region', { name: /^(Uploads|アップロードの状況)$/ })).toBeNull();
});

test('keeps both copies of a file', async () => {
  fakeUploads();
  const { api, user, serviceId } = await open();
  const sameAs = { fileId: fileIdOf('d'), name: 'old.png' };
  api.answer(adminFileApi.complete, adminFile({ serviceId, sameAs }));
  await pick([picture('new.png')]);
  await user.click(await screen.findByRole('button', { name: 'Keep both' }));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  expect(api.sent(adminFileApi.delete)).toEqual([]);
});

test('lists failures first and finished uploads last', async () => {
  fakeUploads();
  await open();
  await pick([picture('good.png')]);
  await (await lineOf('good.png')).findByText('Done');
  await pick([picture('empty.png', '')]);
  await screen.findByText('File is empty');
  const names = list()
    .getAllByRole('listitem')
    .map((line) => line.querySelector('.upload-name span')?.textContent);
  expect(names).toEqual(['empty.png', 'good.png']);
});

test('names pasted images after the time', async () => {
  fakeUploads();
  const { api } = await open();
  fireEvent.paste(document.body, { clipboardData: { files: [picture('image.png')], types: ['Files'] } });
  await screen.findByText(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  await expect.poll(() => api.sent(adminFileApi.reserve)).toHaveLength(1);
});

testInLanguages([
  ['en', 'Upload', 'Too many files at once. Add the rest when these uploads are done.'],
  ['ja', 'アップロード', '一度に追加できる数を超えました。残りは、現在のアップロードが終わってから追加してください。'],
] as const)('accepts at most a hundred uploads, in %s', async ([language, label, text]) => {
  await open({ language });
  await pick(
    Array.from({ length: 101 }, (_, at) => picture(`${at}.png`, '')),
    label,
  );
  await screen.findByText(text);
  expect(document.querySelectorAll('.uploads li')).toHaveLength(100);
});
