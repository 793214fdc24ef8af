import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { descriptionOf, field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { configDefaults } from './service.fixtures.ts';
import * as route from './service-edit.route.tsx';

const news = serviceDetail({
  configs: {
    ...defaultServiceConfigs,
    siteDescription: 'What happens in town',
    mediaUploadImageSizes: ['800x600', '100x100xs'],
    mediaUploadSizeLimitMBImage: 12,
    commentDefaultPublishStatus: 'publish',
    commentBlockedWords: ['casino', 'now, or never'],
  },
});

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'services/:serviceId/edit',
    at: '/admin/services/news/edit',
    role: 'admin',
    services: [news],
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.configDefaults, configDefaults);
      api.answer(adminServiceApi.update, news);
      options.api?.(api);
    },
  });
}

testInLanguages([
  [
    ...(['en', 'Service Settings', 'Service ID', 'Can’t be changed.', 'Label', 'Description'] as const),
    ...(['Status of new comments', 'Blocked words', 'Save', 'Content IDs that accept comments'] as const),
  ],
  [
    ...(['ja', 'サービス設定', 'サービスID', '変更できません。', '名前', '説明'] as const),
    ...(['新しいコメントの状態', '禁止語句', '保存', 'コメントを受け付けるコンテンツID'] as const),
  ],
] as const)('shows the settings of a service, in %s', async (words) => {
  const [language, title, id, fixed, label, description, status, blocked, save, contents] = words;
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  const idField = field(id);
  expect(idField).toMatchObject({ value: 'news', readOnly: true });
  expect(descriptionOf(idField)).toBe(fixed);
  expect(field(label).value).toBe('News');
  expect(field(description).value).toBe('What happens in town');
  expect(field(status).value).toBe('publish');
  expect(field(blocked).value).toBe('casino\nnow, or never');
  expect(main().getByRole('button', { name: save })).toBeTruthy();
  expect(main().getByRole('link', { name: contents }).getAttribute('href')).toBe('/admin/settings/news/content');
});

testInLanguages([
  ['en', 'If you no longer need this service', 'View posts', 'View accounts', 'URL for readers:'],
  ['ja', 'サービスが不要になったら', '記事一覧を開く', 'アカウントの一覧を開く', '読者向けのURL：'],
] as const)('links to alternatives to deleting, in %s', async (words) => {
  const [language, title, posts, users, findIt] = words;
  const { main } = await open({ language });
  const section = within(main().getByRole('region', { name: title }));
  expect(section.getByRole('link', { name: posts }).getAttribute('href')).toBe('/admin/posts/news');
  expect(section.getByRole('link', { name: users }).getAttribute('href')).toBe('/admin/users');
  expect(section.getByText('npx kawaraban export --service news news')).toBeTruthy();
  const site = main().getByText(`${location.origin}/posts/news`);
  expect(site.getAttribute('href')).toBe('/posts/news');
  expect(site.parentElement?.textContent).toBe(`${findIt} ${location.origin}/posts/news`);
});

test.for([
  ['editors', { role: 'editor' }],
  ['viewers', { role: 'viewer' }],
  ['admins of other services', { services: [] }],
] as const)('redirects %s to the forbidden page', async ([, rights]) => {
  const { address, api } = await open(rights);
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(adminServiceApi.find)).toEqual([]);
});

test.for([
  [403, '/error/forbidden'],
  [404, '/error/notfound'],
] as const)('redirects to an error page after status %s', async ([status, path]) => {
  const reject = () => {
    throw httpError(status);
  };
  const { address } = await open({ api: (api) => api.answer(adminServiceApi.find, reject) });
  expect(address()).toContain(path);
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.find, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/services/news/edit');
});

testInLanguages([
  ['en', 'Label', 'Max. image size (MB)', 'Accent color', 'Save', 'Edit completed'],
  ['ja', '名前', '画像の最大サイズ（MB）', 'アクセントカラー', '保存', '変更を保存しました'],
] as const)('saves changed settings and returns to the list, in %s', async (words) => {
  const [language, label, limit, accent, save, done] = words;
  const { user, api, address } = await open({ language });
  await fillIn(user, field(label), 'Town news');
  await fillIn(user, field(limit), '20');
  await fillIn(user, field(accent), '#FFEE00');
  await user.click(screen.getByRole('button', { name: save }));
  await screen.findByText(done);
  await expect.poll(address).toBe('/admin/services');
  const configs = { mediaUploadSizeLimitMBImage: 20, siteAccentColor: '#ffee00' };
  expect(api.sent(adminServiceApi.update)).toEqual([
    { params: { serviceId: 'news' }, body: { label: 'Town news', configs, revision: 1 } },
  ]);
});

testInLanguages([
  ['en', 'Label', 'Comments', 'Status of new comments', ['Unconfirmed', 'Unpublished'], 'Save', 'Save my changes'],
  ['ja', '名前', 'コメント', '新しいコメントの状態', ['未確認', '非公開'], '保存', '自分の変更を保存'],
] as const)('shows both versions and keeps mine, in %s', async (words) => {
  const [language, label, comments, status, statuses, save, keep] = words;
  const { user, api, main, address } = await open({ language });
  const configs = { ...news.configs, commentDefaultPublishStatus: 'unpublish' as const, commentMaxLinks: 7 };
  const current = { ...news, label: 'Gazette', configs, revision: 2 };
  api.answer(adminServiceApi.update, ({ body: { revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: 3 };
  });
  await fillIn(user, field(label), 'Town news');
  await user.selectOptions(field(status), 'unconfirm');
  await user.click(main().getByRole('button', { name: save }));
  const shown = (name: string) =>
    within(main().getByRole('region', { name }))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
  await main().findByRole('button', { name: keep });
  expect(shown(label)).toEqual(['Town news', 'Gazette']);
  expect(shown(status)).toEqual(statuses);
  expect(main().queryByRole('region', { name: comments })).toBeNull();
  await user.click(main().getByRole('button', { name: keep }));
  await expect.poll(address).toBe('/admin/services');
  const mine = { label: 'Town news', configs: { commentDefaultPublishStatus: 'unconfirm' } };
  expect(api.sent(adminServiceApi.update).map(({ body }) => body)).toEqual([
    { ...mine, revision: 1 },
    { ...mine, revision: 2 },
  ]);
});

test('saves comment moderation settings', async () => {
  const { user, api } = await open({ services: [{ ...news, functions: ['post'], configs: defaultServiceConfigs }] });
  expect(screen.queryByRole('group', { name: 'Comment settings' })).toBeNull();
  await user.click(field('Comments'));
  await user.selectOptions(field('Status of new comments'), 'unconfirm');
  await fillIn(user, field('Blocked words'), 'casino\nnow, or never\n\n casino ');
  await fillIn(user, field('Max. links per comment'), '1');
  await user.click(field('Slow down spam bots'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Edit completed');
  expect(api.sent(adminServiceApi.update)[0]?.body).toMatchObject({
    functions: ['post', 'comment'],
    configs: {
      commentDefaultPublishStatus: 'unconfirm',
      commentBlockedWords: ['casino', 'now, or never'],
      commentMaxLinks: 1,
      commentProofOfWork: true,
    },
  });
});

testInLanguages([
  ['en', 'Max. links per comment', 'Save', 'Enter a whole number from 0 to 20'],
  ['ja', 'リンク数の上限', '保存', '0～20の整数を入力してください'],
] as const)('reports an invalid number of links, in %s', async ([language, links, save, fieldError]) => {
  const { user, api } = await open({ language });
  const input = field(links);
  await fillIn(user, input, '21');
  await user.click(screen.getByRole('button', { name: save }));
  expect(descriptionOf(input)).toContain(fieldError);
  expect(document.activeElement).toBe(input);
  expect(api.sent(adminServiceApi.update)).toEqual([]);
});

test('keeps comment settings when comments are disabled', async () => {
  const { user, api } = await open();
  await user.click(field('Comments'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Edit completed');
  const body = api.sent(adminServiceApi.update)[0]?.body;
  expect(body?.functions).toEqual(['post']);
  expect(body?.configs).toBeUndefined();
});

test('shows server errors at their fields', async () => {
  const { user, api, main } = await open();
  api.answer(adminServiceApi.update, () => {
    const errors = [{ field: 'comment_max_links', message: 'InvalidInput' }];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  await fillIn(user, field('Label'), 'Town news');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await main().findByText('Correct inputs with error')).closest('[role=alert]')).toBeTruthy();
  expect(descriptionOf(field('Max. links per comment'))).toContain('Invalid input');
  expect(document.activeElement).toBe(field('Max. links per comment'));
  expect(field('Label').value).toBe('Town news');
});

test.for([
  [0, 'Edit failed. The server can’t be reached. Your changes are still here.'],
  [500, 'Error occurred'],
] as const)('keeps the input after a %s response', async ([status, text]) => {
  const { user, api, main, address } = await open();
  api.answer(adminServiceApi.update, () => {
    throw httpError(status);
  });
  await fillIn(user, field('Label'), 'Town news');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await main().findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(field('Label').value).toBe('Town news');
  expect(address()).toBe('/admin/services/news/edit');
});

test('asks before leaving unsaved settings', async () => {
  const { user, address, api } = await open();
  await fillIn(user, field('Label'), 'Half a thought');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe('/admin/services');
  expect(api.sent(adminServiceApi.update)).toEqual([]);
});

const logo: AdminFile = {
  ...{ fileId: '01m8000000000000000000000f', serviceId: 'news', fileType: 'image', mimeType: 'image/png' },
  ...{ extension: 'png', name: 'logo.png', size: 1200, status: 'published', createdAt: '2026-11-21T12:00:00Z' },
  ...{ createdBy: 'hokusai', updatedAt: null, uploadedAt: '2026-11-21T12:00:00Z', version: 1 },
  ...{ width: 900, height: 900, isAnimated: false, placeholder: null, alt: {}, caption: {} },
  src: '/media/news/images/logo.png',
  variants: [
    { size: '200x200', width: 200, height: 200, src: '/media/news/images/logo_200.png' },
    { size: '400x400', width: 400, height: 400, src: '/media/news/images/logo_400.png' },
  ],
  ...{ isUsed: false, isWithdrawn: false, sameAs: null, revision: 1 },
};

function withLibrary(file: AdminFile): Promise<OpenScreen> {
  return open({
    api: (api) => {
      api.answer(adminFileApi.list, { items: [file], pagerKey: null, pageToken: null });
      api.answer(adminFileApi.update, { ...file, status: 'published' });
    },
  });
}

test('selects a logo from the library', async () => {
  const { user, api } = await withLibrary(logo);
  await user.click(screen.getByRole('button', { name: 'Choose from library: Logo' }));
  const picker = within(await screen.findByRole('dialog', { name: 'Choose an image' }));
  await user.click(await picker.findByRole('button', { name: /logo\.png/ }));
  await expect.poll(() => field('Logo').value).toBe('/media/news/images/logo_400.png');
  const image = await screen.findByRole('img', { name: 'Logo on a light background' });
  expect(image.getAttribute('src')).toBe('/media/news/images/logo_400.png');
  expect(api.sent(adminFileApi.list)[0]).toMatchObject({ params: { serviceId: 'news' }, query: { type: 'image' } });
  expect(api.sent(adminFileApi.update)).toEqual([]);
});

test('keeps an uploaded logo in the library', async () => {
  const { user, api } = await withLibrary({ ...logo, status: 'reserved' });
  await user.click(screen.getByRole('button', { name: 'Choose from library: Logo' }));
  const picker = within(await screen.findByRole('dialog', { name: 'Choose an image' }));
  await user.click(await picker.findByRole('button', { name: /logo\.png/ }));
  await expect.poll(() => field('Logo').value).toBe('/media/news/images/logo_400.png');
  const { serviceId, fileId } = logo;
  expect(api.sent(adminFileApi.update)).toEqual([{ params: { serviceId, fileId }, body: { isKept: true } }]);
});
