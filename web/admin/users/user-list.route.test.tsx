import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminUserApi, type User } from '#contract/admin-users.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { userDetail } from './user.fixtures.ts';
import * as route from './user-list.route.tsx';

const hanako = userDetail();
const ada = userDetail({ username: 'ada', email: 'ada@example.com', name: 'ada@example.com', role: 'admin' });

function open({ at = '/admin/users', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'users', role: 'admin', at },
    ...options,
    api: (api) => {
      api.answer(adminUserApi.list, [hanako, ada]);
      api.answer(adminUserApi.search, { items: [hanako, ada], pageToken: null });
      options.api?.(api);
    },
  });
}

const fail = () => {
  throw httpError(500);
};

function cellsOf({ main }: OpenScreen, email: string): (string | null)[] {
  const row = main().getByRole('link', { name: email }).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

testInLanguages([
  ['en', 'Admin Users', 'Users', ['花子', 'Editor', 'Active', expect.stringMatching(/^Nov 1, 2026, /)]],
  ['ja', 'ユーザー', 'ユーザー', ['花子', '編集者', '有効', expect.stringMatching(/^2026年11月1日 /)]],
] as const)('lists the accounts of the console, in %s', async ([language, title, heading, cells]) => {
  const screenOfUsers = await open({ language });
  const { main } = screenOfUsers;
  expect(document.title).toMatch(new RegExp(`^${title} – .+ – Kawaraban$`));
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('table', { name: heading })).toBeTruthy();
  const link = main().getByRole('link', { name: hanako.email });
  expect(link.getAttribute('href')).toBe(`/admin/users/${hanako.username}`);
  expect(cellsOf(screenOfUsers, hanako.email)).toEqual(cells);
  expect(cellsOf(screenOfUsers, ada.email)[0]).toBe('-');
});

testInLanguages([
  [
    'en',
    [
      'Active',
      'Invited',
      'Email not verified',
      'Password reset required',
      'Signs in with a provider',
      'Disabled',
      'ARCHIVED',
    ],
  ],
  [
    'ja',
    [
      '有効',
      '招待中',
      'メールアドレス未確認',
      'パスワードの再設定待ち',
      '外部サービスでサインイン',
      '無効',
      'ARCHIVED',
    ],
  ],
] as const)('names the status of each account, in %s', async ([language, names]) => {
  const accounts: Partial<User>[] = [
    { status: 'CONFIRMED' },
    { status: 'FORCE_CHANGE_PASSWORD' },
    { status: 'UNCONFIRMED' },
    { status: 'RESET_REQUIRED' },
    { status: 'EXTERNAL_PROVIDER' },
    { status: 'CONFIRMED', enabled: false },
    { status: 'ARCHIVED' },
  ];
  const users = accounts.map((account, at) =>
    userDetail({ ...account, username: `u${at}`, email: `u${at}@example.com` }),
  );
  const shown = await open({ language, api: (api) => api.answer(adminUserApi.list, users) });
  expect(users.map(({ email }) => cellsOf(shown, email)[2])).toEqual(names);
});

test('lists an account without email by username', async () => {
  const { main } = await open({
    api: (api) => api.answer(adminUserApi.list, [userDetail({ username: 'bob', email: '' })]),
  });
  expect(main().getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/admin/users/bob');
});

test('links to a new account', async () => {
  const { main } = await open();
  expect(main().getByRole('link', { name: 'Create user' }).getAttribute('href')).toBe('/admin/users/create');
});

test('shows a skeleton while accounts load', async () => {
  const pending = Promise.withResolvers<User[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminUserApi.list, () => pending.promise) });
  const main = within(await screen.findByRole('main'));
  expect((await main.findByRole('heading')).textContent).toBe('Users');
  expect(main.getByRole('status').textContent).toBe('Loading');
  expect(main.queryByRole('table')).toBeNull();
  pending.resolve([hanako]);
  await main.findByRole('table');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({ at: '/admin/users?accounts=all', api: (api) => api.answer(adminUserApi.search, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/users?accounts=all');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(adminUserApi.list)).toEqual([]);
});

test('opens for admins without a service', async () => {
  const { main } = await open({ services: [] });
  expect(main().getByRole('table')).toBeTruthy();
});

testInLanguages([
  ['en', 'Filter by name or email', '1 of 2', 'No matching accounts', '0 of 2'],
  ['ja', '名前やメールアドレスで絞り込む', '2件中1件', '該当するアカウントはありません', '2件中0件'],
] as const)('filters while typing, in %s', async ([language, label, one, nobody, none]) => {
  const { main, user, api } = await open({ language });
  const field = main().getByRole('searchbox', { name: label });
  expect(main().getByRole('status').textContent).toBe('');
  await user.type(field, 'HANAKO 花');
  expect(main().getAllByRole('rowheader')).toHaveLength(1);
  expect(main().getByRole('link', { name: hanako.email })).toBeTruthy();
  expect(main().getByRole('status').textContent).toBe(one);
  await user.type(field, 'x');
  expect(main().getByText(nobody)).toBeTruthy();
  expect(main().getByRole('status').textContent).toBe(none);
  expect(api.sent(adminUserApi.list)).toHaveLength(1);
});

testInLanguages([
  ['en', 'Account types', 'Console accounts', 'All accounts'],
  ['ja', 'アカウントの種類', '管理画面のアカウント', 'すべてのアカウント'],
] as const)('switches to all accounts, in %s', async ([language, tabs, own, all]) => {
  const { main, user, api, address } = await open({ language });
  const tab = (name: string) => within(main().getByRole('navigation', { name: tabs })).getByRole('link', { name });
  expect(tab(own).getAttribute('aria-current')).toBe('page');
  expect(tab(all).getAttribute('aria-current')).toBeNull();
  await user.click(tab(all));
  await main().findByRole('combobox');
  expect(address()).toBe('/admin/users?accounts=all');
  expect(tab(own).getAttribute('aria-current')).toBeNull();
  expect(tab(all).getAttribute('aria-current')).toBe('page');
  expect(api.sent(adminUserApi.search).map(({ query }) => query)).toEqual([{ count: 50 }]);
  expect(main().getByRole('link', { name: hanako.email })).toBeTruthy();
});

testInLanguages([
  ['en', 'Email starts with', 'Status', 'Disabled', 'Search', 'Reset'],
  ['ja', 'メールアドレス（前方一致）', '状態', '無効', '検索', 'リセット'],
] as const)(
  'searches all accounts through the address, in %s',
  async ([language, email, status, disabled, run, reset]) => {
    const { main, user, api, address } = await open({ language, at: '/admin/users?accounts=all' });
    await user.type(main().getByRole('searchbox', { name: email }), ' ada+x ');
    await user.selectOptions(main().getByRole('combobox', { name: status }), disabled);
    expect(api.sent(adminUserApi.search)).toHaveLength(1);
    await user.click(main().getByRole('button', { name: run }));
    await expect.poll(address).toBe('/admin/users?accounts=all&email=ada%2Bx&status=disabled');
    expect(api.sent(adminUserApi.search).at(-1)?.query).toEqual({ count: 50, email: 'ada+x', status: 'disabled' });
    await user.click(main().getByRole('button', { name: reset }));
    await expect.poll(address).toBe('/admin/users?accounts=all');
    await expect.poll(() => main().getByRole('searchbox', { name: email })).toHaveProperty('value', '');
    expect(main().getByRole('combobox', { name: status })).toHaveProperty('value', '');
  },
);

test('resets a search that was not run', async () => {
  const { main, user } = await open({ at: '/admin/users?accounts=all' });
  await user.type(main().getByRole('searchbox'), 'ada');
  await user.selectOptions(main().getByRole('combobox', { name: 'Status' }), 'Enabled');
  await user.click(main().getByRole('button', { name: 'Reset' }));
  expect(main().getByRole('searchbox')).toHaveProperty('value', '');
  expect(main().getByRole('combobox', { name: 'Status' })).toHaveProperty('value', '');
});

test('fills the search from the address', async () => {
  const at = '/admin/users?accounts=all&email=ada&status=enabled';
  const { main } = await open({ at, api: (api) => api.answer(adminUserApi.search, { items: [], pageToken: null }) });
  expect(main().getByRole('searchbox')).toHaveProperty('value', 'ada');
  expect(main().getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'enabled');
  expect(main().getByText('No matching accounts')).toBeTruthy();
  expect(main().queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

test('ignores invalid parameters in the address', async () => {
  const { api } = await open({ at: '/admin/users?accounts=all&status=gone&email=%20' });
  expect(api.sent(adminUserApi.search).map(({ query }) => query)).toEqual([{ count: 50 }]);
});

test('redirects to the notfound page for rejected page tokens', async () => {
  const { address } = await open({
    at: '/admin/users?accounts=all&pageToken=stale',
    api: (api) => {
      api.answer(adminUserApi.search, () => {
        throw httpError(400);
      });
    },
  });
  expect(address()).toBe('/error/notfound?from=console');
});

test('pages forward and back in a search', async () => {
  const { main, user, api, address } = await open({
    at: '/admin/users?accounts=all&email=a',
    api: (each) =>
      each.answer(adminUserApi.search, ({ query }) =>
        query.pageToken ? { items: [ada], pageToken: null } : { items: [hanako], pageToken: 'two' },
      ),
  });
  expect(main().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Next' }));
  await main().findByRole('link', { name: ada.email });
  expect(address()).toBe('/admin/users?accounts=all&email=a&pageToken=two');
  expect(api.sent(adminUserApi.search).at(-1)?.query).toEqual({ count: 50, email: 'a', pageToken: 'two' });
  expect(main().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Previous' }));
  await main().findByRole('link', { name: hanako.email });
  expect(address()).toBe('/admin/users?accounts=all&email=a');
});

testInLanguages([
  ['en', 'Not verified'],
  ['ja', '未確認'],
] as const)('marks unverified addresses, in %s', async ([language, mark]) => {
  const claimed = userDetail({ username: 'mallory', email: 'boss@example.com', emailVerified: false });
  const { main } = await open({ language, api: (api) => api.answer(adminUserApi.list, [hanako, claimed]) });
  const rowOf = (name: string) => main().getByRole('link', { name }).closest('tr') as HTMLElement;
  expect(within(rowOf('boss@example.com')).getByText(mark)).toBeTruthy();
  expect(within(rowOf(hanako.email)).queryByText(mark)).toBeNull();
});
