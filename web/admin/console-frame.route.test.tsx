import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, useLoaderData } from 'react-router';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { storeLanguage } from '../i18n/language.ts';
import { requireSession } from '../session/guards.ts';
import { storeTheme } from '../ui/theme.ts';
import { palette, shortcutHelp } from './ui/flag.ts';
import { PageTitle } from './ui/page-title.tsx';
import * as webhookCreate from './webhooks/webhook-create.route.tsx';

const AGAIN = 'Again';

const plain = {
  default: function PlainScreen() {
    return (
      <>
        <PageTitle title="Plain" />
        <input aria-label="Word" />
        <Link to="?again">{AGAIN}</Link>
      </>
    );
  },
  clientLoader: async ({ request }: { request: Request }) => {
    await requireSession(request);
    return null;
  },
};

const diary = serviceDetail({ serviceId: 'diary', label: '日記', functions: ['post'] });
const news = serviceDetail();

const post: AnyPost = {
  ...{ serviceId: 'news', postId: '01m8000000000000000000000p', slug: 'wave', title: 'The wave' },
  ...{ status: 'draft', publishAt: null, isHiddenInList: false },
};

function open({ at = '/admin/tags/news', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  onTestFinished(() => {
    palette.set(false);
    shortcutHelp.set(false);
    storeTheme(undefined);
    storeLanguage(undefined);
  });
  return openScreen(plain, {
    path: at.replace(/^\/admin\/?/, ''),
    at,
    ...options,
    api: (api) => {
      api.answer(adminSearchApi.find, { posts: [post], isLimited: false });
      options.api?.(api);
    },
  });
}

afterEach(() => vi.useRealTimers());

/** Queries within the console header; screen headings are `header` elements too. */
const header = () => within(screen.getAllByRole('banner')[0] ?? document.body);
const navigation = () => within(header().getByRole('navigation'));
const sideBar = (name: string) => within(screen.getByRole('navigation', { name }));
const itemsIn = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => [item.textContent, item.getAttribute('href')]);

async function openMenu({ user }: OpenScreen, name: string | RegExp): Promise<HTMLElement> {
  await user.click(header().getByRole('button', { name }));
  return await screen.findByRole('menu');
}

const openPalette = async ({ user }: OpenScreen, name = 'Search or run a command') => {
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByRole('group', { name: /Recently updated posts|最近更新した記事/ });
  return dialog;
};

const optionsIn = (place: ReturnType<typeof within>) =>
  place.queryAllByRole('option').map((option: HTMLElement) => option.textContent);

testInLanguages([
  ['en', 'viewer', 'Viewer', ['Dashboard', 'View site'], ['Service: News', 'Signed in as Hokusai, Viewer']],
  ['en', 'editor', 'Editor', ['Dashboard', 'View site'], ['Service: News', 'Signed in as Hokusai, Editor']],
  [
    ...(['en', 'admin', 'Admin', ['Dashboard', 'Services', 'Users', 'View site']] as const),
    ['Service: News', 'System', 'Signed in as Hokusai, Admin'],
  ],
  [
    ...(['ja', 'viewer', '閲覧者', ['ダッシュボード', 'サイトを見る']] as const),
    ['サービス：News', 'Hokusaiとしてサインイン中（閲覧者）'],
  ],
  [
    ...(['ja', 'editor', '編集者', ['ダッシュボード', 'サイトを見る']] as const),
    ['サービス：News', 'Hokusaiとしてサインイン中（編集者）'],
  ],
  [
    ...(['ja', 'admin', '管理者', ['ダッシュボード', 'サービス', 'ユーザー', 'サイトを見る']] as const),
    ['サービス：News', 'システム', 'Hokusaiとしてサインイン中（管理者）'],
  ],
] as const)('in %s, header offers the links of %ss', async ([language, role, shown, links, buttons]) => {
  await open({ language, role });
  const bar = navigation();
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(links);
  const names = bar.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent);
  expect(names).toEqual(buttons);
  expect(bar.getByText(shown)).toBeTruthy();
});

test.for([
  ['editor', ['Signed in as Hokusai, Editor']],
  ['admin', ['System', 'Signed in as Hokusai, Admin']],
] as const)('%ss without services have no service menu', async ([role, buttons]) => {
  await open({ role, services: [], at: '/admin/qr' });
  const names = navigation().getAllByRole('button');
  expect(names.map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual(buttons);
});

testInLanguages([
  ['en', 'Skip to content', 'Console', 'Menu'],
  ['ja', '本文へ移動', '管理メニュー', 'メニュー'],
] as const)('has a skip link and a named navigation, in %s', async ([language, skip, name, burger]) => {
  const { user } = await open({ language });
  expect(screen.getByRole('link', { name: skip }).getAttribute('href')).toBe('#content');
  expect(screen.getByRole('main').id).toBe('content');
  const bar = header().getByRole('navigation', { name });
  const button = header().getByRole('button', { name: burger });
  expect(button.getAttribute('aria-controls')).toBe(bar.id);
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('main'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

testInLanguages([
  [
    ...(['en', 'System'] as const),
    ['API keys', '/admin/api-keys'],
    ['Audit log', '/admin/audit'],
    ['Emails', '/admin/mails'],
  ],
  [
    ...(['ja', 'システム'] as const),
    ['APIキー', '/admin/api-keys'],
    ['監査ログ', '/admin/audit'],
    ['メール', '/admin/mails'],
  ],
] as const)('lists administration screens for admins, in %s', async ([language, name, ...places]) => {
  const opened = await open({ language, role: 'admin' });
  expect(itemsIn(await openMenu(opened, name))).toEqual(places);
});

const placesOfNews = [
  ['Posts', '/admin/posts/news'],
  ['Comments', '/admin/comments/news'],
  ['Media', '/admin/files/news'],
  ['Categories', '/admin/categories/news'],
  ['Post groups', '/admin/posts/news/groups'],
  ['Tags', '/admin/tags/news'],
  ['Trash', '/admin/posts/news/bin'],
  ['Content settings', '/admin/settings/news/content'],
] as const;

test.for([
  ['viewer', []],
  [
    'admin',
    [
      ['Service Settings', '/admin/services/news/edit'],
      ['Webhooks', '/admin/webhooks/news'],
    ],
  ],
] as const)('side bar lists the screens of a service for %ss', async ([role, more]) => {
  await open({ role });
  const links = sideBar('Service: News').getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([...placesOfNews, ...more]);
  expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual(['Tags']);
});

test.for([
  ['/admin/posts/news/groups/weekly', 'Post groups', true],
  ['/admin/posts/news/bin', 'Trash', 'page'],
  ['/admin/posts/news/01m8/edit', 'Posts', true],
] as const)('side bar marks the place of %s', async ([at, name, current]) => {
  await open({ at });
  expect(sideBar('Service: News').getByRole('link', { current })).toHaveProperty('textContent', name);
  if (current === true) expect(sideBar('Service: News').queryByRole('link', { current: 'page' })).toBeNull();
});

testInLanguages([
  ['en', 'Service: News', 'Icons only'],
  ['ja', 'サービス：News', 'アイコンだけにする'],
] as const)('side bar folds to icons and stays folded, in %s', async ([language, name, fold]) => {
  const { user } = await open({ language });
  onTestFinished(() => localStorage.removeItem('kawaraban.side-bar-folded'));
  const bar = screen.getByRole('navigation', { name });
  await user.click(within(bar).getByRole('button', { name: fold, pressed: false }));
  expect(bar.dataset.folded).toBe('true');
  cleanup();
  await open({ language });
  await waitFor(() => expect(screen.getByRole('navigation', { name }).dataset.folded).toBe('true'));
});

test.for(['/admin', '/admin/services', '/admin/posts/diary'])('%s has no side bar', async (at) => {
  await open({ at, role: 'admin' });
  expect(screen.queryByRole('navigation', { name: 'Service: News' })).toBeNull();
});

test('side bar leaves its width to the post editor', async () => {
  await open({ at: '/admin/posts/news/create' });
  expect(screen.getByRole('navigation', { name: 'Service: News' }).dataset.folded).toBe('true');
  expect(sideBar('Service: News').queryByRole('button', { name: 'Icons only' })).toBeNull();
});

testInLanguages([
  ['en', 'Service: News', 'Select a service'],
  ['ja', 'サービス：News', 'サービスを選択'],
] as const)('switches the service and keeps the screen, in %s', async ([language, name, label]) => {
  const opened = await open({ language, services: [news, diary] });
  const menu = await openMenu(opened, name);
  expect(within(menu).getByText(label)).toBeTruthy();
  expect(within(menu).getByRole('menuitem', { name: 'News news' }).getAttribute('aria-current')).toBe('true');
  await opened.user.click(within(menu).getByRole('menuitem', { name: '日記 diary' }));
  expect(opened.address()).toBe('/admin/tags/diary');
});

test('switches to the home when the screen is missing', async () => {
  const opened = await open({ services: [news, diary], at: '/admin/comments/news' });
  const menu = await openMenu(opened, 'Service: News');
  expect(within(menu).getByRole('menuitem', { name: '日記 diary' }).getAttribute('href')).toBe('/admin/posts/diary');
});

test('finds one of many services by name', async () => {
  const many = Array.from({ length: 10 }, (_, at) => serviceDetail({ serviceId: `s-${at}`, label: `Service ${at}` }));
  const opened = await open({ services: [...many, diary], at: '/admin/qr' });
  const menu = await openMenu(opened, 'Select a service');
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(11);
  await opened.user.type(within(menu).getByRole('searchbox', { name: 'Search services' }), '日');
  expect(itemsIn(menu)).toEqual([['日記 diary', '/admin/posts/diary']]);
  await opened.user.type(within(menu).getByRole('searchbox'), 'x');
  expect(within(menu).getByText('No matching services')).toBeTruthy();
});

testInLanguages([
  [
    ...(['en', 'Signed in as Hokusai, Editor', 'Language', 'Appearance', 'Keyboard shortcuts'] as const),
    ['Account settings', 'QR code generator', 'Sign out'],
    ['English', '日本語', 'Match system', 'Light', 'Dark'],
  ],
  [
    ...(['ja', 'Hokusaiとしてサインイン中（編集者）', '言語', 'テーマ', 'キーボードショートカット'] as const),
    ['アカウント設定', 'QRコード作成', 'サインアウト'],
    ['English', '日本語', 'システムに合わせる', 'ライト', 'ダーク'],
  ],
] as const)(
  'user menu contains settings and sign-out, in %s',
  async ([language, name, languages, appearance, keys, [settings, qr, signOut], choices]) => {
    const opened = await open({ language });
    const menu = await openMenu(opened, name);
    expect(itemsIn(menu)).toEqual([
      [settings, '/settings'],
      [qr, '/admin/qr'],
      [keys, null],
      [signOut, '/admin/signout'],
    ]);
    for (const label of [languages, appearance]) expect(within(menu).getByText(label)).toBeTruthy();
    const radios = within(menu).getAllByRole('menuitemradio');
    expect(radios.map((radio) => radio.textContent)).toEqual(choices);
    await opened.user.click(within(menu).getByRole('menuitem', { name: signOut }));
    expect(opened.address()).toBe('/admin/signout');
  },
);

test('opens a menu by keyboard and restores the focus', async () => {
  const opened = await open();
  const { user } = opened;
  const button = () => header().getByRole('button', { name: 'Signed in as Hokusai, Editor' });
  button().focus();
  await user.keyboard('{Enter}');
  const first = await screen.findByRole('menuitem', { name: 'Account settings' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Sign out' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('changes the language and keeps input', async () => {
  const opened = await open();
  await opened.user.type(opened.main().getByRole('textbox', { name: 'Word' }), 'Half a');
  const menu = await openMenu(opened, 'Signed in as Hokusai, Editor');
  expect(within(menu).getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true');
  await opened.user.click(within(menu).getByRole('menuitemradio', { name: '日本語' }));
  await header().findByRole('button', { name: 'Hokusaiとしてサインイン中（編集者）' });
  expect(navigation().getByRole('link', { name: 'ダッシュボード' })).toBeTruthy();
  expect(document.cookie).toContain('kawaraban-language=ja');
  expect(opened.main().getByRole('textbox', { name: 'Word' })).toHaveProperty('value', 'Half a');
});

test('changes the color scheme persistently', async () => {
  const opened = await open();
  const menu = await openMenu(opened, 'Signed in as Hokusai, Editor');
  await opened.user.click(within(menu).getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('kawaraban-theme')).toBe('dark');
});

testInLanguages([
  ['en', '/admin/posts/news/create', 'Breadcrumbs', ['News', 'Posts']],
  ['ja', '/admin/posts/news/create', 'パンくずリスト', ['News', '記事']],
  ['en', '/admin/webhooks/news/abc/edit', 'Breadcrumbs', ['News', 'Webhooks', 'Webhook']],
  ['ja', '/admin/webhooks/news/abc/edit', 'パンくずリスト', ['News', 'Webhook', 'Webhookの詳細']],
  ['en', '/admin/api-keys/create', 'Breadcrumbs', ['API keys']],
  ['en', '/admin/settings/news/content', 'Breadcrumbs', ['News', 'Comments']],
  ['ja', '/admin/settings/news/content', 'パンくずリスト', ['News', 'コメント']],
] as const)('in %s, breadcrumbs lead back from %s', async ([language, at, name, steps]) => {
  await open({ language, at, role: 'admin' });
  const crumbs = within(screen.getByRole('navigation', { name }));
  expect(crumbs.getAllByRole('link').map((link) => link.textContent)).toEqual(steps);
  expect(crumbs.getAllByRole('link')[0]?.getAttribute('href')).toBe(
    steps[0] === 'News' ? '/admin/posts/news' : '/admin/api-keys',
  );
});

test('breadcrumbs name the post of a screen', async () => {
  const withPost = {
    default: function PostScreen() {
      const { post } = useLoaderData<{ post: { title: string } }>();
      return <PageTitle title={`Edit ${post.title}`} />;
    },
    clientLoader: async ({ request }: { request: Request }) => {
      await requireSession(request);
      return { post: { title: '瓦版' } };
    },
  };
  await openScreen(withPost, { path: 'posts/news/abc/edit', at: '/admin/posts/news/abc/edit' });
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(crumbs.getByRole('link', { name: '瓦版' }).getAttribute('href')).toBe('/admin/posts/news/abc');
});

test.each(['/admin/tags/news', '/admin/services', '/admin/posts/diary/abc'])('%s has no breadcrumbs', async (at) => {
  await open({ at, role: 'admin' });
  expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull();
});

testInLanguages([
  [
    ...(['en', 'Search or run a command', 'Commands', 'Screens', 'Recently updated posts', '11 results'] as const),
    ['New postNews', 'New categoryNews', 'New post groupNews'],
    ['PostsNews', 'CommentsNews', 'MediaNews', 'CategoriesNews', 'Post groupsNews', 'TagsNews', 'TrashNews'],
    ['Content settingsNews', 'The waveDraftNews'],
  ],
  [
    ...(['ja', '検索とコマンド', 'コマンド', '画面', '最近更新した記事', '11件'] as const),
    ['記事を作成News', 'カテゴリーを作成News', '投稿グループを作成News'],
    ['記事News', 'コメントNews', 'メディアNews', 'カテゴリーNews', '投稿グループNews', 'タグNews', 'ごみ箱News'],
    ['コンテンツ設定News', 'The wave下書きNews'],
  ],
] as const)(
  'palette lists the current service first, in %s',
  async ([language, name, actions, screens, posts, _count, news3, places, [contents, wave]]) => {
    const opened = await open({ language, services: [news, diary] });
    const dialog = await openPalette(opened, name);
    expect(document.activeElement).toBe(dialog.getByRole('combobox', { name }));
    expect(optionsIn(within(dialog.getByRole('group', { name: actions })))).toEqual(news3);
    expect(optionsIn(within(dialog.getByRole('group', { name: screens })))).toEqual([...places, contents]);
    expect(optionsIn(within(dialog.getByRole('group', { name: posts })))).toEqual([wave]);
    expect(opened.api.sent(adminSearchApi.find)).toMatchObject([{ query: { count: 8 } }]);
  },
);

test('palette finds posts and opens one by keyboard', async () => {
  const opened = await open();
  const { user, api, address } = opened;
  const dialog = await openPalette(opened);
  api.answer(adminSearchApi.find, ({ query }) => ({ posts: query.q === 'wav' ? [post] : [], isLimited: false }));
  // At once, because typing by itself may take longer than the pause before a search.
  for (const value of ['w', 'wa', 'wav']) fireEvent.change(dialog.getByRole('combobox'), { target: { value } });
  await dialog.findByRole('group', { name: 'Posts' });
  expect(optionsIn(dialog)).toEqual(['The waveDraftNews']);
  expect(dialog.getByRole('option').getAttribute('aria-selected')).toBe('true');
  await dialog.findByText('1 result');
  await user.keyboard('{Enter}');
  expect(address()).toBe(`/admin/posts/news/${post.postId}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Quick input triggers a single search.
  expect(api.sent(adminSearchApi.find).map(({ query }) => query.q)).toEqual([undefined, 'wav']);
});

test('arrow keys wrap around in the palette', async () => {
  const opened = await open();
  const { user, address } = opened;
  const dialog = await openPalette(opened);
  const selected = () => dialog.getByRole('option', { selected: true }).textContent;
  const input = dialog.getByRole('combobox');
  expect(selected()).toBe('New postNews');
  await user.keyboard('{ArrowUp}');
  expect(selected()).toBe('The waveDraftNews');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toBe('New categoryNews');
  expect(input.getAttribute('aria-activedescendant')).toBe(dialog.getByRole('option', { selected: true }).id);
  await user.keyboard('{PageDown}');
  expect(selected()).toBe('CategoriesNews');
  await user.keyboard('{PageUp}{Enter}');
  expect(address()).toBe('/admin/categories/news/create');
});

test('palette finds actions of another service', async () => {
  const opened = await open({ services: [news, diary] });
  const dialog = await openPalette(opened);
  opened.api.answer(adminSearchApi.find, { posts: [], isLimited: false });
  await opened.user.type(dialog.getByRole('combobox'), 'new post 日記');
  await opened.user.click(await dialog.findByRole('option', { name: /New post\s*日記/ }));
  expect(opened.address()).toBe('/admin/posts/diary/create');
});

test.for([
  ['viewer', 'new category', []],
  ['editor', 'new category', ['New categoryNews']],
  ['viewer', 'settings', ['Account settings', 'Content settingsNews']],
  ['editor', 'users', []],
  ['admin', 'users', ['Create User', 'Users']],
  ['admin', 'webhooks', ['WebhooksNews']],
  ['editor', 'webhooks', []],
] as const)('palette offers %ss only permitted entries: %s', async ([role, typed, expected]) => {
  const opened = await open({ role });
  const dialog = await openPalette(opened);
  opened.api.answer(adminSearchApi.find, { posts: [], isLimited: false });
  await opened.user.type(dialog.getByRole('combobox'), typed);
  await dialog.findByText(expected.length > 0 ? /result/ : 'No results');
  expect(optionsIn(dialog).toSorted()).toEqual(expected);
});

test('palette reports a failed post search', async () => {
  const opened = await open();
  const dialog = await openPalette(opened);
  opened.api.answer(adminSearchApi.find, () => {
    throw httpError(500);
  });
  await opened.user.type(dialog.getByRole('combobox'), 'tags');
  await dialog.findByText('The search failed. Keep typing to try again.');
  expect(optionsIn(dialog)).toEqual(['TagsNews']);
});

test('palette changes language and color scheme', async () => {
  const opened = await open();
  const { user } = opened;
  await user.type((await openPalette(opened)).getByRole('combobox'), 'japanese{Enter}');
  await header().findByRole('button', { name: '検索とコマンド' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type((await openPalette(opened, '検索とコマンド')).getByRole('combobox'), 'ダーク{Enter}');
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('Ctrl+K closes the palette and restores the focus', async () => {
  const opened = await open();
  const word = opened.main().getByRole('textbox', { name: 'Word' });
  await opened.user.click(word);
  await openPalette(opened);
  await opened.user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(word));
});

test('header button opens the palette', async () => {
  const { user } = await open();
  await user.click(header().getByRole('button', { name: 'Search or run a command' }));
  await screen.findByRole('dialog', { name: 'Search or run a command' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
});

testInLanguages([
  [
    ...(['en', 'Keyboard shortcuts', 'On every screen', 'Single-letter shortcuts'] as const),
    ['c', 'Create post', 'Ctrl K', 'Search or run a command', '?', 'Show keyboard shortcuts'],
  ],
  [
    ...(['ja', 'キーボードショートカット', 'すべての画面', '1文字のショートカットを使う'] as const),
    ['c', '記事を作成', 'Ctrl K', '検索とコマンドを開く', '?', 'キーボードショートカットを表示'],
  ],
] as const)('lists shortcuts that can be disabled, in %s', async ([language, name, title, letters, keys]) => {
  const { user } = await open({ language });
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name }));
  expect(help.getByRole('heading', { level: 3 }).textContent).toBe(title);
  const shown = [...screen.getByRole('dialog').querySelectorAll('dt, dd')];
  const textOf = (each: Element) => [...each.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' ');
  expect(shown.map((each) => textOf(each) || each.textContent)).toEqual(keys);
  await user.click(help.getByRole('switch', { name: new RegExp(letters) }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shortcut list includes those of a form', async () => {
  const { user } = await openScreen(webhookCreate, {
    ...{ path: 'webhooks/:serviceId/create', at: '/admin/webhooks/news/create', role: 'admin' },
  });
  onTestFinished(() => shortcutHelp.set(false));
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const titles = help.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(titles).toEqual(['In forms', 'On every screen']);
});

test('question mark in a field is text', async () => {
  const { user, main } = await open();
  await user.type(main().getByRole('textbox', { name: 'Word' }), 'What?');
  expect(main().getByRole('textbox')).toHaveProperty('value', 'What?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

testInLanguages([
  ['en', 'This is taking longer than expected.', 'Reload this page', 'Keep waiting'],
  ['ja', '読み込みに時間がかかっています。', 'このページを再読み込み', 'このまま待つ'],
] as const)('loading overlay offers to reload after its limit, in %s', async ([language, late, reload, goOn]) => {
  const pending = Promise.withResolvers<never>();
  const slow = {
    ...plain,
    clientLoader: async ({ request }: { request: Request }) => {
      await requireSession(request);
      return new URL(request.url).search === '' ? null : await pending.promise;
    },
  };
  const { main } = await openScreen(slow, {
    ...{ path: 'qr', at: '/admin/qr', language },
    config: { loadingMaxDuration: 12_000 },
  });
  expect(document.querySelector('.loading-overlay')).toBeNull();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(main().getByRole('link', { name: 'Again' }));
  const overlay = () => document.querySelector('.loading-overlay');
  expect(overlay()?.textContent).toBe(language === 'en' ? 'Loading' : '読み込み中');
  expect(overlay()?.getAttribute('role')).toBe('status');
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  act(() => vi.advanceTimersByTime(11_999));
  expect(overlay()).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(overlay()).toBeNull();
  expect(screen.getByText(late)).toBeTruthy();
  expect(screen.getByRole('button', { name: reload })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: goOn }));
  expect(screen.queryByText(late)).toBeNull();
});

function storeElsewhere(newValue: string | null): void {
  const key = 'CognitoIdentityServiceProvider.kawaraban.LastAuthUser';
  const oldValue = newValue === null ? 'hokusai' : null;
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, oldValue }));
  });
}

/** Sets the address bar, which the simulated router does not change. */
function showInAddressBar(path: string): void {
  const before = location.href;
  history.replaceState(null, '', path);
  onTestFinished(() => history.replaceState(null, '', before));
}

test('sign-out in another tab redirects to sign-in', async () => {
  showInAddressBar('/admin/tags/news?contains=ink');
  const { address } = await open();
  storeElsewhere(null);
  await expect.poll(address).toBe('/admin/signin?redirect=%2Fadmin%2Ftags%2Fnews%3Fcontains%3Dink');
});

test('sign-out in another tab keeps unsaved input', async () => {
  const { user, main, address } = await openScreen(webhookCreate, {
    ...{ path: 'webhooks/:serviceId/create', at: '/admin/webhooks/news/create', role: 'admin' },
  });
  const field = main().getByRole('textbox', { name: 'Description' });
  await user.click(field);
  await user.paste('Half a');
  storeElsewhere(null);
  await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(address()).toBe('/admin/webhooks/news/create');
  storeElsewhere('hokusai');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field).toHaveProperty('value', 'Half a');
});

test('ignores other storage keys of another tab', async () => {
  const { address } = await open();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'kawaraban-theme', newValue: null, oldValue: 'dark' }));
  });
  expect(address()).toBe('/admin/tags/news');
});

testInLanguages([
  ['en', 'Create post'],
  ['ja', '記事を作成'],
] as const)('a new post begins in the header or on the key c, in %s', async ([language, name]) => {
  const { user, address } = await open({ language });
  const link = screen.getByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/admin/posts/news/create');
  await user.type(screen.getByLabelText('Word'), 'c');
  expect(address()).toBe('/admin/tags/news');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('c');
  await expect.poll(address).toBe('/admin/posts/news/create');
});
