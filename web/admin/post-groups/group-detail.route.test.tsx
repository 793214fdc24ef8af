import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { messages } from '#contract/errors.ts';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { answerGroup, group, idOf, post, TREES } from './group.fixtures.ts';
import * as route from './group-detail.route.tsx';

const GROUP = '/admin/posts/news/groups/trees';
const TITLES = ['Alder', 'Birch', 'Cedar', 'Douglas fir'];
const POSTS = [...TITLES, 'Elm'].map((title) => post(title));

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/groups/:slug',
    at: GROUP,
    ...options,
    api: (api) => {
      answerGroup(api, TITLES, POSTS);
      options.api?.(api);
    },
  });
}

function titlesOf({ main }: OpenScreen, list = 'Order of posts'): (string | null)[] {
  return within(main().getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.textContent);
}

function sentOrders(api: FakeApi): (string[] | undefined)[][] {
  const titlesBy = (ids: readonly string[] | undefined) =>
    ids?.map((id) => POSTS.find(({ postId }) => postId === id)?.title ?? id);
  return api.sent(adminPostGroupApi.update).map(({ body }) => [titlesBy(body.postIds), titlesBy(body.formerPostIds)]);
}

function moreOf({ main }: OpenScreen, title: string): HTMLElement {
  return main().getByRole('button', { name: `More actions for ${title}` });
}

async function choose(opened: OpenScreen, title: string, action: string): Promise<void> {
  await opened.user.click(moreOf(opened, title));
  await opened.user.click(await screen.findByRole('menuitem', { name: action }));
}

/** Gives rows distinct positions, which keyboard sorting needs to find neighbors. */
function layOutRows(): void {
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('[data-post-id]');
    const at = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(10, 10 + 40 * at, 100, 40);
  });
  onTestFinished(() => spy.mockRestore());
}

function anyPost({ serviceId, postId, slug, title, status, publishAt, isHiddenInList }: AnyPost): AnyPost {
  return { serviceId, postId, slug, title, status, publishAt, isHiddenInList };
}

async function openSearch(options: Partial<ScreenOptions> = {}) {
  const opened = await open({
    ...options,
    api: (api) => {
      api.answer(adminSearchApi.find, ({ query }) => {
        const found = query.q === undefined ? POSTS.slice(3) : POSTS.filter(({ title }) => title === query.q);
        return { posts: found.map(anyPost), isLimited: false };
      });
      options.api?.(api);
    },
  });
  await opened.user.click(opened.main().getByRole('button', { name: 'Add posts' }));
  return { opened, dialog: within(await screen.findByRole('dialog', { name: 'Add posts' })) };
}

testInLanguages([
  ['en', 'Order of posts', '4 posts', 'Add posts', 'Published', /^Nov \d+, 2026, /, 'Public page', 'Edit'],
  ['ja', '記事の並び順', '4件', '記事を追加', '公開中', /^2026年11月\d+日 /, '公開ページ', '編集'],
] as const)('shows a group with its posts in order, in %s', async ([language, list, count, add, ...texts]) => {
  const [status, time, publicPage, edit] = texts;
  const opened = await open({ language });
  const { main, api } = opened;
  expect(document.title).toBe('Trees – Kawaraban');
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Trees');
  expect(main().getByText('trees')).toBeTruthy();
  expect(titlesOf(opened, list)).toEqual(TITLES);
  expect(main().getByText(count)).toBeTruthy();
  expect(main().getByRole('button', { name: add })).toBeTruthy();
  expect(main().getByRole('link', { name: 'Alder' }).getAttribute('href')).toBe(`/admin/posts/news/${idOf('Alder')}`);
  expect(main().getAllByText(status)).toHaveLength(4);
  const times = main().getAllByText(time);
  expect(times.map((each) => each.getAttribute('datetime'))).toEqual(Array(4).fill('2026-11-20T12:00:00Z'));
  expect(main().getByRole('link', { name: publicPage }).getAttribute('href')).toBe('/posts/news/groups/trees');
  expect(main().getByRole('link', { name: edit }).getAttribute('href')).toBe(`${GROUP}/edit`);
  expect(api.sent(adminPostGroupApi.find)).toMatchObject([{ params: { serviceId: 'news', slug: 'trees' } }]);
});

test('shows the state of each post', async () => {
  const posts = [
    post('Alder', { status: 'draft', publishAt: null, effectiveAt: null }),
    post('Birch', { status: 'reserved', publishAt: '2027-01-10T12:00:00Z', effectiveAt: '2027-01-10T12:10:00Z' }),
    post('Cedar', { isHiddenInList: true }),
  ];
  const { main } = await open({ api: (api) => answerGroup(api, TITLES.slice(0, 3), posts) });
  const rows = within(main().getByRole('list', { name: 'Order of posts' })).getAllByRole('listitem');
  const texts = rows.map((row) => row.querySelector('.group-post-state')?.textContent);
  expect(texts[0]).toBe('Draft');
  expect(texts[1]).toMatch(/^ScheduledScheduled for Jan \d+, 2027, /);
  expect(texts[2]).toMatch(/^PublishedHiddenNov \d+, 2026, /);
  expect(main().queryByRole('link', { name: 'Public page' })).toBeNull();
});

test('shows a skeleton while the group loads', async () => {
  const pending = Promise.withResolvers<AdminPostGroup>();
  await open({ isLoading: true, api: (api) => api.answer(adminPostGroupApi.find, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Post groups' });
  expect(screen.getByText('Loading')).toBeTruthy();
  pending.resolve(group(POSTS));
  await screen.findByRole('heading', { name: 'Trees' });
});

testInLanguages([
  ['en', 'No posts in this group yet', 'Add posts'],
  ['ja', 'この投稿グループに記事はまだありません', '記事を追加'],
] as const)('offers to add the first post, in %s', async ([language, text, add]) => {
  const { main } = await open({ language, api: (api) => answerGroup(api, [], []) });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getAllByRole('button', { name: add })).toHaveLength(1);
});

test('redirects to the not-found page for an unknown group', async () => {
  const reject = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminPostGroupApi.find, reject) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('reports a failed load and offers to try again', async () => {
  const reject = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminPostGroupApi.find, reject) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(GROUP);
});

test.for([
  ['a group', TITLES],
  ['an empty group', []],
] as const)('viewers see no actions in %s', async ([, titles]) => {
  const { main } = await open({ role: 'viewer', api: (api) => answerGroup(api, titles, POSTS) });
  expect(main().queryAllByRole('link', { name: 'Birch' })).toHaveLength(titles.length > 0 ? 1 : 0);
  expect(main().queryByRole('button')).toBeNull();
  expect(main().queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(main().queryByText(/^Drag the handles to change the order/)).toBeNull();
});

test('single post cannot be sorted', async () => {
  const opened = await open({ api: (api) => answerGroup(api, ['Alder'], POSTS) });
  expect(titlesOf(opened)).toEqual(['Alder']);
  expect(opened.main().getByText('1 post')).toBeTruthy();
  expect(opened.main().queryByRole('button', { name: /^Move/ })).toBeNull();
  expect(opened.main().queryByText(/^Drag the handles to change the order/)).toBeNull();
});

testInLanguages([
  ['en', 'Move Alder', 'Order saved', 'Undo', 'Order of posts'],
  ['ja', '「Alder」を移動', '順番を保存しました', '元に戻す', '記事の並び順'],
] as const)('sorts by keyboard and undoes, in %s', async ([language, handle, saved, undo, list]) => {
  layOutRows();
  const opened = await open({ language });
  const { main, user, api } = opened;
  const [pickedUp, second, third, dropped] =
    language === 'en'
      ? [
          'Selected Alder, position 1 of 4.',
          'Alder is at position 2 of 4.',
          'Alder is at position 3 of 4.',
          'Moved Alder to position 3 of 4.',
        ]
      : [
          '「Alder」を選択しました。4件中1番目です。',
          '「Alder」は4件中2番目です。',
          '「Alder」は4件中3番目です。',
          '「Alder」を4件中3番目に移動しました。',
        ];
  main().getByRole('button', { name: handle }).focus();
  for (const [key, text] of [
    [' ', pickedUp],
    ['{ArrowDown}', second],
    ['{ArrowDown}', third],
    [' ', dropped],
  ] as const) {
    await user.keyboard(key);
    await screen.findByText(text);
  }
  await screen.findByText(saved);
  const order = ['Birch', 'Cedar', 'Alder', 'Douglas fir'];
  expect(titlesOf(opened, list)).toEqual(order);
  await user.click(screen.getByRole('button', { name: undo }));
  await expect
    .poll(() => sentOrders(api))
    .toEqual([
      [order, TITLES],
      [TITLES, order],
    ]);
  await expect.poll(() => titlesOf(opened, list)).toEqual(TITLES);
});

test('Escape cancels a keyboard drag and sends nothing', async () => {
  layOutRows();
  const opened = await open();
  opened.main().getByRole('button', { name: 'Move Cedar' }).focus();
  for (const [key, text] of [
    ['{Enter}', 'Selected Cedar, position 3 of 4.'],
    ['{ArrowUp}', 'Cedar is at position 2 of 4.'],
    ['{Escape}', 'Move canceled. Cedar is back at position 3 of 4.'],
  ] as const) {
    await opened.user.keyboard(key);
    await screen.findByText(text);
  }
  expect(titlesOf(opened)).toEqual(TITLES);
  expect(sentOrders(opened.api)).toEqual([]);
});

test.for([
  ['Birch', 'Move up', ['Birch', 'Alder', 'Cedar', 'Douglas fir']],
  ['Birch', 'Move down', ['Alder', 'Cedar', 'Birch', 'Douglas fir']],
  ['Cedar', 'Move to the top', ['Cedar', 'Alder', 'Birch', 'Douglas fir']],
  ['Alder', 'Move to the end', ['Birch', 'Cedar', 'Douglas fir', 'Alder']],
] as const)('moves %s by “%s”', async ([title, action, order]) => {
  const opened = await open();
  await choose(opened, title, action);
  await screen.findByText('Order saved');
  expect(titlesOf(opened)).toEqual(order);
  expect(sentOrders(opened.api)).toEqual([[order, TITLES]]);
  expect(opened.api.sent(adminPostGroupApi.update)).toMatchObject([{ params: { serviceId: 'news', slug: 'trees' } }]);
});

test.for([
  ['first', 'Alder', ['Move to the top', 'Move up']],
  ['last', 'Douglas fir', ['Move down', 'Move to the end']],
] as const)('%s post cannot move beyond the list', async ([, title, shut]) => {
  const opened = await open();
  await opened.user.click(moreOf(opened, title));
  const items = within(await screen.findByRole('menu', { name: `More actions for ${title}` })).getAllByRole('menuitem');
  const disabled = items.filter((item) => item.hasAttribute('disabled'));
  expect(disabled.map(({ textContent }) => textContent)).toEqual(shut);
  const edit = screen.getByRole('menuitem', { name: 'Edit post' });
  expect(edit.getAttribute('href')).toBe(`/admin/posts/news/${idOf(title)}/edit`);
});

test('undo restores a removed post at its place', async () => {
  const opened = await open();
  const { main, user, api } = opened;
  await user.click(main().getByRole('button', { name: 'Remove Birch from the group' }));
  await screen.findByText('Birch removed from the group');
  expect(titlesOf(opened)).toEqual(['Alder', 'Cedar', 'Douglas fir']);
  expect(document.activeElement).toBe(main().getByRole('link', { name: 'Cedar' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => titlesOf(opened)).toEqual(TITLES);
  await expect.poll(() => document.activeElement).toBe(main().getByRole('link', { name: 'Birch' }));
  const rest = ['Alder', 'Cedar', 'Douglas fir'];
  expect(sentOrders(api)).toEqual([
    [rest, TITLES],
    [TITLES, rest],
  ]);
});

test('only the last change can be undone', async () => {
  const opened = await open();
  await choose(opened, 'Birch', 'Move up');
  await screen.findByText('Order saved');
  await opened.user.click(opened.main().getByRole('button', { name: 'Remove Cedar from the group' }));
  await screen.findByText('Cedar removed from the group');
  await expect.poll(() => screen.queryByText('Order saved')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
});

test('keeps posts added by another user meanwhile', async () => {
  const opened = await open();
  const { main, user, api } = opened;
  const current = group(POSTS);
  api.answer(adminPostGroupApi.update, ({ body }) => {
    if (body.formerPostIds?.length === TITLES.length)
      throw httpError(409, { message: messages.staleRevision, current });
    const left = POSTS.filter(({ postId }) => body.postIds?.includes(postId));
    api.answer(adminPostGroupApi.find, group(left));
    return group(left);
  });
  await user.click(main().getByRole('button', { name: 'Remove Alder from the group' }));
  await expect.poll(() => titlesOf(opened)).toEqual(['Birch', 'Cedar', 'Douglas fir', 'Elm']);
  expect(sentOrders(api)).toEqual([
    [['Birch', 'Cedar', 'Douglas fir'], TITLES],
    [
      ['Birch', 'Cedar', 'Douglas fir', 'Elm'],
      [...TITLES, 'Elm'],
    ],
  ]);
});

test('rejected change is reverted with its reason', async () => {
  const reject = () => {
    throw httpError(500);
  };
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.update, reject) });
  await choose(opened, 'Birch', 'Move up');
  await screen.findByText('Error occurred');
  await expect.poll(() => titlesOf(opened)).toEqual(TITLES);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('adds posts found by search, and undo removes them', async () => {
  const { opened, dialog } = await openSearch();
  const { user, api } = opened;
  await dialog.findByText('Recently updated');
  expect(dialog.getByRole('button', { name: 'Added Douglas fir' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(dialog.getByRole('searchbox', { name: 'Search posts' }));
  await user.paste(' Elm');
  await dialog.findByText('1 post found');
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Add Elm' }));
  const added = await dialog.findByRole('button', { name: 'Added Elm' });
  expect(document.activeElement).toBe(added);
  await screen.findByText('Elm added', { selector: '[role=status] *' });
  await user.click(added);
  await user.click(dialog.getByText('Close'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => titlesOf(opened)).toEqual([...TITLES, 'Elm']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => titlesOf(opened)).toEqual(TITLES);
  expect(sentOrders(api)).toEqual([
    [[...TITLES, 'Elm'], TITLES],
    [TITLES, [...TITLES, 'Elm']],
  ]);
  expect(api.sent(adminSearchApi.find).map(({ query }) => query)).toEqual([
    { service: 'news', count: 20 },
    { service: 'news', count: 20, q: 'Elm' },
  ]);
});

test('shows a notice when no post matches', async () => {
  const { opened, dialog } = await openSearch();
  await opened.user.type(dialog.getByRole('searchbox'), 'zzz');
  await dialog.findByText('No matching posts');
  expect(dialog.queryByRole('listitem')).toBeNull();
});

test('reports a failed search and searches again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { opened, dialog } = await openSearch({ api: (api) => api.answer(adminSearchApi.find, fail) });
  await dialog.findByText('The search failed. Try again.');
  const [elm] = POSTS.slice(-1);
  opened.api.answer(adminSearchApi.find, { posts: elm ? [anyPost(elm)] : [], isLimited: false });
  await opened.user.type(dialog.getByRole('searchbox'), 'E');
  await dialog.findByRole('button', { name: 'Add Elm' });
});

test('full group accepts no more posts', async () => {
  const others = Array.from({ length: 996 }, (_, at) => `${at}`.padStart(26, '0'));
  const shown = group(POSTS.slice(0, 4));
  const full = { ...shown, postIds: [...shown.postIds, ...others] };
  const { opened, dialog } = await openSearch({ api: (api) => api.answer(adminPostGroupApi.find, full) });
  await dialog.findByText('A group can have up to 1000 posts.');
  const add = await dialog.findByRole('button', { name: 'Add Elm' });
  expect(add.getAttribute('aria-disabled')).toBe('true');
  await opened.user.click(add);
  expect(opened.api.sent(adminPostGroupApi.update)).toEqual([]);
  expect(screen.getByText('1000 posts')).toBeTruthy();
});

test('deletes a group, returns to the list and undoes', async () => {
  const { main, user, api, address } = await open();
  api.answer(adminPostGroupApi.delete, null).answer(adminPostGroupApi.create, group(POSTS));
  await user.click(main().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Trees?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Trees deleted');
  await expect.poll(address).toBe('/admin/posts/news/groups');
  expect(api.sent(adminPostGroupApi.delete)).toMatchObject([{ params: { serviceId: 'news', slug: TREES.slug } }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Trees restored');
  await expect.poll(address).toBe(GROUP);
  expect(api.sent(adminPostGroupApi.create)).toMatchObject([
    { body: { slug: 'trees', label: 'Trees', postIds: TITLES.map(idOf) } },
  ]);
});

test('delete sends nothing when canceled', async () => {
  const { main, user, api, address } = await open();
  await user.click(main().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Trees?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(GROUP);
  expect(api.sent(adminPostGroupApi.delete)).toEqual([]);
});
