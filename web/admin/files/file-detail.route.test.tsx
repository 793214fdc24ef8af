import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { type AdminFile, adminFileApi, type FileUse } from '#contract/admin-files.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { fakeUploads } from '#testing/fake-upload.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminDocument, adminFile, reservationOf } from './file.fixtures.ts';
import * as route from './file-detail.route.tsx';

const crane = adminFile({
  alt: { en: 'Two cranes', ja: '二羽の鶴' },
  caption: { en: 'Photo: N. Yuki' },
  updatedAt: '2026-11-05T12:00:00Z',
  version: 3,
  variants: [{ size: '200x200', width: 200, height: 133, src: '/media/news/crane.200x200.png' }],
});
const PATH = `/admin/files/news/${crane.fileId}`;

const post: FileUse = {
  postId: '01m8000000000000000000000p',
  slug: 'cranes',
  title: 'Cranes in snow',
  status: 'published',
  places: ['thumbnail', 'images'],
};

interface DetailOptions extends Partial<ScreenOptions> {
  readonly file?: AdminFile;
  readonly uses?: readonly FileUse[];
}

function open({ file = crane, uses = [], ...options }: DetailOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'files/:serviceId/:fileId',
    at: `/admin/files/news/${file.fileId}`,
    ...options,
    api: (api) => {
      api
        .answer(adminFileApi.find, file)
        .answer(adminFileApi.listUses, { items: [...uses], pagerKey: null, pageToken: null })
        .answer(accountApi.names, [{ username: file.createdBy, name: 'Utagawa Hiroshige' }]);
      options.api?.(api);
    },
  });
}

const factsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

testInLanguages([
  [
    'en',
    'Details',
    [
      ['Status', 'Used'],
      ['Type', 'image/png'],
      ['Size', '121 KB'],
      ['Dimensions (px)', '300 × 200'],
      ['Uploaded', expect.stringContaining('November 2, 2026')],
      ['Uploaded by', 'Utagawa Hiroshige'],
      ['Last updated', expect.stringContaining('November 5, 2026')],
      ['Version', '3'],
    ],
  ],
  [
    'ja',
    '詳細',
    [
      ['状態', '使用中'],
      ['種類', 'image/png'],
      ['サイズ', '121 KB'],
      ['寸法（px）', '300 × 200'],
      ['アップロード日時', expect.stringContaining('2026年11月2日')],
      ['アップロードした人', 'Utagawa Hiroshige'],
      ['最終更新', expect.stringContaining('2026年11月5日')],
      ['版', '3'],
    ],
  ],
] as const)('shows the details of a file, in %s', async ([language, label, facts]) => {
  const { main } = await open({ language, file: { ...crane, isUsed: true }, uses: [post] });
  expect(document.title).toBe('crane.png – Kawaraban');
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('crane.png');
  await main().findByText('Utagawa Hiroshige');
  expect(factsOf(main().getByRole('region', { name: label }))).toEqual(facts);
});

testInLanguages([
  ['en', 'Preview', 'Two cranes', 'Open'],
  ['ja', 'プレビュー', '二羽の鶴', '開く'],
] as const)('previews a picture with its alternative text, in %s', async ([language, label, alt, action]) => {
  const { main } = await open({ language });
  const preview = within(main().getByRole('region', { name: label }));
  expect(preview.getByRole('img', { name: alt }).getAttribute('src')).toBe('/media/news/crane.200x200.png');
  expect(preview.getByRole('link', { name: action }).getAttribute('href')).toBe(crane.src);
});

testInLanguages([
  ['en', 'Download', 'URLs', ['Original300 × 200', '200x200200 × 133'], 'Copy URL of 200x200', 'Copied'],
  ['ja', 'ダウンロード', 'URL', ['元のサイズ300 × 200', '200x200200 × 133'], '200x200のURLをコピー', 'コピーしました'],
] as const)('offers download and addresses, in %s', async ([language, download, label, sizes, copy, copied]) => {
  const { main, user } = await open({ language });
  expect(main().getByRole('link', { name: download }).getAttribute('href')).toBe(`${crane.src}?download`);
  const addresses = within(main().getByRole('region', { name: label }));
  const lines = addresses.getAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('.file-address-size')?.textContent)).toEqual(sizes);
  expect(addresses.getAllByRole('link').map((link) => link.textContent)).toEqual([
    `${location.origin}${crane.src}`,
    `${location.origin}/media/news/crane.200x200.png`,
  ]);
  await user.click(addresses.getByRole('button', { name: copy }));
  await screen.findByText(copied);
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/media/news/crane.200x200.png`);
});

testInLanguages([
  ['en', 'Used in', ['Publishedthumbnail, images', 'unsaved changes, body', 'trash, history'], 'Untitled'],
  ['ja', '使用している記事', ['公開中サムネイル、画像', '未保存の変更、本文', 'ごみ箱、履歴'], '無題'],
] as const)('lists the posts that use a file, in %s', async ([language, label, places, untitled]) => {
  const draft: FileUse = { ...post, postId: `${post.postId.slice(0, -1)}d`, title: '', status: 'draft' };
  const binned: FileUse = { ...post, postId: `${post.postId.slice(0, -1)}b`, title: 'Gone', status: null };
  const uses = [post, { ...draft, places: ['draft', 'body'] }, { ...binned, places: ['bin', 'history'] }] as const;
  const { main } = await open({ language, uses: uses.map((use) => ({ ...use, places: [...use.places] })) });
  const region = within(main().getByRole('region', { name: label }));
  const link = region.getByRole('link', { name: 'Cranes in snow' });
  expect(link.getAttribute('href')).toBe(`/admin/posts/news/${post.postId}`);
  expect(region.getByRole('link', { name: untitled })).toBeTruthy();
  expect(region.getByText('Gone').closest('a')).toBeNull();
  const shown = region.getAllByRole('listitem').map((line) => line.querySelector('.file-places')?.textContent);
  for (const [at, text] of places.entries()) expect(shown[at]).toContain(text);
});

test('shows a notice when no post uses the file', async () => {
  const { main } = await open();
  expect(main().getByText('Not used in any post.')).toBeTruthy();
});

test('shows more uses, keeps the list on failure', async () => {
  const first = { items: [post], pagerKey: null, pageToken: 'more' };
  const { main, user, api } = await open({ api: (each) => each.answer(adminFileApi.listUses, first) });
  api.answer(adminFileApi.listUses, () => {
    throw httpError(500);
  });
  await user.click(main().getByRole('button', { name: 'Show more' }));
  await screen.findByText('Error occurred');
  const second = { ...post, postId: `${post.postId.slice(0, -1)}q`, title: 'Cranes in rain' };
  api.answer(adminFileApi.listUses, { items: [second], pagerKey: null, pageToken: null });
  await user.click(main().getByRole('button', { name: 'Show more' }));
  await main().findByRole('link', { name: 'Cranes in rain' });
  expect(main().getByRole('link', { name: 'Cranes in snow' })).toBeTruthy();
  expect(api.sent(adminFileApi.listUses).at(-1)?.query).toMatchObject({ pageToken: 'more' });
  expect(main().queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('shows a skeleton while a file loads', async () => {
  const pending = Promise.withResolvers<AdminFile>();
  await open({ isLoading: true, api: (api) => api.answer(adminFileApi.find, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Media' });
  expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('Loading');
  pending.resolve(crane);
  await screen.findByRole('heading', { name: 'crane.png' });
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminFileApi.find, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(PATH);
});

test('redirects to the not-found page for an unknown file', async () => {
  const missing = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminFileApi.find, missing) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

testInLanguages([
  ['en', 'Name and descriptions', 'Alternative text (English)', 'Caption (Japanese)', 'Download'],
  ['ja', '名前と説明', '代替テキスト（英語）', 'キャプション（日本語）', 'ダウンロード'],
] as const)('viewers read the texts without actions, in %s', async ([language, label, alt, caption, download]) => {
  const { main } = await open({ language, role: 'viewer', file: { ...crane, status: 'reserved' } });
  const facts = factsOf(main().getByRole('region', { name: label }));
  expect(facts).toHaveLength(4);
  expect(facts).toContainEqual([alt, 'Two cranes']);
  expect(facts).toContainEqual([caption, '-']);
  expect(main().getByRole('link', { name: download })).toBeTruthy();
  expect(main().queryByRole('textbox')).toBeNull();
  const names = main()
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
  expect(names.every((name) => name?.match(/^Copy URL|URLをコピー$/))).toBe(true);
});

test('document has a caption but no alternative text', async () => {
  const { main } = await open({ file: adminDocument({ caption: { en: 'The report of 2026' } }) });
  expect(main().queryByRole('group', { name: 'Alternative text' })).toBeNull();
  expect(main().getByText('Shown next to the link to the document. Posts can use their own caption.')).toBeTruthy();
  expect(main().getByLabelText('English')).toHaveProperty('value', 'The report of 2026');
  expect(main().getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/\.pdf$/);
});

test.for(['audio/mpeg', 'video/mp4'])('plays a file of type %s', async (mimeType) => {
  const { main } = await open({ file: adminDocument({ mimeType, name: 'song.mp3' }) });
  const player = main().getByLabelText('song.mp3');
  expect(player.tagName).toBe(mimeType.startsWith('audio') ? 'AUDIO' : 'VIDEO');
  expect(main().queryByRole('link', { name: 'Open' })).toBeNull();
});

testInLanguages([
  ['en', 'This file hasn’t finished uploading.', 'Upload not finished'],
  ['ja', 'このファイルはアップロードが完了していません。', 'アップロード未完了'],
] as const)('shows that a file has not arrived, in %s', async ([language, text, state]) => {
  const { main } = await open({ language, file: { ...crane, uploadedAt: null, src: null, status: 'reserved' } });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByText(state)).toBeTruthy();
  expect(main().queryByRole('link', { name: /Download|ダウンロード/ })).toBeNull();
});

testInLanguages([
  ['en', /^This file was uploaded for a post/, 'Keep in library', 'Kept in library'],
  ['ja', /^このファイルは記事用にアップロードされました/, 'ライブラリーに残す', 'ライブラリーに残しました'],
] as const)("keeps a post's file in the library, in %s", async ([language, notice, action, done]) => {
  const { main, user, api } = await open({ language, file: { ...crane, status: 'reserved' } });
  expect(main().getByText(notice)).toBeTruthy();
  api.answer(adminFileApi.update, crane).answer(adminFileApi.find, crane);
  await user.click(main().getByRole('button', { name: action }));
  await screen.findByText(done);
  expect(api.sent(adminFileApi.update)).toMatchObject([{ params: { fileId: crane.fileId }, body: { isKept: true } }]);
  await expect.poll(() => main().queryByText(notice)).toBeNull();
});

testInLanguages([
  ['en', false, /^This file was deleted/, 'Restore', 'File restored', 'Replace'],
  ['ja', false, /^このファイルは削除されています/, '元に戻す', 'ファイルを元に戻しました', '差し替え'],
  ['en', true, /^This file was deleted while in use/, 'Restore', 'File restored', 'Replace'],
  ['ja', true, /^このファイルは使用中に削除されました/, '元に戻す', 'ファイルを元に戻しました', '差し替え'],
] as const)('restores a removed file, in %s, in use: %s', async ([language, isUsed, notice, action, done, next]) => {
  const removed = { ...crane, status: 'removed' as const, isUsed, isWithdrawn: isUsed };
  const { main, user, api } = await open({ language, file: removed });
  expect(main().getByText(notice)).toBeTruthy();
  expect(main().queryByRole('textbox')).toBeNull();
  expect(main().queryByRole('link', { name: /Download|ダウンロード/ })).toBeNull();
  api.answer(adminFileApi.restore, crane).answer(adminFileApi.find, crane);
  await user.click(main().getByRole('button', { name: action }));
  await screen.findByText(done);
  expect(api.sent(adminFileApi.restore)).toMatchObject([{ params: { serviceId: 'news', fileId: crane.fileId } }]);
  await main().findByRole('button', { name: next });
});

const texts = {
  en: { name: 'File name', alt: 'Alternative text', caption: 'Caption', ja: 'Japanese', en: 'English', save: 'Save' },
  ja: { name: 'ファイル名', alt: '代替テキスト', caption: 'キャプション', ja: '日本語', en: '英語', save: '保存' },
};

testInLanguages([
  ['en', 'Updated'],
  ['ja', '更新しました'],
] as const)('saves changed texts only, in %s', async ([language, done]) => {
  const { name, alt, caption, ja, en, save } = texts[language];
  const { main, user, api } = await open({ language });
  const group = (legend: string) => within(main().getByRole('group', { name: legend }));
  const saved = { ...crane, name: '鶴.png', alt: { en: 'Two cranes', ja: '鶴' }, caption: { ja: '撮影: 雪' } };
  api.answer(adminFileApi.update, saved).answer(adminFileApi.find, saved);
  await user.clear(main().getByRole('textbox', { name }));
  await user.type(main().getByRole('textbox', { name }), '鶴.png');
  await user.clear(group(alt).getByRole('textbox', { name: ja }));
  await user.type(group(alt).getByRole('textbox', { name: ja }), '鶴');
  await user.clear(group(caption).getByRole('textbox', { name: en }));
  await user.type(group(caption).getByRole('textbox', { name: ja }), '撮影: 雪');
  await user.click(main().getByRole('button', { name: save }));
  await screen.findByText(done);
  expect(api.sent(adminFileApi.update).map(({ body }) => body)).toEqual([
    { name: '鶴.png', alt: { ja: '鶴' }, caption: { en: '', ja: '撮影: 雪' }, revision: 1 },
  ]);
  await main().findByRole('heading', { level: 1, name: '鶴.png' });
});

test('shows texts saved by another user meanwhile', async () => {
  const { main, user, api } = await open();
  const saved = { ...crane, name: '鶴.png', alt: { en: 'Cranes', ja: '雪の鶴' } };
  api.answer(adminFileApi.update, saved).answer(adminFileApi.find, saved);
  const alt = within(main().getByRole('group', { name: 'Alternative text' }));
  await user.clear(alt.getByRole('textbox', { name: 'English' }));
  await user.type(alt.getByRole('textbox', { name: 'English' }), 'Cranes');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await main().findByRole('heading', { level: 1, name: '鶴.png' });
  expect(api.sent(adminFileApi.update).map(({ body }) => body)).toEqual([{ alt: { en: 'Cranes' }, revision: 1 }]);
  expect(main().getByRole('textbox', { name: 'File name' })).toHaveProperty('value', '鶴.png');
  expect(alt.getByRole('textbox', { name: 'Japanese' })).toHaveProperty('value', '雪の鶴');
});

function rejectRevision(current: AdminFile) {
  return ({ body: { revision } }: { readonly body: { readonly revision?: number | null | undefined } }) => {
    if (revision !== current.revision) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: current.revision + 1 };
  };
}

testInLanguages([
  ['en', 'Alternative text (English)', 'Save my changes'],
  ['ja', '代替テキスト（英語）', '自分の変更を保存'],
] as const)('shows a text changed on both sides and keeps mine, in %s', async ([language, label, keep]) => {
  const { alt, en, save } = texts[language];
  const current = { ...crane, name: '鶴.png', alt: { en: 'Cranes in snow', ja: '二羽の鶴' }, revision: 2 };
  const { main, user, api } = await open({ language });
  api.answer(adminFileApi.update, rejectRevision(current));
  const input = within(main().getByRole('group', { name: alt })).getByRole('textbox', { name: en });
  await user.clear(input);
  await user.type(input, 'Cranes');
  await user.click(main().getByRole('button', { name: save }));
  const row = within(await main().findByRole('region', { name: label }));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Cranes', 'Cranes in snow']);
  await user.click(main().getByRole('button', { name: keep }));
  await expect.poll(() => main().queryByRole('region', { name: label })).toBeNull();
  await expect
    .poll(() => api.sent(adminFileApi.update).map(({ body }) => body))
    .toMatchObject([{ revision: 1 }, { alt: { en: 'Cranes' }, revision: 2 }]);
});

test('merges changes of different texts', async () => {
  const { main, user, api } = await open();
  api.answer(adminFileApi.update, rejectRevision({ ...crane, caption: { en: 'Photo: Hiroshige' }, revision: 2 }));
  const alt = within(main().getByRole('group', { name: 'Alternative text' }));
  await user.type(alt.getByRole('textbox', { name: 'English' }), ' in snow');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await screen.findByText('Updated');
  expect(api.sent(adminFileApi.update).map(({ body }) => body)).toMatchObject([
    { alt: { en: 'Two cranes in snow' }, revision: 1 },
    { alt: { en: 'Two cranes in snow' }, revision: 2 },
  ]);
});

testInLanguages([
  ['en', 'No more than 500 characters'],
  ['ja', '500文字以下にしてください'],
] as const)('shows a server error at its text, in %s', async ([language, text]) => {
  const { alt, ja, save } = texts[language];
  const { main, user, api } = await open({ language });
  api.answer(adminFileApi.update, () => {
    const limit = { rule: 'atMost', count: 500, of: 'characters' } as const;
    const errors = [{ field: 'ja', message: fieldMessages.invalid, path: 'alt.ja', limit }];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  const input = within(main().getByRole('group', { name: alt })).getByRole('textbox', { name: ja });
  await user.type(input, '。');
  await user.click(main().getByRole('button', { name: save }));
  await screen.findByText(text);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(input);
});

test('saving unchanged texts changes nothing', async () => {
  const { main, user, api } = await open();
  await user.click(main().getByRole('button', { name: 'Save' }));
  await screen.findByText('Updated');
  expect(api.sent(adminFileApi.update)).toEqual([]);
});

testInLanguages([
  ['en', 'Input required'],
  ['ja', '入力してください'],
] as const)('file requires a name, in %s', async ([language, message]) => {
  const { name, save, caption, ja } = texts[language];
  const { main, user, api } = await open({ language });
  const field = main().getByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, ' ');
  const note = within(main().getByRole('group', { name: caption })).getByRole('textbox', { name: ja });
  await user.click(note);
  await main().findByText(message);
  await user.click(main().getByRole('button', { name: save }));
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(api.sent(adminFileApi.update)).toEqual([]);
});

test("fields have the server's length limits", async () => {
  const { main } = await open();
  const limits = main()
    .getAllByRole('textbox')
    .map((field) => field.getAttribute('maxlength'));
  expect(limits).toEqual(['128', '500', '500', '1000', '1000']);
});

testInLanguages([
  ['en', 0, 'Edit failed. The server can’t be reached. Your changes are still here.'],
  ['ja', 0, '編集に失敗しました。サーバーに接続できません。入力した内容は残っています。'],
  ['en', 500, 'Error occurred'],
] as const)('failed save keeps the input, in %s: %i', async ([language, status, text]) => {
  const { name, save } = texts[language];
  const { main, user, api } = await open({ language });
  api.answer(adminFileApi.update, () => {
    throw httpError(status);
  });
  const field = main().getByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, 'boat.png');
  await user.click(main().getByRole('button', { name: save }));
  expect((await main().findByText(text)).closest('[role=alert]')).not.toBeNull();
  expect(field).toHaveProperty('value', 'boat.png');
  expect(main().getByRole('button', { name: save })).toHaveProperty('disabled', false);
});

test('deletes an unused file and restores the list', async () => {
  sessionStorage.setItem('kawaraban.files.news', '?type=image');
  const { main, user, api, address } = await open();
  api.answer(adminFileApi.delete, { ...crane, status: 'removed' }).answer(adminFileApi.restore, crane);
  await user.click(main().getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete crane.png?' }));
  expect(dialog.getByText('No post uses it. You can restore it for 30 days.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const toast = within((await screen.findByText('1 file deleted')).closest('[role=status]') as HTMLElement);
  await expect.poll(address).toBe('/admin/files/news?type=image');
  expect(api.sent(adminFileApi.delete)).toMatchObject([
    { params: { fileId: crane.fileId }, query: { isForced: false } },
  ]);
  await user.click(toast.getByRole('button', { name: 'Undo' }));
  await screen.findByText('File restored');
  expect(api.sent(adminFileApi.restore)).toHaveLength(1);
  await expect.poll(address).toBe(PATH);
});

test('Cancel keeps an unused file', async () => {
  const { main, user, api, address } = await open();
  await user.click(main().getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminFileApi.delete)).toEqual([]);
  expect(address()).toBe(PATH);
});

test('failed deletion stays on the screen', async () => {
  const { main, user, api, address } = await open();
  api.answer(adminFileApi.delete, () => {
    throw httpError(500);
  });
  await user.click(main().getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Error occurred');
  await expect.poll(() => api.sent(adminFileApi.find)).toHaveLength(2);
  expect(address()).toBe(PATH);
});

const used = { ...crane, isUsed: true };

const deletion = {
  en: {
    ...{ remove: 'Delete', title: 'This file is in use', anyway: 'Delete anyway' },
    ...{ sure: 'Delete a file that is in use?', word: 'delete', type: 'To confirm, type delete' },
    body: 'Readers will no longer see crane.png. You can restore it for 30 days.',
    ...{ notice: /^This file was deleted while in use/, done: 'File deleted', undo: 'Undo', restored: 'File restored' },
  },
  ja: {
    ...{ remove: '削除', title: 'このファイルは使用中です', anyway: 'それでも削除する' },
    ...{ sure: '使用中のファイルの削除', word: '削除', type: '確認のため、「削除」と入力してください' },
    body: '削除してもよろしいですか？「crane.png」は読者に表示されなくなります。30日以内なら元に戻せます。',
    ...{
      notice: /^このファイルは使用中に削除されました/,
      done: 'ファイルを削除しました',
      undo: '元に戻す',
      restored: 'ファイルを元に戻しました',
    },
  },
};

testInLanguages(['en', 'ja'] as const)('deletes a used file after typed confirmation, in %s', async (language) => {
  const text = deletion[language];
  const { main, user, api } = await open({ language, file: used, uses: [post] });
  const removed = { ...used, status: 'removed' as const, isWithdrawn: true };
  api.answer(adminFileApi.delete, removed).answer(adminFileApi.restore, used);
  await user.click(main().getByRole('button', { name: text.remove }));
  const dialog = within(await screen.findByRole('dialog', { name: text.title }));
  expect(dialog.getByRole('link', { name: 'Cranes in snow' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: text.anyway }));
  const sure = within(await screen.findByRole('dialog', { name: text.sure }));
  expect(sure.getByText(text.body)).toBeTruthy();
  const button = sure.getByRole('button', { name: text.remove });
  expect(button).toHaveProperty('disabled', true);
  await user.type(sure.getByRole('textbox', { name: text.type }), text.word);
  api.answer(adminFileApi.find, removed);
  await user.click(button);
  await main().findByText(text.notice);
  expect(api.sent(adminFileApi.delete)).toMatchObject([
    { params: { fileId: crane.fileId }, query: { isForced: true } },
  ]);
  const toast = within((await screen.findByText(text.done)).closest('[role=status]') as HTMLElement);
  api.answer(adminFileApi.find, used);
  await user.click(toast.getByRole('button', { name: text.undo }));
  await screen.findByText(text.restored);
  await expect.poll(() => main().queryByText(text.notice)).toBeNull();
  expect(api.sent(adminFileApi.restore)).toHaveLength(1);
});

test('Cancel keeps a used file', async () => {
  const { main, user, api } = await open({ file: used, uses: [post] });
  await user.click(main().getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'This file is in use' }));
  await user.click(dialog.getByRole('button', { name: 'Delete anyway' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Delete a file that is in use?' }));
  await user.click(sure.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminFileApi.delete)).toEqual([]);
});

test('offers to replace a used file instead', async () => {
  const { main, user } = await open({ file: used, uses: [post] });
  await user.click(main().getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'This file is in use' }));
  await user.click(dialog.getByRole('button', { name: 'Replace instead' }));
  await screen.findByRole('dialog', { name: 'Replace this file' });
});

const replacement = {
  en: {
    ...{
      action: 'Replace',
      title: 'Replace this file',
      choose: 'Choose a file',
      done: 'File replaced',
      cancel: 'Cancel',
    },
    ...{ otherType: 'Choose a file of the same type: png', empty: 'File is empty' },
    ...{ tooLarge: 'The file is larger than 20 MB', progress: 'Replacing', checking: 'Processing' },
  },
  ja: {
    ...{ action: '差し替え', title: 'ファイルの差し替え', choose: 'ファイルを選択', done: 'ファイルを差し替えました' },
    ...{ otherType: '同じ形式（png）のファイルを選択してください', empty: 'ファイルが空です', cancel: 'キャンセル' },
    ...{ tooLarge: 'ファイルは20MBまでです', progress: '差し替えの進行状況', checking: '処理中' },
  },
};

async function openReplacement(language: 'en' | 'ja', options: DetailOptions = {}) {
  const text = replacement[language];
  const opened = await open({ language, ...options });
  const replaced = { ...crane, version: 4, width: 60, height: 40 };
  opened.api
    .answer(adminFileApi.replace, reservationOf())
    .answer(adminFileApi.complete, replaced)
    .answer(adminFileApi.delete, crane);
  await opened.user.click(opened.main().getByRole('button', { name: text.action }));
  const dialog = within(await screen.findByRole('dialog', { name: text.title }));
  const pick = (name: string, content: BlobPart = 'bytes', type = 'image/png') =>
    userEvent
      .setup({ applyAccept: false })
      .upload(dialog.getByLabelText(text.choose, { selector: 'input' }), new File([content], name, { type }));
  return { ...opened, text, dialog, replaced, pick };
}

testInLanguages(['en', 'ja'] as const)('replaces a file at the same address, in %s', async (language) => {
  const uploads = fakeUploads({ isAnswered: false });
  const { api, main, dialog, text, replaced, pick } = await openReplacement(language);
  api.answer(adminFileApi.find, replaced);
  await pick('new.png');
  await expect.poll(() => uploads.length).toBe(1);
  expect(api.sent(adminFileApi.replace)).toMatchObject([
    { params: { serviceId: 'news', fileId: crane.fileId }, body: { mimeType: 'image/png', size: 5 } },
  ]);
  uploads[0]?.progress(5);
  await dialog.findByText(text.checking);
  expect(dialog.getByRole('progressbar', { name: text.progress })).toBeTruthy();
  uploads[0]?.answer(200);
  await screen.findByText(text.done);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(await main().findAllByText('60 × 40')).toHaveLength(2);
});

testInLanguages(['en', 'ja'] as const)('rejects a file that cannot replace another, in %s', async (language) => {
  const { api, dialog, text, pick } = await openReplacement(language);
  await pick('new.jpg', 'bytes', 'image/jpeg');
  expect((await dialog.findByText(text.otherType)).closest('[role=alert]')).not.toBeNull();
  await pick('empty.png', '');
  await dialog.findByText(text.empty);
  await pick('large.png', new Uint8Array(20 * 1024 * 1024 + 1));
  await dialog.findByText(text.tooLarge);
  expect(api.sent(adminFileApi.replace)).toEqual([]);
});

test('shows why the server rejects a replacement', async () => {
  fakeUploads();
  const { api, dialog, pick } = await openReplacement('en');
  api.answer(adminFileApi.complete, () => {
    throw httpError(400, { message: messages.fileContentWrong });
  });
  await pick('pretender.png');
  await dialog.findByText('The file’s content doesn’t match its type');
  api.answer(adminFileApi.replace, () => {
    throw httpError(0);
  });
  await pick('lost.png');
  await dialog.findByText('Upload failed. The connection was lost. Please try again.');
  expect(api.sent(adminFileApi.delete)).toEqual([]);
});

test('Cancel aborts a replacement and keeps the file', async () => {
  const uploads = fakeUploads({ isAnswered: false });
  const { api, user, dialog, text, pick } = await openReplacement('en');
  await pick('slow.png');
  await expect.poll(() => uploads.length).toBe(1);
  await user.click(dialog.getByRole('button', { name: text.cancel }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(uploads[0]?.isAborted).toBe(true);
  expect(api.sent(adminFileApi.complete)).toEqual([]);
  expect(api.sent(adminFileApi.delete)).toEqual([]);
});
