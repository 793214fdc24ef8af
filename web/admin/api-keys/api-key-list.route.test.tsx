import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminUserApi } from '#contract/admin-users.ts';
import { type ApiKey, apiKeyApi } from '#contract/api-keys.ts';
import { messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { apiKey } from './api-key.fixtures.ts';
import * as route from './api-key-list.route.tsx';

const build = apiKey();
const expired = apiKey({
  ...{ keyId: '01m8000000000000000000000b', label: 'Old import', may: 'write', serviceIds: ['news', 'diary'] },
  ...{ createdBy: 'gone', expiresAt: '2020-11-12T12:00:00Z', lastUsedAt: '2026-11-11T12:00:00Z' },
});
const revoked = apiKey({
  ...{ keyId: '01m8000000000000000000000c', label: '印刷', may: 'read' },
  ...{ expiresAt: '2026-11-30T12:00:00Z', revokedAt: '2026-11-13T12:00:00Z' },
});

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'api-keys',
    at: '/admin/api-keys',
    role: 'admin',
    ...options,
    api: (api) => {
      api.answer(apiKeyApi.list, [build, expired, revoked]);
      api.answer(apiKeyApi.revoke, null);
      api.answer(adminUserApi.list, [
        {
          ...{ username: 'hokusai', email: 'hokusai@example.com', emailVerified: true, name: 'Hokusai' },
          ...{
            role: 'admin',
            enabled: true,
            status: 'CONFIRMED',
            createdAt: '2026-11-01T00:00:00Z',
            updatedAt: '2026-11-01T00:00:00Z',
            revision: 1,
          },
        },
      ]);
      options.api?.(api);
    },
  });
}

function rowOf(label: string): string[] {
  const row = screen.getByRole('row', { name: new RegExp(label) });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

testInLanguages([
  [
    ...(['en', 'API keys', 'Read drafts', 'Create API key'] as const),
    ['Active', 'news', /^Created: Nov 10, 2026.* hokusai@example\.comExpires: Never$/, 'Never', 'Revoke'],
    ['Expired', 'news, diary', /^Created: .* goneExpires: Nov 12, 2020/, /^Nov 11, 2026/, 'Revoke'],
    ['Revoked', 'news', /^Created: .*Revoked: Nov 13, 2026/, 'Never', ''],
  ],
  [
    ...(['ja', 'APIキー', '下書きの閲覧', 'APIキーを作成'] as const),
    ['有効', 'news', /^作成日時： 2026年11月10日.* hokusai@example\.com有効期限： 無期限$/, '未使用', '失効'],
    ['期限切れ', 'news、diary', /^作成日時： .* gone有効期限： 2020年11月12日/, /^2026年11月11日/, '失効'],
    ['失効', 'news', /^作成日時： .*失効日時： 2026年11月13日/, '未使用', ''],
  ],
] as const)('lists the keys, in %s', async ([language, title, may, create, ...rows]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(main().getByRole('table', { name: title })).toBeTruthy();
  expect(main().getByRole('link', { name: create }).getAttribute('href')).toBe('/admin/api-keys/create');
  expect(within(main().getByRole('rowheader', { name: /Build/ })).getByText(may)).toBeTruthy();
  for (const [index, label] of ['Build', 'Old import', '印刷'].entries()) {
    const cells = rowOf(label);
    for (const [at, text] of (rows[index] ?? []).entries()) expect(cells[at]).toMatch(text);
  }
});

test('links to the accounts that created the keys', async () => {
  const { main } = await open();
  for (const [name, username] of [
    ['hokusai@example.com', 'hokusai'],
    ['gone', 'gone'],
  ] as const) {
    const links: HTMLElement[] = main().getAllByRole('link', { name });
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set([`/admin/users/${username}`]));
  }
});

test('shows a skeleton while keys load', async () => {
  const pending = Promise.withResolvers<ApiKey[]>();
  await open({ isLoading: true, api: (api) => api.answer(apiKeyApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'API keys' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve([build]);
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No API keys yet', 'Create API key'],
  ['ja', 'APIキーはまだありません', 'APIキーを作成'],
] as const)('offers to create the first key, in %s', async ([language, empty, create]) => {
  const { main, user, address } = await open({ language, api: (api) => api.answer(apiKeyApi.list, []) });
  expect(main().getByText(empty)).toBeTruthy();
  await user.click(main().getByRole('link', { name: create }));
  await expect.poll(address).toBe('/admin/api-keys/create');
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(apiKeyApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/api-keys');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(apiKeyApi.list)).toEqual([]);
});

testInLanguages([
  [
    ...(['en', 'Revoke Build', 'Revoke', 'Key revoked', 'Revoked'] as const),
    'Apps that use “Build” will lose access immediately. This can’t be undone.',
  ],
  [
    ...(['ja', '「Build」を失効させる', '失効', 'キーを失効させました', '失効'] as const),
    '「Build」を使うアプリは、すぐにアクセスできなくなります。この操作は取り消せません。',
  ],
] as const)('revokes a key, in %s', async ([language, button, revoke, done, state, text]) => {
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: revoke }));
  expect(dialog.getByText(text)).toBeTruthy();
  api.answer(apiKeyApi.list, [{ ...build, revokedAt: '2026-11-23T12:00:00Z' }]);
  await user.click(dialog.getByRole('button', { name: revoke }));
  await screen.findByText(done);
  await expect.poll(() => main().queryByRole('button', { name: button })).toBeNull();
  expect(rowOf('Build')[0]).toBe(state);
  expect(api.sent(apiKeyApi.revoke)).toEqual([{ params: { keyId: build.keyId } }]);
  await expect.poll(() => document.activeElement).toBe(main().getByRole('rowheader', { name: /Build/ }));
});

test('Cancel keeps the key active', async () => {
  const { user, api, main } = await open();
  const button = main().getByRole('button', { name: 'Revoke Build' });
  await user.click(button);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => document.activeElement).toBe(button);
  expect(api.sent(apiKeyApi.revoke)).toEqual([]);
});

test('reports a failed revocation and reloads the list', async () => {
  const { user, api, main } = await open();
  api.answer(apiKeyApi.revoke, () => {
    throw httpError(404, { message: messages.notFound });
  });
  await user.click(main().getByRole('button', { name: 'Revoke Build' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Not Found');
  await expect.poll(() => api.sent(apiKeyApi.list)).toHaveLength(2);
});
