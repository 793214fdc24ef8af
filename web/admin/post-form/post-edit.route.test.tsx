import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { ShownFile } from '#contract/files.ts';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost, categoryOf, idFor, tagNamed } from '../posts/post.fixtures.ts';
import { bodyText, DETAIL, EDIT, field, fill, openEdit, POST_ID, press, writeBody } from './post-form.fixtures.ts';

const full = adminPost({
  revision: 3,
  status: 'published',
  postStatus: 'publish',
  publishAt: '2026-11-01T12:00:30Z',
  effectiveAt: '2026-11-01T12:00:30Z',
  isHiddenInList: true,
  categorySlug: 'food',
  tags: [tagNamed('Ink')],
  category: { ...categoryOf('food'), parents: [categoryOf('guide')] },
  description: 'In one line',
  author: 'Hanako',
  label: 'Tour',
  contentId: 'shared-id',
  links: [{ id: 4, url: 'https://example.com/map', label: 'Map' }],
  groups: [{ slug: 'walks', label: 'Walks' }],
});

const picture: ShownFile = {
  fileId: idFor('wave'),
  mimeType: 'image/png',
  caption: 'The wave',
  name: 'wave.png',
  size: 2048,
  src: '/media/wave.png',
  width: 800,
  height: 600,
};
const paper: ShownFile = {
  fileId: idFor('paper'),
  mimeType: 'application/pdf',
  name: 'paper.pdf',
  size: 4096,
  src: '/media/paper.pdf',
};

testInLanguages([
  ['en', 'Edit A tour – Kawaraban', 'Edit post', 'Published', 'Hidden', 'Update', 'Title'],
  ['ja', '「A tour」を編集 – Kawaraban', '記事を編集', '公開中', '一覧に非表示', '更新', 'タイトル'],
] as const)('shows a published post, in %s', async ([language, title, heading, status, hidden, update, label]) => {
  const { main } = await openEdit({ language, post: full });
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toContain(heading);
  expect(main().getByText(status)).toBeTruthy();
  expect(main().getByText(hidden)).toBeTruthy();
  expect(field(label).value).toBe('A tour');
  expect(main().getByRole('button', { name: update })).toBeTruthy();
  expect(main().queryByRole('button', { name: /^(Publish|公開する)$/, hidden: true })).toBeNull();
});

test('fills the fields with stored values', async () => {
  await openEdit({ post: full });
  const labels = ['Slug', 'Category', 'Description', 'Author', 'Label', 'Content ID', 'URL 1', 'Label 1'];
  expect(labels.map((label) => field(label).value)).toEqual([
    ...['tour', 'Guide / Food', 'In one line', 'Hanako', 'Tour', 'shared-id', 'https://example.com/map', 'Map'],
  ]);
  expect(field('Hide from lists').checked).toBe(true);
  expect(await bodyText()).toBe('Along the *river*.');
  const address = new URL('/posts/news/tour', location.origin).href;
  expect(screen.getByRole('link', { name: 'Public page', hidden: true }).getAttribute('href')).toBe(address);
});

test('shows the preview link of a draft', async () => {
  await openEdit();
  const link = screen.getByRole('link', { name: 'Preview', hidden: true });
  expect(link.getAttribute('href')).toMatch(/\/posts\/news\/tour\?token=c0ffee$/);
  expect(field('Content ID').value).toBe('');
});

test('redirects to the not-found page for an unknown post', async () => {
  const { address } = await openEdit({
    api: (api) =>
      api.answer(adminPostApi.find, () => {
        throw httpError(404);
      }),
  });
  expect(address()).toBe('/error/notfound?from=console');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await openEdit({
    api: (api) =>
      api.answer(adminPostApi.find, () => {
        throw httpError(500);
      }),
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(EDIT);
});

test('says nothing about publishing right away while a published post is edited', async () => {
  const { main } = await openEdit({ post: full });
  expect(main().queryByText(/right away/)).toBeNull();
});

test('updates a published post without asking and keeps its time', async () => {
  const opened = await openEdit({ post: full });
  fill('Title', 'A longer tour');
  await press(opened, 'Update');
  await screen.findByText('Edit completed');
  await expect.poll(opened.address).toBe(DETAIL);
  const [{ params, body } = { params: {}, body: {} }] = opened.api.sent(adminPostApi.update);
  expect(params).toEqual({ serviceId: 'news', idOrSlug: POST_ID });
  expect(body).toMatchObject({ title: 'A longer tour', revision: 3, category: 'food', tags: [{ label: 'Ink' }] });
  for (const key of ['status', 'publishAt', 'images', 'files', 'thumbnail', 'groups'])
    expect(body).not.toHaveProperty(key);
});

test('sends a removed publish time', async () => {
  const opened = await openEdit({ post: full });
  await press(opened, 'Clear');
  await press(opened, 'Update');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { publishAt: null } }]);
});

test('publishes a stored draft', async () => {
  const opened = await openEdit();
  await press(opened, 'Publish');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish “A tour”?' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Changed publish status');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { status: 'publish', revision: 3 } }]);
  expect(opened.address()).toBe(DETAIL);
});

test('Ctrl+S saves and stays, twice in a row', async () => {
  const opened = await openEdit({ post: full });
  fill('Title', 'Once');
  await opened.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Edit completed');
  expect(opened.address()).toBe(EDIT);
  fill('Title', 'Twice');
  await opened.user.keyboard('{Control>}s{/Control}');
  await expect.poll(() => opened.api.sent(adminPostApi.update)).toHaveLength(2);
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([
    { body: { title: 'Once', revision: 3 } },
    { body: { title: 'Twice', revision: 4 } },
  ]);
});

test('Ctrl+S keeps a draft a draft', async () => {
  const opened = await openEdit();
  await opened.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)[0]?.body).not.toHaveProperty('status');
});

test('previews the body after a pause and survives a failure', async () => {
  const opened = await openEdit();
  await screen.findByText('Along the *river*.', { selector: '.preview-side p' });
  opened.api.answer(adminPostApi.preview, () => {
    throw httpError(500);
  });
  await writeBody('New text.');
  const failure = await screen.findByText('The preview couldn’t be updated.');
  expect(screen.getByText('Along the *river*.', { selector: '.preview-side p' })).toBeTruthy();
  opened.api.answer(adminPostApi.preview, { bodyHtml: '<p>New text.</p>' });
  await opened.user.click(within(failure).getByRole('button', { name: 'Try again' }));
  await screen.findByText('New text.', { selector: '.preview-side p' });
  expect(opened.api.sent(adminPostApi.preview).at(-1)).toMatchObject({
    body: { body: 'New text.', bodyFormat: 'markdown', language: '' },
  });
});

test('edits an image caption and sets the thumbnail', async () => {
  const opened = await openEdit({ post: adminPost({ revision: 3, images: [picture] }) });
  fill('Caption of wave.png', 'Off Kanagawa');
  await press(opened, 'Use wave.png as thumbnail');
  await press(opened, 'Save draft');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([
    { body: { images: [{ fileId: picture.fileId, caption: 'Off Kanagawa' }], thumbnail: { fileId: picture.fileId } } },
  ]);
});

test('removes files and the thumbnail from the post', async () => {
  const post = adminPost({ revision: 3, images: [picture], files: [paper], thumbnail: picture });
  const opened = await openEdit({ post });
  await press(opened, 'Remove wave.png from the post');
  await press(opened, 'Remove paper.pdf from the post');
  await press(opened, 'Remove');
  await press(opened, 'Save draft');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { images: [], files: [], thumbnail: null } }]);
});

test.for([
  ['Markdown', 'markdown', 'markdown', '](/media/wave.png', '[paper.pdf](/media/paper.pdf)'],
  ['HTML', 'html', 'rawHtml', '<img src="/media/wave.png"', '<a href="/media/paper.pdf">paper.pdf</a>'],
  ['plain text', 'text', 'text', `${location.origin}/media/wave.png`, `${location.origin}/media/paper.pdf`],
] as const)('inserts an image and a file link into %s', async ([, bodyFormat, editorMode, image, link]) => {
  const opened = await openEdit({
    post: adminPost({ bodyFormat, editorMode, body: '', images: [picture], files: [paper] }),
  });
  await bodyText();
  await press(opened, 'Insert wave.png into the body');
  await press(opened, 'Insert link to paper.pdf into the body');
  expect(await bodyText()).toContain(image);
  expect(await bodyText()).toContain(link);
});

test('reports a missing file at its field', async () => {
  const gone = { fileId: idFor('gone'), mimeType: 'image/png' };
  const opened = await openEdit({
    post: adminPost({ revision: 3, images: [gone] }),
    api: (api) =>
      api
        .answer(adminFileApi.find, () => {
          throw httpError(404);
        })
        .answer(adminPostApi.update, () => {
          throw httpError(400, { message: `fileId ${gone.fileId} not exists` });
        }),
  });
  await screen.findByText('This file is no longer in the library. Remove it from the post.');
  await press(opened, 'Save draft');
  await screen.findByText('Some of these files are no longer in the library. Remove them from the post.');
  expect(document.activeElement?.id).toBe('post-images');
});

testInLanguages([
  ['en', 'URL 1', 'Caption of wave.png', 'Save draft', 'Invalid input', 'No more than 1,000 characters'],
  [
    'ja',
    'URL 1',
    '「wave.png」のキャプション',
    '下書き保存',
    '入力内容が正しくありません',
    '1,000文字以下にしてください',
  ],
] as const)('shows errors at link and image rows, in %s', async ([language, url, caption, save, ...texts]) => {
  const opened = await openEdit({
    language,
    post: adminPost({ revision: 3, images: [picture], links: [{ id: 4, url: 'https://example.com/map' }] }),
    api: (api) =>
      api.answer(adminPostApi.update, () => {
        const limit = { rule: 'atMost', count: 1000, of: 'characters' } as const;
        const message = fieldMessages.invalid;
        const errors = [
          { field: 'url', message, path: 'links[0].url' },
          { field: 'caption', message, path: 'images[0].caption', limit },
        ];
        throw httpError(400, { message: messages.validationFailed, errors });
      }),
  });
  await press(opened, save);
  await screen.findByText(texts[0]);
  expect(described(field(url))).toContain(texts[0]);
  expect(described(field(caption))).toContain(texts[1]);
});

const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

testInLanguages([
  ['en', 'Images', 'A post can have up to 5. Not added: one.png and two.png'],
  ['ja', '画像', '1つの記事に付けられるのは5点までです。追加されなかったもの：one.png、two.png'],
] as const)('names images that exceed the limit, in %s', async ([language, legend, text]) => {
  const images = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...picture, fileId: idFor(name) }));
  await openEdit({ language, post: adminPost({ revision: 3, images }) });
  const files = ['one.png', 'two.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  fireEvent.drop(screen.getByRole('group', { name: legend }), { dataTransfer: { files, types: ['Files'] } });
  await screen.findByText(text);
});

test('collapses a section and remembers it', async () => {
  const { user } = await openEdit();
  const summary = screen.getByText('Advanced', { selector: 'summary' });
  expect(summary.closest('details')?.open).toBe(true);
  await user.click(summary);
  await expect.poll(() => localStorage.getItem('kawaraban.folded.hokusai')).toBe('{"names":true}');
});
