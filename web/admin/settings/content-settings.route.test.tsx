import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import {
  type ListedContent,
  MAX_CONTENTS,
  type ServiceContent,
  serviceContentApi,
} from '#contract/service-contents.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { descriptionOf, field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import * as route from './content-settings.route.tsx';

type Page = ResponseOf<typeof serviceContentApi.list>;

const guestbook: ListedContent = {
  serviceId: 'news',
  contentId: 'guestbook',
  commentDefaultPublishStatus: 'unconfirm',
  revision: 1,
};
const ofPost: ListedContent = {
  serviceId: 'news',
  contentId: 'hello-town',
  commentDefaultPublishStatus: 'publish',
  revision: 1,
  post: { postId: '01m8000000000000000000000a', title: 'こんにちは' },
};
const saved: ServiceContent = { ...guestbook, createdAt: '2026-11-21T12:00:00Z', updatedAt: null };

function page(items: ListedContent[], pageToken: string | null = null): Page {
  return { items, pagerKey: null, pageToken };
}

function reject(status: number, message = 'Refused', current?: ServiceContent): () => never {
  return () => {
    throw httpError(status, { message, ...(current && { current }) });
  };
}

function open({ at = '/admin/settings/news/content', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'settings/:serviceId/content',
    at,
    ...options,
    api: (api) => {
      api.answer(serviceContentApi.list, page([guestbook, ofPost]));
      api.answer(serviceContentApi.open, { count: 0, titles: [] });
      api.answer(serviceContentApi.save, ({ params, body }) => ({ ...saved, ...params, ...body, revision: 2 }));
      api.answer(serviceContentApi.delete, null);
      options.api?.(api);
    },
  });
}

const empty = (api: FakeApi) => api.answer(serviceContentApi.list, page([]));

function boxOf(contentId: string): HTMLElement {
  const box = screen.getByRole('heading', { level: 3, name: contentId }).closest('li');
  if (!box) throw new Error(`${contentId} is not in a list`);
  return box;
}

testInLanguages([
  [
    ...(['en', 'Content settings for News', 'Content settings', 'Registered content IDs'] as const),
    ...(['New comments: Published', 'Post: こんにちは', 'View comments', 'You can register up to 1000.'] as const),
  ],
  [
    ...(['ja', '「News」のコンテンツ設定', 'コンテンツ設定', '登録されているコンテンツID'] as const),
    ...(['新しいコメント：公開', '記事： こんにちは', 'コメントを表示', '1000個まで登録できます。'] as const),
  ],
] as const)('lists the registered content IDs, in %s', async (words) => {
  const [language, title, heading, list, status, post, comments, lead] = words;
  const { main } = await open({ language });
  expect(document.title).toMatch(new RegExp(`^${title} – .+ – Kawaraban$`));
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('heading', { level: 2 }).textContent).toBe(list);
  expect(main().getByText(lead, { exact: false })).toBeTruthy();
  expect(main().getAllByRole('heading', { level: 3 })).toHaveLength(2);
  const box = boxOf('hello-town');
  expect(within(box).getByText(status)).toBeTruthy();
  const toPost = within(box).getByRole('link', { name: 'こんにちは' });
  expect(toPost.parentElement?.textContent).toBe(post);
  expect(toPost.getAttribute('href')).toBe('/admin/posts/news/01m8000000000000000000000a');
  const toComments = within(box).getByRole('link', { name: new RegExp(`^${comments} ?hello-town$`) });
  expect(toComments.getAttribute('href')).toBe('/admin/comments/news/content/hello-town');
  expect(within(boxOf('guestbook')).getAllByRole('link')).toHaveLength(1);
});

test('shows a skeleton while content IDs load', async () => {
  const pending = Promise.withResolvers<Page>();
  await open({ isLoading: true, api: (api) => api.answer(serviceContentApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Content settings' });
  expect(screen.queryByRole('button', { name: 'Create new' })).toBeNull();
  pending.resolve(page([guestbook]));
  await screen.findByRole('heading', { name: 'guestbook' });
});

testInLanguages([
  ['en', 'No content IDs registered', 'All content IDs accept comments.', 'Create new'],
  ['ja', '登録されているコンテンツIDはありません', 'すべてのコンテンツIDでコメントを受け付けます。', '新規作成'],
] as const)('offers to register the first content ID, in %s', async ([language, title, body, create]) => {
  const { main } = await open({ language, api: empty });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(body)).toBeTruthy();
  expect(main().getByRole('button', { name: create }).getAttribute('aria-expanded')).toBe('false');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({ api: (api) => api.answer(serviceContentApi.list, reject(500)) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/settings/news/content');
});

test('redirects to the forbidden page without access', async () => {
  const { address, api } = await open({ services: [] });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(serviceContentApi.list)).toEqual([]);
});

test('redirects to the not-found page for a missing service', async () => {
  const { address } = await open({ api: (api) => api.answer(adminServiceApi.find, reject(404)) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('viewers see no actions', async () => {
  const { main } = await open({ role: 'viewer' });
  expect(within(boxOf('guestbook')).getByRole('link', { name: /^View comments/ })).toBeTruthy();
  expect(main().queryByRole('button')).toBeNull();
});

const offWords = [
  ['en', 'Comments are turned off for this service, so nobody can comment on any content ID.'],
  ['ja', 'このサービスではコメント機能がオフになっています。ここでの登録にかかわらず、コメントはできません。'],
] as const;

testInLanguages(offWords)('shows that comments are off, in %s', async ([language, off]) => {
  const services = [serviceDetail({ functions: ['post'] })];
  const { main } = await open({ language, services });
  expect(main().getByText(off)).toBeTruthy();
});

test('admins get a link to enable comments', async () => {
  const { main } = await open({ role: 'admin', services: [serviceDetail({ functions: ['post'] })] });
  const way = main().getByRole('link', { name: 'Turn on comments in the service settings' });
  expect(way.getAttribute('href')).toBe('/admin/services/news/edit');
});

test('editors are asked to contact an admin', async () => {
  const { main } = await open({ services: [serviceDetail({ functions: ['post'] })] });
  expect(main().getByText('An admin can turn them on.')).toBeTruthy();
  expect(main().queryByRole('link', { name: /Turn on comments/ })).toBeNull();
});

testInLanguages([
  [
    ...(['en', 'Create new', 'Content ID', 'Status of new comments', 'Create', 'Create completed'] as const),
    ...(['This is the first content ID of this service. '] as const),
    ...(['After you register it, only registered ones accept comments.'] as const),
  ],
  [
    ...(['ja', '新規作成', 'コンテンツID', '新しいコメントの状態', '作成', '作成しました'] as const),
    ...(['このサービスで最初のコンテンツIDです。'] as const),
    ...(['登録すると、登録したコンテンツIDだけがコメントを受け付けます。'] as const),
  ],
] as const)('registers the first content ID, in %s', async (words) => {
  const [language, create, id, status, submit, done, ...warning] = words;
  const configs = { ...defaultServiceConfigs, commentDefaultPublishStatus: 'publish' as const };
  const { user, api, main } = await open({ language, services: [serviceDetail({ configs })], api: empty });
  await user.click(main().getByRole('button', { name: create }));
  const form = within(main().getByRole('form', { name: create }));
  expect(form.getByText(warning.join(''))).toBeTruthy();
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: id }));
  expect(field(status).value).toBe('publish');
  await user.paste(' guestbook ');
  await user.selectOptions(field(status), 'unconfirm');
  api.answer(serviceContentApi.list, page([guestbook]));
  await user.click(form.getByRole('button', { name: submit }));
  await screen.findByText(done);
  await screen.findByRole('heading', { name: 'guestbook' });
  const params = { serviceId: 'news', contentId: 'guestbook' };
  const body = { commentDefaultPublishStatus: 'unconfirm', revision: 0 };
  expect(api.sent(serviceContentApi.save)).toEqual([{ params, body }]);
  await expect.poll(() => main().queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(main().getByRole('button', { name: create }));
});

testInLanguages([
  [
    'en',
    'Create new',
    'Create',
    /^Only registered .+ Comments will close for 3 posts:$/,
    'and 1 more',
    'Register these too',
    'Close comments',
  ],
  [
    'ja',
    '新規作成',
    '作成',
    /次の3件の記事では、コメントの受け付けが終了します：$/,
    'ほか1件',
    'これらも登録',
    '受け付けを終了',
  ],
] as const)('asks before the first content ID closes others, in %s', async (words) => {
  const [language, create, submit, closes, more, register, close] = words;
  const open3 = { count: 3, titles: ['こんにちは', 'A tour'] };
  const { user, api, main } = await open({
    language,
    api: (each) => empty(each).answer(serviceContentApi.open, open3),
  });
  await user.click(main().getByRole('button', { name: create }));
  await user.paste('guestbook');
  const form = within(main().getByRole('form', { name: create }));
  for (const name of [/^(?:Cancel|キャンセル)$/, register, close]) {
    await user.click(form.getByRole('button', { name: submit }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(closes)).toBeTruthy();
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['こんにちは', 'A tour', more]);
    if (name === register) api.answer(serviceContentApi.save, reject(500));
    await user.click(dialog.getByRole('button', { name }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  }
  expect(api.sent(serviceContentApi.open)[0]?.query).toEqual({ besides: 'guestbook' });
  expect(api.sent(serviceContentApi.save).map(({ body }) => body.others)).toEqual(['register', 'close']);
});

test.for([
  ['en', 'Create', /^Only registered .+ Comments will close for 1000 posts or more, including:$/, 'Register these too'],
  ['ja', '作成', /次の記事を含む1000件以上の記事で、コメントの受け付けが終了します：$/, 'これらも登録'],
] as const)('cannot register more contents than the limit, in %s', async (words) => {
  const [language, submit, closes, register] = words;
  const { user, main } = await open({
    language,
    api: (each) => empty(each).answer(serviceContentApi.open, { count: MAX_CONTENTS, titles: ['A tour'] }),
  });
  await user.click(main().getByRole('button', { name: /^(?:Create new|新規作成)$/ }));
  await user.paste('guestbook');
  await user.click(main().getByRole('button', { name: submit }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(closes)).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['A tour']);
  expect(dialog.getByRole('button', { name: register }).hasAttribute('disabled')).toBe(true);
});

test('warns about the first content ID only', async () => {
  const { user, main } = await open();
  await user.click(main().getByRole('button', { name: 'Create new' }));
  expect(main().queryByText(/^This is the first content ID of this service/)).toBeNull();
});

const wrong = 'Use 4 to 32 lowercase letters, digits, hyphens and underscores';

testInLanguages([
  ['en', 'Create new', 'Content ID', 'Create', '', 'Input required'],
  ['en', 'Create new', 'Content ID', 'Create', 'No!', wrong],
  ['en', 'Create new', 'Content ID', 'Create', 'abc', wrong],
  ['en', 'Create new', 'Content ID', 'Create', 'x'.repeat(33), wrong],
  [
    ...(['ja', '新規作成', 'コンテンツID', '作成', 'No!'] as const),
    '英小文字、数字、ハイフン、アンダースコアで4～32文字を入力してください',
  ],
] as const)('rejects an invalid content ID, in %s, %#', async ([language, create, id, submit, typed, fieldError]) => {
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: create }));
  await fillIn(user, field(id), typed);
  await user.click(main().getByRole('button', { name: submit }));
  expect(descriptionOf(field(id))).toContain(fieldError);
  expect(document.activeElement).toBe(field(id));
  expect(field(id).value).toBe(typed);
  expect(api.sent(serviceContentApi.save)).toEqual([]);
});

testInLanguages([
  ['en', 'Create new', 'Content ID', 'Create', 'This content ID is already registered'],
  ['ja', '新規作成', 'コンテンツID', '作成', 'このコンテンツIDはすでに登録されています'],
] as const)('rejects a registered content ID, in %s', async ([language, create, id, submit, taken]) => {
  const { user, api, main } = await open({ language });
  api.answer(serviceContentApi.save, reject(409, messages.staleRevision, saved));
  await user.click(main().getByRole('button', { name: create }));
  await fillIn(user, field(id), 'guestbook');
  await user.click(main().getByRole('button', { name: submit }));
  await main().findByText(taken);
  expect(document.activeElement).toBe(field(id));
});

test.for([
  [409, messages.tooManyContents, 'You’ve reached the maximum number of content IDs'],
  [500, 'Refused', 'Error occurred'],
  [0, 'Refused', 'Create failed. The server can’t be reached. Your changes are still here.'],
] as const)('keeps the input after a %s response', async ([status, message, text]) => {
  const { user, api, main } = await open();
  api.answer(serviceContentApi.save, reject(status, message));
  await user.click(main().getByRole('button', { name: 'Create new' }));
  await fillIn(user, field('Content ID'), 'visitors');
  await user.click(main().getByRole('button', { name: 'Create' }));
  expect((await main().findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(field('Content ID').value).toBe('visitors');
  expect(api.sent(serviceContentApi.list)).toHaveLength(1);
});

test('shows a server error at the content ID', async () => {
  const { user, api, main } = await open();
  api.answer(serviceContentApi.save, () => {
    const errors = [{ field: 'content_id', message: 'InvalidInput' }];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  await user.click(main().getByRole('button', { name: 'Create new' }));
  await fillIn(user, field('Content ID'), 'visitors');
  await user.click(main().getByRole('button', { name: 'Create' }));
  await main().findByText('Correct inputs with error');
  expect(descriptionOf(field('Content ID'))).toContain('Invalid input');
  expect(document.activeElement).toBe(field('Content ID'));
});

test('Cancel closes the form and sends nothing', async () => {
  const { user, api, main } = await open();
  await user.click(main().getByRole('button', { name: 'Create new' }));
  await fillIn(user, field('Content ID'), 'visitors');
  await user.click(main().getByRole('button', { name: 'Cancel' }));
  expect(main().queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(main().getByRole('button', { name: 'Create new' }));
  expect(api.sent(serviceContentApi.save)).toEqual([]);
});

testInLanguages([
  [
    ...(['en', 'Change the status of new comments on guestbook', 'Change the status of new comments'] as const),
    ...(['Status of new comments', 'Change', 'New comments on guestbook start as “Unconfirmed”.'] as const),
    ...(['New comments on guestbook will start as “Published” instead of “Unconfirmed”.'] as const),
    ...(['This applies only to comments posted later. Existing comments stay as they are.'] as const),
    ...(['Is it OK?', 'Updated', 'New comments: Published'] as const),
  ],
  [
    ...(['ja', 'guestbookの新しいコメントの状態を変更', '新しいコメントの状態を変更'] as const),
    ...(['新しいコメントの状態', '変更', 'guestbookへの新しいコメントは「未確認」になります。'] as const),
    ...(['guestbookへの新しいコメントは、「未確認」ではなく「公開」になります。'] as const),
    ...(['今後投稿されるコメントにだけ適用されます。すでにあるコメントは変わりません。'] as const),
    ...(['よろしいですか？', '更新しました', '新しいコメント：公開'] as const),
  ],
] as const)('changes the status of new comments, in %s', async (words) => {
  const [language, open1, title, status, change, now, then, later, sure, done, shown] = words;
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: open1 }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByRole('button', { name: change })).toHaveProperty('disabled', true);
  expect(dialog.getByText(now)).toBeTruthy();
  expect(dialog.queryByText(sure)).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: status }), 'publish');
  expect(dialog.getByText(then)).toBeTruthy();
  expect(dialog.getByText(later)).toBeTruthy();
  expect(dialog.getByText(sure)).toBeTruthy();
  api.answer(serviceContentApi.list, page([{ ...guestbook, commentDefaultPublishStatus: 'publish' }]));
  await user.click(dialog.getByRole('button', { name: change }));
  await screen.findByText(done);
  await within(boxOf('guestbook')).findByText(shown);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(serviceContentApi.save)).toEqual([
    {
      params: { serviceId: 'news', contentId: 'guestbook' },
      body: { commentDefaultPublishStatus: 'publish', revision: 1 },
    },
  ]);
});

testInLanguages([
  [
    ...(['en', 'Change the status of new comments on guestbook', 'Change', 'Status of new comments'] as const),
    ...(['Save my changes', ['Published', 'Unpublished']] as const),
  ],
  [
    ...(['ja', 'guestbookの新しいコメントの状態を変更', '変更', '新しいコメントの状態'] as const),
    ...(['自分の変更を保存', ['公開', '非公開']] as const),
  ],
] as const)('shows both states and keeps mine, in %s', async (words) => {
  const [language, open1, change, label, keep, states] = words;
  const { user, api, main } = await open({ language });
  const current = { ...saved, commentDefaultPublishStatus: 'unpublish' as const, revision: 2 };
  api.answer(serviceContentApi.save, ({ body: { revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: 3 };
  });
  await user.click(main().getByRole('button', { name: open1 }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox'), 'publish');
  await user.click(dialog.getByRole('button', { name: change }));
  const row = within(await dialog.findByRole('region', { name: label }));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(states);
  await user.click(dialog.getByRole('button', { name: keep }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const commentDefaultPublishStatus = 'publish';
  expect(api.sent(serviceContentApi.save).map(({ body }) => body)).toEqual([
    { commentDefaultPublishStatus, revision: 1 },
    { commentDefaultPublishStatus, revision: 2 },
  ]);
});

test('Cancel keeps the status of new comments', async () => {
  const { user, api, main } = await open();
  await user.click(main().getByRole('button', { name: 'Change the status of new comments on guestbook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox'), 'publish');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(serviceContentApi.save)).toEqual([]);
});

test('keeps the dialog after a failed change', async () => {
  const { user, api, main } = await open();
  api.answer(serviceContentApi.save, reject(500));
  await user.click(main().getByRole('button', { name: 'Change the status of new comments on guestbook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox'), 'publish');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await screen.findByText('Error occurred');
  expect(dialog.getByRole('combobox')).toHaveProperty('value', 'publish');
  await expect.poll(() => api.sent(serviceContentApi.list)).toHaveLength(2);
});

testInLanguages([
  [
    ...(['en', 'Delete guestbook', 'Is it OK?', 'Delete', 'Deleted'] as const),
    ...(['guestbook will no longer accept comments. Existing comments are kept.'] as const),
  ],
  [
    ...(['ja', 'guestbookを削除', 'よろしいですか？', '削除', '削除しました'] as const),
    ...(['guestbookはコメントを受け付けなくなります。すでにあるコメントは残ります。'] as const),
  ],
] as const)('deletes a content ID, in %s', async ([language, button, title, confirm, done, text]) => {
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(text)).toBeTruthy();
  api.answer(serviceContentApi.list, page([ofPost]));
  await user.click(dialog.getByRole('button', { name: confirm }));
  await screen.findByText(done);
  await expect.poll(() => screen.queryByRole('heading', { name: 'guestbook' })).toBeNull();
  expect(api.sent(serviceContentApi.delete)).toEqual([{ params: { serviceId: 'news', contentId: 'guestbook' } }]);
  await expect.poll(() => document.activeElement).toBe(main().getByRole('heading', { level: 2 }));
});

testInLanguages([
  [
    'en',
    'Delete guestbook',
    /^guestbook is the only registered content ID/,
    'Delete',
    'All content IDs accept comments again.',
  ],
  [
    ...(['ja', 'guestbookを削除', /^guestbookは、このサービスで登録されている唯一の/] as const),
    ...(['削除', '再びすべてのコンテンツIDでコメントを受け付けます。'] as const),
  ],
] as const)('warns what deleting the last ID opens, in %s', async ([language, button, text, confirm, done]) => {
  const { user, api, main } = await open({
    language,
    api: (each) => each.answer(serviceContentApi.list, page([guestbook])),
  });
  await user.click(main().getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(text)).toBeTruthy();
  empty(api);
  await user.click(dialog.getByRole('button', { name: confirm }));
  await screen.findByText(done, { exact: false, selector: '.toast *' });
  await expect.poll(() => main().queryByRole('heading', { level: 3 })).toBeNull();
});

test('Cancel keeps the content ID', async () => {
  const { user, api, main } = await open();
  const button = main().getByRole('button', { name: 'Delete guestbook' });
  await user.click(button);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => document.activeElement).toBe(button);
  expect(api.sent(serviceContentApi.delete)).toEqual([]);
});

test('reports a failed deletion and reloads the list', async () => {
  const { user, api, main } = await open();
  api.answer(serviceContentApi.delete, reject(404, messages.notFound));
  await user.click(main().getByRole('button', { name: 'Delete guestbook' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Not Found');
  await expect.poll(() => api.sent(serviceContentApi.list)).toHaveLength(2);
});

test('pages through the address', async () => {
  const { user, api, main, address } = await open({
    api: (each) =>
      each.answer(serviceContentApi.list, ({ query }) =>
        query.pageToken ? page([ofPost]) : page([guestbook], 'next=='),
      ),
  });
  expect(api.sent(serviceContentApi.list)).toMatchObject([{ params: { serviceId: 'news' }, query: { count: 50 } }]);
  const pager = () => within(main().getByRole('navigation', { name: 'Pages' }));
  expect(pager().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(pager().getByRole('link', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'hello-town' });
  expect(address()).toBe('/admin/settings/news/content?pageToken=next%3D%3D');
  expect(api.sent(serviceContentApi.list)[1]?.query.pageToken).toBe('next==');
  expect(pager().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(pager().getByRole('link', { name: 'Previous' }));
  await screen.findByRole('heading', { name: 'guestbook' });
  expect(address()).toBe('/admin/settings/news/content');
});

test('hides the pager for a single page', async () => {
  const { main } = await open();
  expect(main().queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

test('redirects from an empty later page to the first', async () => {
  const { address, main } = await open({
    at: '/admin/settings/news/content?pageToken=last',
    api: (api) =>
      api.answer(serviceContentApi.list, ({ query }) => page(query.pageToken === undefined ? [guestbook] : [])),
  });
  await main().findByRole('heading', { name: 'guestbook' });
  expect(address()).toBe('/admin/settings/news/content');
});
