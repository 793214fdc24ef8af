import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminServiceApi, type ServiceRecord } from '#contract/admin-services.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import * as route from './service-list.route.tsx';

const news: ServiceRecord = serviceDetail();
const diary: ServiceRecord = {
  ...news,
  serviceId: 'diary',
  label: '日記',
  functions: [],
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: null,
};

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'services',
    at: '/admin/services',
    role: 'admin',
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.list, [diary, { ...news, updatedAt: '2026-11-21T12:00:00Z' }]);
      options.api?.(api);
    },
  });
}

testInLanguages([
  ['en', 'Services', 'Service list', 'Posts, Comments', 'None', 'Nov 21, 2026', 'Edit News'],
  ['ja', 'サービス', 'サービスの一覧', '記事、コメント', 'なし', '2026年11月21日', '「News」を編集'],
] as const)('lists the services, in %s', async ([language, title, list, functions, none, changed, edit]) => {
  const { main } = await open({ language });
  expect(document.title).toMatch(new RegExp(`^${title} – .+ – Kawaraban$`));
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  const table = within(main().getByRole('table', { name: list }));
  const row = within(table.getByRole('row', { name: /News/ }));
  expect(row.getByRole('cell', { name: 'news' })).toBeTruthy();
  expect(row.getByRole('cell', { name: functions })).toBeTruthy();
  expect(row.getByText(changed, { exact: false }).getAttribute('datetime')).toBe('2026-11-21T12:00:00Z');
  expect(row.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/admin/services/news/edit');
  expect(row.getByRole('link', { name: edit }).getAttribute('href')).toBe('/admin/services/news/edit');
  const other = within(table.getByRole('row', { name: /日記/ }));
  expect(other.getByRole('cell', { name: none })).toBeTruthy();
  expect(other.getByRole('time').getAttribute('datetime')).toBe('2026-11-20T12:00:00Z');
});

test('links to the public site of each service', async () => {
  const { main } = await open();
  const site = main().getByRole('link', { name: 'Open the 日記 site' });
  expect(site.getAttribute('href')).toBe('/posts/diary');
  expect(site.getAttribute('target')).toBe('_blank');
});

test('admins cannot edit services not assigned to them', async () => {
  const { main } = await open();
  const row = within(main().getByRole('row', { name: /日記/ }));
  expect(row.getByText(/^You don’t have access to this service/)).toBeTruthy();
  expect(row.getAllByRole('link')).toHaveLength(1);
});

test('shows a skeleton while services load', async () => {
  const pending = Promise.withResolvers<ServiceRecord[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminServiceApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Services' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve([news]);
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No services yet', 'Create service'],
  ['ja', 'サービスはまだありません', 'サービスを作成'],
] as const)('offers to create the first service, in %s', async ([language, empty, create]) => {
  const { main } = await open({ language, api: (api) => api.answer(adminServiceApi.list, []) });
  expect(main().getByText(empty)).toBeTruthy();
  expect(main().getByRole('link', { name: create }).getAttribute('href')).toBe('/admin/services/create');
});

test('opens the form for a new service', async () => {
  const { main, user, address } = await open();
  await user.click(main().getByRole('link', { name: 'Create service' }));
  await expect.poll(address).toBe('/admin/services/create');
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/services');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(adminServiceApi.list)).toEqual([]);
});

test('opens for admins without a service', async () => {
  const { main } = await open({ services: [] });
  expect(main().getByRole('table')).toBeTruthy();
});

test('hides the filter for twelve services', async () => {
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.list, many(12)) });
  expect(main().getAllByRole('row')).toHaveLength(13);
  expect(main().queryByRole('searchbox')).toBeNull();
});

test('filters many services by label and id', async () => {
  const { main, user } = await open({ api: (api) => api.answer(adminServiceApi.list, [...many(12), diary]) });
  const filter = main().getByRole('searchbox', { name: 'Filter services' });
  expect(main().getByRole('status').textContent).toBe('');
  await fillIn(user, filter, '日記');
  expect(main().getByRole('status').textContent).toBe('1 of 13');
  expect(main().getAllByRole('row')).toHaveLength(2);
  await fillIn(user, filter, 'SITE-1');
  expect(main().getByRole('status').textContent).toBe('3 of 13');
  await fillIn(user, filter, 'nowhere');
  expect(main().getByText('Nothing here yet')).toBeTruthy();
});

function many(count: number): ServiceRecord[] {
  return Array.from({ length: count }, (_, index) => ({ ...news, serviceId: `site-${index}`, label: `Site ${index}` }));
}
