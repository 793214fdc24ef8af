import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TEST_EVENT, type Webhook, type WebhookDelivery, webhookApi } from '#contract/webhooks.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { DELIVERED_AT, delivery, WEBHOOK_PATH, waitingDelivery, webhook } from './webhook.fixtures.ts';
import * as route from './webhook-detail.route.tsx';

interface Shown {
  readonly hook?: Partial<Webhook>;
  readonly deliveries?: readonly WebhookDelivery[];
}

function open(options: Partial<ScreenOptions> = {}, { hook, deliveries = [delivery()] }: Shown = {}) {
  return openScreen(route, {
    ...{ path: 'webhooks/:serviceId/:webhookId', at: WEBHOOK_PATH, role: 'admin' },
    ...options,
    api: (api) => {
      api.answer(webhookApi.read, webhook(hook));
      api.answer(webhookApi.deliveries, { items: [...deliveries], pageToken: null, pagerKey: null });
      options.api?.(api);
    },
  });
}

const params = { serviceId: 'news', webhookId: webhook().webhookId };

function factsOf({ main }: OpenScreen): Record<string, string> {
  const terms = main().getAllByRole('term');
  return Object.fromEntries(
    terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent?.replace(/, .+/, '') ?? '']),
  );
}

function rowsOf({ main }: OpenScreen): HTMLElement[] {
  return main().getAllByRole('row').slice(1);
}

testInLanguages([
  [
    ...(['en', 'Site builder – Webhook – Kawaraban', 'Webhook', 'Deliveries'] as const),
    {
      URL: 'https://example.com/hook',
      Status: 'Active',
      Events: 'Post publishedComment published',
      'Last delivery': 'Nov 20',
      Created: 'Nov 2',
    },
    ['Event', 'Result', 'Attempts', 'Duration', 'Next attempt', 'Resend'],
    ['DeliveredStatus 204', '1', '85 ms', '-', 'Resend'],
    ['WaitingStatus 500The receiver rejected the event', '2', '1.5 s', 'Nov 21, 2026', 'Resend'],
    ['Post publishedInk and paperNov 20, 2026', '2 attempts, 1.5 s, next Nov 21, 2026'],
  ],
  [
    ...(['ja', 'Site builder – Webhookの詳細 – Kawaraban', 'Webhookの詳細', '送信履歴'] as const),
    {
      URL: 'https://example.com/hook',
      状態: '正常',
      イベント: '記事の公開コメントの公開',
      最後に成功した送信: '2026年11月20日',
      作成日時: '2026年11月2日',
    },
    ['イベント', '結果', '試行回数', '所要時間', '次の試行', '再送信'],
    ['送信済みステータス204', '1', '85ミリ秒', '-', '再送信'],
    ['送信待ちステータス500送信先に拒否されました', '2', '1.5秒', '2026年11月21日', '再送信'],
    ['記事の公開Ink and paper2026年11月20日', '2回試行、1.5秒、次は2026年11月21日'],
  ],
] as const)(
  'shows a webhook and its deliveries, in %s',
  async ([language, title, heading, log, facts, columns, delivered, waiting, parts]) => {
    const deliveries = [delivery(), waitingDelivery({ deliveryId: '01m800000000000000000000d2' })];
    const opened = await open({ language }, { deliveries });
    const { main } = opened;
    expect(document.title).toBe(title);
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(main().getByText('Site builder')).toBeTruthy();
    const shown = factsOf(opened);
    expect(Object.keys(shown)).toEqual(Object.keys(facts));
    for (const [name, value] of Object.entries(facts)) expect(shown[name]).toContain(value);
    const table = within(main().getByRole('table', { name: log }));
    expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(columns);
    for (const [at, expected] of [delivered, waiting].entries()) {
      const cells = within(rowsOf(opened)[at] ?? document.body).getAllByRole('cell');
      for (const [index, text] of expected.entries()) expect(cells[index]?.textContent).toContain(text);
    }
    for (const text of parts) expect(rowsOf(opened)[1]?.textContent).toContain(text);
  },
);

testInLanguages([
  [
    'en',
    { failingSince: DELIVERED_AT },
    /^No event has been delivered since Nov 20, 2026, .+ See the deliveries below for the reason\./,
  ],
  ['ja', { failingSince: DELIVERED_AT }, /^2026年11月20日.+から送信に失敗しています。/],
  ['en', { isEnabled: false }, /^This webhook is turned off\. No events are sent\.$/],
  ['ja', { isEnabled: false }, /^このWebhookはオフです。イベントは送信されません。$/],
  ['en', { isEnabled: false, isGone: true }, /^The receiver responded that it no longer exists \(410\)/],
  [
    'ja',
    { isEnabled: false, isGone: true },
    /^送信先から、すでに存在しないという応答（410）があったため、Webhookを無効にしました/,
  ],
] as const)('in %s, shows a notice for a webhook with %j', async ([language, hook, text]) => {
  const { main } = await open({ language }, { hook });
  expect(main().getByText(text)).toBeTruthy();
});

test('working webhook has no notice', async () => {
  const { main } = await open();
  expect(main().queryByText(/No event has been delivered since|is turned off|no longer exists/)).toBeNull();
});

test.for([
  ['redirect', 'The receiver redirected the request; redirects are not followed'],
  ['gone', 'The receiver no longer exists'],
  ['timeout', 'No response within 10 seconds'],
  ['address-unknown', 'Host name not found'],
  ['address-refused', 'The URL is not on the public internet'],
  ['connection', 'Couldn’t connect'],
  ['certificate', 'The certificate is not valid'],
  ['switched-off', 'The webhook was turned off'],
  ['queue-full', 'Too many events were waiting'],
  ['secret-lost', 'The secret can’t be read. Create a new one.'],
] as const)('delivery failed by %s shows the reason', async ([fault, text]) => {
  const failed = delivery({ status: 'failed', statusCode: null, durationMs: null, fault });
  const opened = await open({}, { deliveries: [failed] });
  const [result, , duration] = within(rowsOf(opened)[0] ?? document.body).getAllByRole('cell');
  expect(result?.textContent).toBe(`Failed${text}`);
  expect(duration?.textContent).toBe('-');
});

test('shows a skeleton while the log loads', async () => {
  const pending = Promise.withResolvers<Webhook>();
  await open({ isLoading: true, api: (api) => api.answer(webhookApi.read, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Webhook' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve(webhook());
  await screen.findByRole('table', { name: 'Deliveries' });
});

testInLanguages([
  ['en', 'No deliveries yet', 'Send a test event to check that the receiver responds.', 'No events yet'],
  ['ja', '送信履歴はまだありません', 'テストイベントを送信すると、送信先が応答するかを確認できます。', '未送信'],
] as const)('empty log shows a hint, in %s', async ([language, title, body, state]) => {
  const { main } = await open({ language }, { hook: { lastDeliveredAt: null }, deliveries: [] });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(body)).toBeTruthy();
  expect(main().getByText(state)).toBeTruthy();
  expect(main().queryByRole('table')).toBeNull();
});

test('filters the log through the address', async () => {
  const opened = await open({
    api: (api) =>
      api.answer(webhookApi.deliveries, ({ query }) => ({
        ...{ items: query.status === 'failed' ? [] : [delivery()], pageToken: null, pagerKey: null },
      })),
  });
  const { user, main, api, address } = opened;
  const status = main().getByRole('combobox', { name: 'Status' });
  expect(within(status).getAllByRole('option')).toMatchObject(
    ['Any', 'Waiting', 'Delivered', 'Failed'].map((textContent) => ({ textContent })),
  );
  await user.selectOptions(status, 'Failed');
  await main().findByText('No matching deliveries');
  expect(address()).toBe(`${WEBHOOK_PATH}?status=failed`);
  expect(api.sent(webhookApi.deliveries).at(-1)).toMatchObject({ params, query: { status: 'failed' } });
  await user.selectOptions(main().getByRole('combobox', { name: 'Status' }), 'Any');
  await main().findByRole('table');
  expect(address()).toBe(WEBHOOK_PATH);
});

test('pages through the address', async () => {
  const pagerKey = { deliveryId: delivery().deliveryId };
  const { user, main, api, address } = await open({
    at: `${WEBHOOK_PATH}?status=delivered`,
    api: (each) =>
      each.answer(webhookApi.deliveries, ({ query }) => {
        const isFirst = query.pageToken === undefined;
        const items = [delivery({ subject: isFirst ? 'First' : 'Second' })];
        return isFirst ? { items, pageToken: 'token', pagerKey } : { items, pageToken: null, pagerKey: null };
      }),
  });
  expect(main().getByText('First')).toBeTruthy();
  expect(main().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Next' }));
  await main().findByText('Second');
  expect(address()).toBe(`${WEBHOOK_PATH}?status=delivered&pageToken=token`);
  expect(api.sent(webhookApi.deliveries).at(-1)).toMatchObject({ query: { status: 'delivered', pageToken: 'token' } });
  expect(main().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Previous' }));
  await main().findByText('First');
  expect(address()).toBe(`${WEBHOOK_PATH}?status=delivered`);
});

testInLanguages([
  ['en', 'Send test event', 'Sending test event', 'Test', 'Resend: Test, '],
  ['ja', 'テストイベントを送信', 'テストイベントを送信しています', 'テスト', '再送信：テスト、'],
] as const)('sends a test event and tracks it, in %s', async ([language, button, toast, event, again]) => {
  const opened = await open({ language }, { hook: { lastDeliveredAt: null }, deliveries: [] });
  const { user, main, api } = opened;
  const tried = delivery({ type: TEST_EVENT, subject: null });
  const onItsWay = { ...tried, status: 'waiting', statusCode: null, attempts: 0, durationMs: null } as const;
  api.answer(webhookApi.test, () => {
    const seen = api.sent(webhookApi.deliveries).length;
    api.answer(webhookApi.read, webhook());
    api.answer(webhookApi.deliveries, () => {
      const isFirst = api.sent(webhookApi.deliveries).length === seen + 1;
      return { items: [isFirst ? onItsWay : tried], pageToken: null, pagerKey: null };
    });
    return onItsWay;
  });
  await user.click(main().getByRole('button', { name: button }));
  await screen.findByText(toast);
  expect(api.sent(webhookApi.test)).toMatchObject([{ params }]);
  await main().findAllByText(event);
  // The log reloads until the event has arrived.
  const [row] = rowsOf(opened);
  await within(row ?? document.body).findAllByText(/204/);
  expect(within(row ?? document.body).getByRole('button', { name: new RegExp(`^${again}`) })).toBeTruthy();
});

test('reports a failed test event', async () => {
  const { user, main } = await open({
    api: (api) =>
      api.answer(webhookApi.test, () => {
        throw httpError(0);
      }),
  });
  await user.click(main().getByRole('button', { name: 'Send test event' }));
  await screen.findByText('Server error');
});

test('double-click replays a delivery once', async () => {
  const failed = delivery({ status: 'failed', statusCode: 500, fault: 'status' });
  const opened = await open({}, { deliveries: [failed] });
  const { user, main, api } = opened;
  const sentAgain = delivery();
  api.answer(webhookApi.replay, () => {
    api.answer(webhookApi.deliveries, { items: [sentAgain], pageToken: null, pagerKey: null });
    return sentAgain;
  });
  const name = new RegExp(`^Resend: Post published, Ink and paper, Nov 20, 2026.+, ${failed.eventId}$`);
  const button = main().getByRole('button', { name });
  await user.dblClick(button);
  await screen.findByText('Resending event');
  await main().findAllByText('Status 204');
  expect(api.sent(webhookApi.replay)).toMatchObject([{ params: { ...params, deliveryId: failed.deliveryId } }]);
  await expect.poll(() => document.activeElement).toBe(main().getByRole('button', { name }));
});

test('focuses the log when a row leaves the filtered list', async () => {
  const failed = delivery({ status: 'failed', statusCode: 500, fault: 'status' });
  const opened = await open({ at: `${WEBHOOK_PATH}?status=failed` }, { deliveries: [failed] });
  const { user, main, api } = opened;
  api.answer(webhookApi.replay, () => {
    api.answer(webhookApi.deliveries, { items: [], pageToken: null, pagerKey: null });
    return delivery();
  });
  await user.click(main().getByRole('button', { name: /^Resend/ }));
  await main().findByText('No matching deliveries');
  await expect.poll(() => document.activeElement).toBe(main().getByRole('heading', { name: 'Deliveries' }));
});

test('creates a new secret, shown once and copyable', async () => {
  const { user, main, api } = await open();
  api.answer(webhookApi.rotateSecret, { ...webhook(), secret: 'whsec_bmV3' });
  await user.click(main().getByRole('button', { name: 'Create new secret' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create new secret' }));
  expect(dialog.getByText(/For 24 hours, events are also signed with the previous one/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Create new secret' }));
  await main().findByText('whsec_bmV3');
  expect(api.sent(webhookApi.rotateSecret)).toMatchObject([{ params }]);
  expect(screen.getByText('New secret created')).toBeTruthy();
  expect(main().queryByRole('table')).toBeNull();
  await user.click(main().getByRole('button', { name: 'I’ve copied the secret' }));
  await expect.poll(() => document.activeElement).toBe(main().getByRole('heading', { level: 1 }));
  expect(main().queryByText('whsec_bmV3')).toBeNull();
});

testInLanguages([
  ['en', 'Delete', 'Is it OK?', 'Cancel', /“Site builder” and its deliveries will be deleted/, 'Webhook deleted'],
  [
    'ja',
    '削除',
    'よろしいですか？',
    'キャンセル',
    /「Site builder」とその送信履歴を削除します/,
    'Webhookを削除しました',
  ],
] as const)('asks before deleting, in %s', async ([language, action, title, cancel, question, toast]) => {
  const { user, main, api, address } = await open({ language });
  api.answer(webhookApi.delete, null);
  const button = main().getByRole('button', { name: action });
  await user.click(button);
  await user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: cancel }));
  await expect.poll(() => document.activeElement).toBe(button);
  expect(api.sent(webhookApi.delete)).toEqual([]);
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(question)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: action }));
  await screen.findByText(toast);
  expect(api.sent(webhookApi.delete)).toMatchObject([{ params }]);
  await expect.poll(address).toBe('/admin/webhooks/news');
});

test('failed deletion stays on the screen', async () => {
  const { user, main, address } = await open({
    api: (api) =>
      api.answer(webhookApi.delete, () => {
        throw httpError(500);
      }),
  });
  await user.click(main().getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Error occurred');
  expect(address()).toBe(WEBHOOK_PATH);
});

test('links to the edit form', async () => {
  const { main } = await open();
  expect(main().getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`${WEBHOOK_PATH}/edit`);
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    api: (api) =>
      api.answer(webhookApi.deliveries, () => {
        throw httpError(500);
      }),
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(WEBHOOK_PATH);
});

test('redirects to the not-found page for a missing webhook', async () => {
  const { address } = await open({
    api: (api) =>
      api.answer(webhookApi.read, () => {
        throw httpError(404);
      }),
  });
  expect(address()).toBe('/error/notfound?from=console');
});

test.for([
  ['viewers', { role: 'viewer' }],
  ['editors', { role: 'editor' }],
  ['admins without the service', { services: [] }],
] as const)('redirects %s to the forbidden page', async ([, options]) => {
  const { address, api } = await open(options);
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(webhookApi.read)).toEqual([]);
});
