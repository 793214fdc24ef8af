import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { postPreviewApi } from '#contract/post-addresses.ts';
import { postCacheApi } from '#contract/publishing.ts';
import { SITE_CONFIG, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost, categoryOf, idFor, tagNamed, writer } from './post.fixtures.ts';
import { DETAIL_PATH, dialogOf, fact, openDetail, staticFile } from './post-detail.fixtures.tsx';

const live: Partial<AdminPost> = {
  ...({ status: 'published', revision: 3, publishAt: '2026-11-02T12:00:00Z' } as const),
  effectiveAt: '2026-11-02T12:00:00Z',
  updatedAt: '2026-11-03T12:00:00Z',
  updatedBy: writer.username,
};
const rich: Partial<AdminPost> = {
  ...live,
  description: 'A walk by the river',
  author: 'Basho',
  label: 'Tour',
  contentId: 'tour-2026',
  category: { ...categoryOf('food'), parents: [categoryOf('guide')] },
  tags: [tagNamed('walks')],
  groups: [{ slug: 'picks', label: 'Picks' }],
  links: [{ id: 1, url: 'https://example.com/map', label: 'Map' }],
};

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const image = (name: string) => ({ fileId: idFor(name), mimeType: 'image/png', name, src: `/media/${name}` });

testInLanguages([
  [
    'en',
    {
      Category: /^Guide \/ Food$/,
      Tags: /^walks$/,
      'Post groups': /^Picks/,
      'Publish date': /^November 2, 2026/,
      Created: /^November 1, 2026.*by Sharaku$/,
      'Last updated': /^November 3, 2026.*by SharakuHistory$/,
      Slug: /^tour$/,
      'Body format': /^Markdown$/,
      Label: /^Tour$/,
      'Content ID': /^tour-2026$/,
      Description: /^A walk by the river$/,
      Author: /^Basho$/,
      Links: /^Map$/,
      Comments: /^0 published$/,
      'Public page': /\/posts\/news\/tour/,
    },
    'Published',
  ],
  [
    'ja',
    {
      カテゴリー: /^Guide \/ Food$/,
      タグ: /^walks$/,
      投稿グループ: /^Picks/,
      公開日時: /^2026年11月2日/,
      作成日時: /^2026年11月1日.*Sharaku$/,
      最終更新: /^2026年11月3日.*Sharaku履歴$/,
      スラッグ: /^tour$/,
      本文の形式: /^Markdown$/,
      説明: /^A walk by the river$/,
      著者: /^Basho$/,
      コメント: /^公開0件$/,
      公開ページ: /\/posts\/news\/tour/,
    },
    '公開中',
  ],
] as const)('shows a post with all facts, in %s', async ([language, facts, status]) => {
  const opened = await openDetail({ post: rich, language });
  const { main } = opened;
  expect(document.title).toBe('A tour – Kawaraban');
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('A tour');
  expect(main().getByText(status)).toBeTruthy();
  expect(main().getByText('river').tagName).toBe('EM');
  await main().findAllByText(/Sharaku/);
  await main().findByText(/0 published|公開0件/);
  for (const [name, text] of Object.entries(facts)) expect(fact(opened, name)?.textContent, name).toMatch(text);
});

test('facts link to the matching lists', async () => {
  const { main } = await openDetail({ post: rich });
  const hrefOf = (name: string) => main().getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Guide')).toBe('/admin/posts/news?category=guide');
  expect(hrefOf('Food')).toBe('/admin/posts/news?category=food');
  expect(hrefOf('walks')).toBe('/admin/posts/news?tag=walks');
  expect(hrefOf('Picks')).toBe('/admin/posts/news/groups/picks');
  expect(hrefOf('Map')).toBe('https://example.com/map');
  expect(hrefOf('History')).toBe(`${DETAIL_PATH}/history`);
  expect(hrefOf('Edit')).toBe(`${DETAIL_PATH}/edit`);
});

test('post without facts shows dashes and fewer rows', async () => {
  const opened = await openDetail({
    services: [serviceDetail()],
    post: { service: serviceDetail({ functions: ['post'] }) },
  });
  for (const name of ['Category', 'Tags', 'Publish date']) expect(fact(opened, name)?.textContent).toBe('-');
  expect(fact(opened, 'Last updated')?.textContent).toBe('-History');
  for (const name of ['Label', 'Content ID', 'Description', 'Author', 'Links', 'Comments', 'Public page']) {
    expect(fact(opened, name), name).toBeUndefined();
  }
});

testInLanguages([
  ['en', { status: 'draft' }, 'This post is a draft. Readers can’t see it.'],
  ['ja', { status: 'draft' }, 'この記事は下書きです。読者には表示されません。'],
  ['en', { status: 'unpublished' }, 'This post is unpublished. Readers can’t see it.'],
  ['ja', { status: 'unpublished' }, 'この記事は非公開です。読者には表示されません。'],
  ['en', { status: 'published', isHiddenInList: true }, 'This post is hidden from lists.'],
  ['ja', { status: 'published', isHiddenInList: true }, 'この記事は一覧に表示されません。'],
] as const)('shows the visibility notice, in %s: %j', async ([language, post, text]) => {
  const { main } = await openDetail({ post, language });
  expect(main().getByText(text)).toBeTruthy();
});

test('reserved post shows when it goes live', async () => {
  const publishAt = '2099-01-01T12:07:00Z';
  const opened = await openDetail({ post: { status: 'reserved', publishAt, effectiveAt: '2099-01-01T12:10:00Z' } });
  expect(opened.main().getByText(/This post is not published yet\. Scheduled for/).textContent).toMatch(
    /January 1, 2099/,
  );
  expect(fact(opened, 'Publish date')?.textContent).toMatch(/:07.*Scheduled for .*:10/);
  expect(opened.main().getByRole('button', { name: 'Cancel schedule' })).toBeTruthy();
});

test('shows a loading state', async () => {
  const pending = Promise.withResolvers<AdminPost>();
  await openDetail({ isLoading: true, api: (api) => api.answer(adminPostApi.find, () => pending.promise) });
  expect((await screen.findByText('Loading')).getAttribute('role')).toBe('status');
  pending.resolve(adminPost());
  await screen.findByRole('heading', { name: 'A tour' });
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await openDetail({ api: (api) => api.answer(adminPostApi.find, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(DETAIL_PATH);
});

test.for([
  [400, '/error/notfound'],
  [403, '/error/forbidden'],
  [404, '/error/notfound'],
] as const)('post refused with %i redirects to its error page', async ([status, path]) => {
  const reject = () => {
    throw httpError(status);
  };
  const { address } = await openDetail({ api: (api) => api.answer(adminPostApi.find, reject) });
  expect(address().split('?')[0]).toBe(path);
});

test('redirects to the forbidden page without access to the service', async () => {
  const { address, api } = await openDetail({ services: [] });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(adminPostApi.find)).toEqual([]);
});

test('viewers see a post without editing actions', async () => {
  const opened = await openDetail({ role: 'viewer', api: (api) => api.answer(postCacheApi.find, null) });
  const { user, main } = opened;
  expect(main().getByText('river')).toBeTruthy();
  expect(fact(opened, 'Post groups')?.textContent).toBe('-');
  const changing = /Publish|Unpublish|Edit|Change groups|Create new link|Create/;
  expect(main().queryByRole('button', { name: changing })).toBeNull();
  expect(main().queryByRole('link', { name: changing })).toBeNull();
  await user.click(main().getByRole('button', { name: 'More' }));
  const menu = within(await screen.findByRole('menu'));
  expect(textsOf(menu.getAllByRole('menuitem'))).toEqual(['Copy preview link']);
});

testInLanguages([
  ['en', 'No text yet.'],
  ['ja', '本文はまだありません。'],
] as const)('empty body shows a message, in %s', async ([language, text]) => {
  const { main } = await openDetail({ language, post: { body: '', bodyHtml: '', bodyText: '' } });
  expect(main().getByText(text)).toBeTruthy();
});

test('minified JSON is pretty-printed', async () => {
  const { main } = await openDetail({
    post: {
      bodyFormat: 'json',
      editorMode: 'json',
      body: '{"a":1}',
      bodyHtml: '<pre>{"a":1}</pre>',
      bodyJson: { a: 1 },
    },
  });
  expect(main().getByText(/"a": 1/).textContent).toBe('{\n  "a": 1\n}');
  expect(main().queryByRole('button', { name: 'Quick edit' })).toBeNull();
});

test.for([
  [true, 1],
  [false, 0],
] as const)('configuration enables Quick edit: %s', async ([isEditablePostBodyOnPageByMarkdown, buttons]) => {
  await openDetail({ config: { post: { ...SITE_CONFIG.post, isEditablePostBodyOnPageByMarkdown } } });
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Quick edit' })).toHaveLength(buttons);
});

test('shows comment counts by status', async () => {
  const opened = await openDetail({
    api: (api) => api.answer(adminCommentApi.counts, { publish: 2, unpublish: 1, unconfirm: 3, deleted: 4 }),
  });
  await opened.main().findByText('2 published');
  const links = within(fact(opened, 'Comments') as HTMLElement).getAllByRole('link');
  const path = `/admin/comments/news/content/${adminPost().contentId}`;
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2 published', path],
    ['3 unconfirmed', `${path}?publishStatus=unconfirm`],
    ['1 unpublished', `${path}?publishStatus=unpublish`],
  ]);
  expect(opened.api.sent(adminCommentApi.counts)).toMatchObject([{ query: { contentId: adminPost().contentId } }]);
});

test('links to comments when counting fails', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const opened = await openDetail({ api: (api) => api.answer(adminCommentApi.counts, fail) });
  expect(fact(opened, 'Comments')?.textContent).toBe('Manage comments');
});

test('copies the preview link of a draft', async () => {
  const opened = await openDetail();
  const { user, main } = opened;
  const link = `${location.origin}/posts/news/tour?token=c0ffee`;
  const address = within(fact(opened, 'Preview') as HTMLElement);
  expect(address.getByRole('link').getAttribute('href')).toBe(link);
  expect(address.getByRole('link').textContent).not.toContain('c0ffee');
  await user.click(address.getByRole('button', { name: 'Copy URL' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(main().getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe(link);
});

test("public address uses the service's own frontend", async () => {
  const news = serviceDetail();
  const configs = { ...news.configs, frontendPostDetailUrlPrefix: 'https://news.example/p/' };
  const opened = await openDetail({ post: { ...live, service: { ...news, configs } } });
  const { user, main } = opened;
  expect(
    within(fact(opened, 'Public page') as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('https://news.example/p/tour');
  expect(fact(opened, 'Preview link')).toBeUndefined();
  await user.click(main().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy preview link' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('https://news.example/p/tour');
});

test('shows the address as a QR code', async () => {
  const { user, main } = await openDetail();
  await user.click(main().getByRole('button', { name: 'QR code' }));
  await screen.findByRole('img', { name: 'QR code for A tour' });
});

test('renews the preview link', async () => {
  const opened = await openDetail();
  const { user, main, api } = opened;
  expect(fact(opened, 'Preview link')?.textContent).toMatch(/^Valid until January 1, 2099/);
  await user.click(main().getByRole('button', { name: 'Create new link' }));
  const asked = await dialogOf('Is it OK?');
  expect(asked.getByText(/will stop working/)).toBeTruthy();
  const renewed = { previewToken: 'fade', previewExpiresAt: '2098-01-01T12:00:00Z' };
  api.answer(postPreviewApi.renewToken, renewed).answer(adminPostApi.find, adminPost(renewed));
  await user.click(asked.getByRole('button', { name: 'Create new link' }));
  await screen.findByText('New preview link created');
  expect(api.sent(postPreviewApi.renewToken)).toMatchObject([
    { params: { serviceId: 'news', idOrSlug: idFor('tour') } },
  ]);
  await expect
    .poll(() => main().getByRole('link', { name: 'Preview' }).getAttribute('href'))
    .toBe(`${location.origin}/posts/news/tour?token=fade`);
});

test('preview link stays when its renewal is canceled or fails', async () => {
  const opened = await openDetail({ language: 'ja', post: { previewExpiresAt: '2020-01-01T12:00:00Z' } });
  const { user, main, api } = opened;
  expect(fact(opened, 'プレビューリンク')?.textContent).toMatch(/^期限切れ 2020年1月1日/);
  const renew = main().getByRole('button', { name: '新しいリンクを作成' });
  await user.click(renew);
  await user.click((await dialogOf('よろしいですか？')).getByRole('button', { name: 'キャンセル' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(postPreviewApi.renewToken)).toEqual([]);
  api.answer(postPreviewApi.renewToken, () => {
    throw httpError(0);
  });
  await user.click(renew);
  await user.click((await dialogOf('よろしいですか？')).getByRole('button', { name: '新しいリンクを作成' }));
  await screen.findByText('更新に失敗しました');
});

test('links to the static file of a post', async () => {
  const file = staticFile({ state: 'written', uploadedAt: '2026-11-04T12:00:00Z' });
  const opened = await openDetail({ post: live, api: (api) => api.answer(postCacheApi.find, file) });
  const link = await opened.main().findByRole('link', { name: 'posts/news/tour.json' });
  expect(link.getAttribute('href')).toBe('/media/posts/news/tour.json');
  expect(fact(opened, 'Static file')?.textContent).toMatch(/^Created November 4, 2026/);
  expect(opened.main().queryByRole('button', { name: 'Save again' })).toBeNull();
});

testInLanguages([
  ['en', 'Static file', 'Created when the post is published'],
  ['ja', '静的ファイル', '記事を公開すると作成されます'],
] as const)('draft has no static file, in %s', async ([language, name, text]) => {
  const opened = await openDetail({ language });
  await opened.main().findByText(text);
  expect(fact(opened, name)?.textContent).toBe(text);
});

test('saving again regenerates a failed static file', async () => {
  const failed = staticFile({ state: 'failed', error: 'Disk full', nextTryAt: '2099-01-01T12:00:00Z', attempts: 2 });
  const opened = await openDetail({ post: live, api: (api) => api.answer(postCacheApi.find, failed) });
  const { user, main, api } = opened;
  await main().findByText('Reason: Disk full');
  expect(fact(opened, 'Static file')?.textContent).toMatch(/^Update failed.*Next attempt January 1, 2099/);
  const written = staticFile({ state: 'written', uploadedAt: '2026-11-04T12:00:00Z' });
  api.answer(adminPostApi.update, adminPost(live)).answer(postCacheApi.find, written);
  await user.click(main().getByRole('button', { name: 'Save again' }));
  await expect.poll(() => fact(opened, 'Static file')?.textContent).toMatch(/^Created November 4, 2026/);
  expect(api.sent(adminPostApi.update)).toMatchObject([{ body: { title: 'A tour', revision: 3 } }]);
});

test('gallery steps by arrow keys and buttons', async () => {
  const images = [
    { ...image('one.png'), caption: 'The bridge' },
    { ...image('two.png'), alt: { en: 'A boat' } },
  ];
  const { user, main } = await openDetail({ post: { images } });
  expect(main().getByText('2 images')).toBeTruthy();
  await user.click(main().getByRole('button', { name: 'Open image 1 of 2: The bridge' }));
  const first = await dialogOf('Image 1 of 2');
  expect(first.getByRole('img', { name: 'one.png' }).getAttribute('src')).toBe('/media/one.png');
  await user.click(first.getByRole('button', { name: 'Next image' }));
  const second = await dialogOf('Image 2 of 2');
  expect(second.getByRole('img', { name: 'A boat' })).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  await dialogOf('Image 1 of 2');
  await user.keyboard('{ArrowLeft}');
  await dialogOf('Image 2 of 2');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('documents have download links', async () => {
  const map = { fileId: idFor('map'), mimeType: 'application/pdf', name: 'map.pdf', size: 2048, src: '/media/map.pdf' };
  const opened = await openDetail({
    post: {
      files: [
        { ...map, caption: 'The map' },
        { ...map, fileId: idFor('x') },
      ],
    },
  });
  const links = within(fact(opened, 'Files') as HTMLElement).getAllByRole('link');
  expect(textsOf(links)).toEqual(['The map', 'map.pdf']);
  expect(links[0]?.getAttribute('href')).toBe('/media/map.pdf');
});
