import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { type DeletedPost, deletedPostApi } from '#contract/post-history.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost, deletedPost, idFor, inDays, pageOf, snapshot, writer } from '../../posts/post.fixtures.ts';
import * as route from './post-bin.route.tsx';

const tour = deletedPost();
const menu = deletedPost({ slug: 'menu', title: '献立', status: 'draft', goneAt: inDays(0) });
const soon = deletedPost({ slug: 'soon', title: 'Soon', status: 'unpublished', goneAt: inDays(1) });
const restored = { post: adminPost({ revision: 3 }), missing: [] };

interface BinOptions extends Partial<Omit<ScreenOptions, 'at'>> {
  readonly posts?: DeletedPost[];
  readonly search?: string;
}

function open({ search = '', posts = [tour, menu], ...options }: BinOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/bin',
    at: `/admin/posts/news/bin${search}`,
    ...options,
    api: (api) => {
      api.answer(deletedPostApi.list, pageOf(posts)).answer(accountApi.names, [writer]);
      options.api?.(api);
    },
  });
}

/** Opens a post of the bin; `location` must match because the code under test reads it. */
function openPost(options: Omit<BinOptions, 'search'> = {}): Promise<OpenScreen> {
  const search = `?look=${tour.postId}`;
  const before = location.href;
  history.replaceState(null, '', `/admin/posts/news/bin${search}`);
  onTestFinished(() => history.replaceState(null, '', before));
  return open({
    ...options,
    search,
    api: (api) => {
      const content = snapshot({ tags: ['walks', 'edo'], status: 'published', categorySlug: 'guide' });
      api
        .answer(deletedPostApi.find, { ...tour, content, groups: ['Picks', 'Rivers'] })
        .answer(adminPostApi.preview, { bodyHtml: '<p>Along the <em>river</em>.</p>' });
      options.api?.(api);
    },
  });
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const hasNoDialog = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull();

testInLanguages([
  [
    'en',
    'Trash – Kawaraban',
    ['Title', 'Previous status', 'Deleted', 'Permanently deleted', 'Actions'],
    ['Published', /^Nov 3, 2026.*by Sharaku$/, /^in 10 days/],
    ['Draft', /^Nov 3, 2026.*by Sharaku$/, /^today/],
    'You can restore deleted posts for a limited time. After that, they are permanently deleted.',
  ],
  [
    'ja',
    'ごみ箱 – Kawaraban',
    ['タイトル', '削除前の状態', '削除日時', '完全に削除される日', '操作'],
    ['公開中', /^2026年11月3日.*Sharaku$/, /^10日後/],
    ['下書き', /^2026年11月3日.*Sharaku$/, /^今日/],
    '削除した記事は、一定期間内なら元に戻せます。その後は完全に削除されます。',
  ],
] as const)('lists deleted posts, in %s', async ([language, title, columns, first, second, lead]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(title);
  const heading = title.split(' ')[0] ?? '';
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByText(lead)).toBeTruthy();
  const table = within(main().getByRole('table', { name: heading }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
  const [, tourRow, menuRow] = table.getAllByRole('row');
  await table.findAllByText(/Sharaku/);
  for (const [row, wanted] of [
    [tourRow, first],
    [menuRow, second],
  ] as const) {
    const cells = within(row as HTMLElement).getAllByRole('cell');
    for (const [index, text] of wanted.entries()) expect(cells[index]?.textContent).toMatch(text);
  }
  expect(main().getByRole('link', { name: 'A tour' }).getAttribute('href')).toBe(
    `/admin/posts/news/bin?look=${tour.postId}`,
  );
});

test('counts the last days of a post', async () => {
  const { main } = await open({ posts: [soon] });
  const [label] = main().getAllByText(/^in 1 day/);
  expect(label?.getAttribute('data-soon')).toBe('true');
});

test('shows a skeleton while the bin loads', async () => {
  const pending = Promise.withResolvers<ReturnType<typeof pageOf<DeletedPost>>>();
  await open({ isLoading: true, api: (api) => api.answer(deletedPostApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Trash' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve(pageOf([tour]));
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'The trash is empty', 'Posts you delete stay here until they are permanently deleted.'],
  ['ja', 'ごみ箱は空です', '削除した記事は、完全に削除されるまでここに残ります。'],
] as const)('shows an empty bin, in %s', async ([language, title, body]) => {
  const { main } = await open({ language, posts: [] });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(body)).toBeTruthy();
  expect(main().queryByRole('navigation', { name: /Pages|ページ/ })).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(deletedPostApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/posts/news/bin');
});

test('redirects to the forbidden page without access to the service', async () => {
  const { address, api } = await open({ services: [] });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(deletedPostApi.list)).toEqual([]);
});

test('shows not found for a post outside the bin', async () => {
  const reject = () => {
    throw httpError(404);
  };
  const { address } = await openPost({ api: (api) => api.answer(deletedPostApi.find, reject) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('viewers see posts without actions', async () => {
  const { main } = await open({ role: 'viewer' });
  expect(main().getByRole('link', { name: 'A tour' })).toBeTruthy();
  expect(main().queryByRole('button')).toBeNull();
  expect(main().queryByRole('link', { name: 'Create new' })).toBeNull();
});

test('pages by tokens', async () => {
  const key = { deletedAt: tour.deletedAt, postId: tour.postId };
  const { user, main, api, address } = await open({
    api: (each) =>
      each.answer(deletedPostApi.list, ({ query }) => (query.pageToken ? pageOf([menu]) : pageOf([tour], key))),
  });
  const token = btoa(JSON.stringify(key));
  const pager = () => within(main().getByRole('navigation', { name: 'Pages' }));
  expect(pager().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(pager().getByRole('link', { name: 'Next' }));
  await main().findByRole('link', { name: '献立' });
  expect(address()).toBe(`/admin/posts/news/bin?${new URLSearchParams({ pageToken: token })}`);
  expect(api.sent(deletedPostApi.list).map(({ query }) => query.pageToken)).toEqual([undefined, token]);
  expect(pager().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(pager().getByRole('link', { name: 'Previous' }));
  await main().findByRole('link', { name: 'A tour' });
  expect(address()).toBe('/admin/posts/news/bin');
});

testInLanguages([
  ['en', ['Deleted', 'Permanently deleted', 'Post groups'], 'Picks, Rivers', 'Body', 'Back to the trash', 'walks, edo'],
  ['ja', ['削除日時', '完全に削除される日', '投稿グループ'], 'Picks、Rivers', '本文', 'ごみ箱に戻る', 'walks、edo'],
] as const)('shows a deleted post, in %s', async ([language, names, groups, body, back, tags]) => {
  const { main, api } = await openPost({ language });
  const terms = main().getAllByRole('term');
  expect(terms.slice(0, 3).map(({ textContent }) => textContent)).toEqual(names);
  expect(terms[2]?.nextElementSibling?.textContent).toBe(groups);
  const article = within(main().getByRole('article', { name: body }));
  expect((await article.findByText('river')).tagName).toBe('EM');
  expect(article.getByText('A tour')).toBeTruthy();
  expect(api.sent(adminPostApi.preview)).toMatchObject([
    { params: { serviceId: 'news' }, body: { body: 'Along the *river*.', bodyFormat: 'markdown' } },
  ]);
  expect(main().getByText(tags)).toBeTruthy();
  expect(main().getByRole('link', { name: back }).getAttribute('href')).toBe('/admin/posts/news/bin');
});

test('shows the source when rendering fails', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await openPost({ api: (api) => api.answer(adminPostApi.preview, fail) });
  expect((await main().findByText('Along the *river*.')).tagName).toBe('PRE');
});

test('restores a post and undoes it', async () => {
  const { user, main, api } = await open({ posts: [tour] });
  api.answer(deletedPostApi.restore, restored).answer(deletedPostApi.list, pageOf<DeletedPost>([]));
  await user.click(main().getByRole('button', { name: 'Restore A tour' }));
  await screen.findByText('Post restored');
  await main().findByText('The trash is empty');
  expect(api.sent(deletedPostApi.restore)).toMatchObject([
    { params: { serviceId: 'news', postId: tour.postId }, body: {} },
  ]);
  api.answer(adminPostApi.delete, null).answer(deletedPostApi.list, pageOf([tour]));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Moved to the trash');
  expect(api.sent(adminPostApi.delete)).toMatchObject([{ params: { serviceId: 'news', idOrSlug: tour.postId } }]);
  await main().findByRole('link', { name: 'A tour' });
});

test('lists the parts that could not be restored', async () => {
  const { user, main, api } = await open();
  const file = idFor('file');
  const missing = [
    { field: 'category' as const, value: 'guide' },
    { field: 'files' as const, value: file },
    { field: 'groups' as const, value: 'picks' },
  ];
  api.answer(deletedPostApi.restore, { ...restored, missing });
  await user.click(main().getByRole('button', { name: 'Restore A tour' }));
  const notice = (await main().findByText('Some things couldn’t be restored:')).parentElement as HTMLElement;
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The category guide no longer exists. The post has no category.',
    `The file ${file} no longer exists.`,
    'The post group picks no longer exists or is full.',
  ]);
});

test('failed restoration shows an error and reloads the list', async () => {
  const { user, main, api } = await open();
  api
    .answer(deletedPostApi.restore, () => {
      throw httpError(404, { message: messages.postMissing });
    })
    .answer(deletedPostApi.list, pageOf([menu]));
  await user.click(main().getByRole('button', { name: 'Restore A tour' }));
  await screen.findByText('This post does not exist');
  await expect.poll(() => main().queryByRole('link', { name: 'A tour' })).toBeNull();
});

testInLanguages([
  ['en', 'Restore A tour', 'Slug', 'Restore', 'The slug tour is now used by another post. Enter a different one.'],
  [
    'ja',
    '「A tour」を元に戻す',
    'スラッグ',
    '元に戻す',
    'スラッグ「tour」は別の記事で使われています。別のスラッグを入力してください。',
  ],
] as const)('asks for another slug when it is taken, in %s', async ([language, button, label, send, text]) => {
  const wrong = {
    en: 'Letters, digits, hyphens and underscores',
    ja: '英字、数字、ハイフン、アンダースコアが使えます。',
  };
  const taken = { en: 'This slug is already in use', ja: 'このスラッグはすでに使われています' };
  const { user, main, api } = await open({ language });
  api.answer(deletedPostApi.restore, ({ body }) => {
    if (body.slug === undefined || body.slug === 'menu') throw httpError(400, { message: messages.slugTaken });
    return restored;
  });
  await user.click(main().getByRole('button', { name: button }));
  const asked = await dialog(button);
  expect(asked.getByText(text)).toBeTruthy();
  const slug = asked.getByRole('textbox', { name: label });
  expect(slug).toHaveProperty('value', 'tour-2');
  const errorOf = () => {
    const ids = slug.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.filter((id) => id.endsWith('-error')).map((id) => document.getElementById(id)?.textContent);
  };

  await user.clear(slug);
  await user.type(slug, 'a b');
  await user.click(asked.getByRole('button', { name: send }));
  expect(errorOf()).toEqual([wrong[language]]);
  expect(document.activeElement).toBe(slug);
  expect(api.sent(deletedPostApi.restore)).toHaveLength(1);

  await user.clear(slug);
  expect(errorOf()).toEqual([]);
  await user.type(slug, 'menu{Enter}');
  await asked.findByText(taken[language]);
  expect(document.activeElement).toBe(slug);
  expect(slug).toHaveProperty('value', 'menu');

  await user.type(slug, '-3{Enter}');
  await hasNoDialog();
  expect(api.sent(deletedPostApi.restore).map(({ body }) => body)).toEqual([
    ...[{}, { slug: 'menu' }, { slug: 'menu-3' }],
  ]);
});

test("shows the server's field error for the new slug", async () => {
  const { user, main, api } = await open();
  api.answer(deletedPostApi.restore, ({ body }) => {
    if (body.slug === undefined) throw httpError(400, { message: messages.slugTaken });
    throw httpError(400, {
      message: messages.validationFailed,
      errors: [{ field: 'slug', message: 'Already in use' }],
    });
  });
  await user.click(main().getByRole('button', { name: 'Restore A tour' }));
  const asked = await dialog('Restore A tour');
  await user.click(asked.getByRole('button', { name: 'Restore' }));
  await asked.findByText('Already in use');
  expect(asked.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await hasNoDialog();
  expect(api.sent(deletedPostApi.restore)).toHaveLength(2);
});

test('restores the viewed post and returns to the list', async () => {
  const { user, main, api, address } = await openPost();
  api.answer(deletedPostApi.restore, restored).answer(deletedPostApi.list, pageOf([menu]));
  await user.click(main().getByRole('button', { name: 'Restore A tour' }));
  await main().findByRole('link', { name: '献立' });
  expect(address()).toBe('/admin/posts/news/bin');
  expect(screen.getByText('Post restored')).toBeTruthy();
});

test('deletes a post permanently after its slug is typed', async () => {
  const { user, main, api } = await open();
  api.answer(deletedPostApi.deleteForGood, null).answer(deletedPostApi.list, pageOf([menu]));
  await user.click(main().getByRole('button', { name: 'Delete A tour permanently' }));
  const asked = await dialog('Are you sure you want to delete?');
  expect(asked.getByText('A tour and its history will be permanently deleted. This can’t be undone.')).toBeTruthy();
  const word = asked.getByRole('textbox', { name: 'To confirm, type tour' });
  const button = asked.getByRole('button', { name: 'Delete permanently' });
  await user.type(word, 'tou{Enter}');
  expect(button).toHaveProperty('disabled', true);
  expect(api.sent(deletedPostApi.deleteForGood)).toEqual([]);
  await user.type(word, 'r');
  await user.click(button);
  await screen.findByText('Deleted', { selector: '.toast *' });
  await expect.poll(() => main().queryByRole('link', { name: 'A tour' })).toBeNull();
  expect(api.sent(deletedPostApi.deleteForGood)).toMatchObject([
    { params: { serviceId: 'news', postId: tour.postId } },
  ]);
});

test('canceled permanent deletion sends nothing', async () => {
  const { user, main, api } = await open({ language: 'ja' });
  await user.click(main().getByRole('button', { name: '「A tour」を完全に削除' }));
  const asked = await dialog('削除してもよろしいですか？');
  expect(asked.getByText('「A tour」とその履歴を完全に削除します。この操作は取り消せません。')).toBeTruthy();
  await user.type(asked.getByRole('textbox', { name: '確認のため、「tour」と入力してください' }), 'tour');
  await user.click(asked.getByRole('button', { name: 'キャンセル' }));
  await hasNoDialog();
  expect(api.sent(deletedPostApi.deleteForGood)).toEqual([]);
});

test('failed permanent deletion shows an error', async () => {
  const { user, main, api } = await open();
  api.answer(deletedPostApi.deleteForGood, () => {
    throw httpError(0);
  });
  await user.click(main().getByRole('button', { name: 'Delete A tour permanently' }));
  const asked = await dialog('Are you sure you want to delete?');
  await user.type(asked.getByRole('textbox'), 'tour{Enter}');
  await screen.findByText('Delete failed');
  expect(main().getByRole('link', { name: 'A tour' })).toBeTruthy();
});
