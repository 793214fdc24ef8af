import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAX_WEBHOOKS, type Webhook, webhookApi } from '#contract/webhooks.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { DELIVERED_AT, WEBHOOK_PATH, webhook } from './webhook.fixtures.ts';
import * as route from './webhook-list.route.tsx';

function open(options: Partial<ScreenOptions> = {}, webhooks: Webhook[] = [webhook()]): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'webhooks/:serviceId', at: '/admin/webhooks/news', role: 'admin' },
    ...options,
    api: (api) => {
      api.answer(webhookApi.list, webhooks);
      options.api?.(api);
    },
  });
}

const states = [
  webhook(),
  webhook({ webhookId: 'b', description: '', url: 'https://example.com/unnamed', lastDeliveredAt: null }),
  webhook({ webhookId: 'c', description: 'Third', failingSince: DELIVERED_AT }),
  webhook({ webhookId: 'd', description: 'Fourth', isEnabled: false }),
  webhook({ webhookId: 'e', description: 'Fifth', isEnabled: false, isGone: true }),
];

testInLanguages([
  [
    ...(['en', 'Webhooks for News – Kawaraban', 'Webhooks', 'Create webhook'] as const),
    ['Status', 'Events', 'Last delivery'],
    ['Post published', 'Comment published', 'Nov 20, 2026'],
    ['Active', 'No events yet', 'Failing', 'Off', 'Disabled'],
    'Never',
  ],
  [
    ...(['ja', '「News」のWebhook – Kawaraban', 'Webhook', 'Webhookを作成'] as const),
    ['状態', 'イベント', '最後に成功した送信'],
    ['記事の公開', 'コメントの公開', '2026年11月20日'],
    ['正常', '未送信', 'エラー', 'オフ', '無効'],
    'なし',
  ],
] as const)(
  'lists webhooks with their states, in %s',
  async ([language, title, heading, create, columns, details, names, never]) => {
    const { main } = await open({ language }, states);
    expect(document.title).toBe(title);
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(main().getByText('news')).toBeTruthy();
    expect(main().getByRole('link', { name: create }).getAttribute('href')).toBe('/admin/webhooks/news/create');
    const table = within(main().getByRole('table', { name: heading }));
    expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([heading, ...columns]);
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(names);
    for (const text of details) expect(rows[0]?.textContent).toContain(text);
    expect(
      within(rows[0] ?? document.body)
        .getAllByText(/2026/)[0]
        ?.getAttribute('datetime'),
    ).toBe(DELIVERED_AT);
    expect(within(rows[1] ?? document.body).getAllByRole('cell')[2]?.textContent).toBe(never);
  },
);

test('links to a webhook by description or URL', async () => {
  const { main } = await open({}, states);
  expect(main().getByRole('link', { name: 'Site builder' }).getAttribute('href')).toBe(WEBHOOK_PATH);
  expect(main().getByRole('rowheader', { name: /Site builder.*https:\/\/example\.com\/hook/ })).toBeTruthy();
  const unnamed = main().getByRole('link', { name: 'https://example.com/unnamed' });
  expect(unnamed.getAttribute('href')).toBe('/admin/webhooks/news/b');
});

test('hides creation when the limit is reached', async () => {
  const many = Array.from({ length: MAX_WEBHOOKS }, (_, number) => webhook({ webhookId: `w${number}` }));
  const { main } = await open({}, many);
  expect(main().getByText('A service can have up to 20 webhooks. Delete one to create another.')).toBeTruthy();
  expect(main().queryByRole('link', { name: 'Create webhook' })).toBeNull();
});

test('shows a skeleton while webhooks load', async () => {
  const pending = Promise.withResolvers<Webhook[]>();
  await open({ isLoading: true, api: (api) => api.answer(webhookApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Webhooks' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve([webhook()]);
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No webhooks yet', 'Create webhook'],
  ['ja', 'Webhookはまだありません', 'Webhookを作成'],
] as const)('offers to create the first webhook, in %s', async ([language, empty, create]) => {
  const { main } = await open({ language }, []);
  expect(main().getByText(empty)).toBeTruthy();
  expect(main().getAllByRole('link', { name: create })).toHaveLength(1);
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(webhookApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/webhooks/news');
});

test.for([
  ['viewers', { role: 'viewer' }],
  ['editors', { role: 'editor' }],
  ['admins without services', { services: [] }],
  ['admins of another service', { services: [serviceDetail({ serviceId: 'diary', label: 'Diary' })] }],
] as const)('redirects %s to the forbidden page', async ([, options]) => {
  const { address, api } = await open(options);
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(webhookApi.list)).toEqual([]);
});

test('redirects to the not-found page for a missing service', async () => {
  const fail = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(webhookApi.list, fail) });
  expect(address()).toBe('/error/notfound?from=console');
});
