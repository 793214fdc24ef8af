import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminServiceApi, type ServiceRecord } from '#contract/admin-services.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { descriptionOf, field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { apiKey } from './api-key.fixtures.ts';
import * as route from './api-key-create.route.tsx';

const news: ServiceRecord = serviceDetail();
const diary: ServiceRecord = { ...news, serviceId: 'diary', label: '日記' };
const key = `kwb_${'k'.repeat(43)}`;

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'api-keys/create',
    at: '/admin/api-keys/create',
    role: 'admin',
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.list, [diary, news]);
      api.answer(apiKeyApi.create, ({ body }) => ({
        ...apiKey({ label: body.label, may: body.may, serviceIds: body.serviceIds }),
        key,
      }));
      options.api?.(api);
    },
  });
}

testInLanguages([
  [
    ...([
      'en',
      'Create API key',
      'Services',
      'Permissions',
      'Read',
      'Create, change and publish, like an editor.',
    ] as const),
    ...(['Expires', ['In 30 days', 'In 90 days', 'In one year', 'On a specific date', 'Never']] as const),
  ],
  [
    ...([
      'ja',
      'APIキーを作成',
      'サービス',
      '権限',
      '閲覧',
      '編集者と同じように、作成、変更、公開ができます。',
    ] as const),
    ...(['有効期限', ['30日後', '90日後', '1年後', '日付を指定', '無期限']] as const),
  ],
] as const)(
  'preselects the fewest rights, in %s',
  async ([language, title, services, right, read, write, end, ends]) => {
    const { main } = await open({ language });
    expect(document.title).toBe(`${title} – Kawaraban`);
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
    const rights = within(main().getByRole('radiogroup', { name: right }));
    expect(rights.getByRole('radio', { name: read })).toHaveProperty('checked', true);
    expect(rights.getByText(write)).toBeTruthy();
    const boxes = within(main().getByRole('group', { name: services })).getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
    expect(main().getByRole('checkbox', { name: /日記 ?diary/ })).toBeTruthy();
    const list = field(end);
    expect(list.value).toBe('90');
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(ends);
  },
);

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/api-keys/create');
});

testInLanguages([
  [
    ...(['en', 'Label', 'Read drafts', 'Create key', 'Create completed', 'API key “Build”', 'Try it'] as const),
    'Copy the key now. It is shown only once.',
    ...(['Copy key', 'Copied', 'I’ve copied the key'] as const),
  ],
  [
    ...(['ja', '名前', '下書きの閲覧', 'キーを作成', '作成しました', 'APIキー「Build」', '試してみる'] as const),
    '今すぐキーをコピーしてください。表示されるのは今回だけです。',
    ...(['キーをコピー', 'コピーしました', 'コピーしたので閉じる'] as const),
  ],
] as const)('creates a key and shows it once, in %s', async (words) => {
  const [language, label, may, submit, done, made, example, once, copy, copied, copiedIt] = words;
  const { user, api, main, address } = await open({ language });
  await fillIn(user, field(label), ' Build ');
  await user.click(main().getByRole('radio', { name: may }));
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.click(main().getByRole('button', { name: submit }));
  await screen.findByText(done);
  const body = { label: 'Build', may: 'read-drafts', serviceIds: ['news'] };
  expect(api.sent(apiKeyApi.create)).toMatchObject([{ body }]);
  const section = within(await main().findByRole('region', { name: made }));
  expect(document.activeElement).toBe(section.getByRole('heading', { level: 2 }));
  expect(section.getByText(once)).toBeTruthy();
  expect(section.getByText(key)).toBeTruthy();
  expect(section.getByRole('heading', { level: 3 }).textContent).toBe(example);
  const curl = section.getByText(/^curl /).textContent;
  expect(curl).toContain(`${location.origin}/api/admin/posts/news`);
  expect(curl).toContain(`Authorization: Bearer ${key}`);
  expect(main().queryByRole('textbox')).toBeNull();
  await user.click(section.getByRole('button', { name: copy }));
  await screen.findByText(copied);
  expect(await navigator.clipboard.readText()).toBe(key);
  await user.click(section.getByRole('link', { name: copiedIt }));
  await expect.poll(address).toBe('/admin/api-keys');
});

test('sends calls and example with the configured header', async () => {
  const config = { adminAuthHeader: 'X-Admin-Token', adminAuthHeaderTokenPrefix: 'JWT' };
  const { user, main } = await open({ config });
  const fetch = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetch.mockRestore());
  await fillIn(user, field('Label'), 'Reader');
  await user.click(main().getByRole('radio', { name: 'Write' }));
  await user.click(main().getByRole('checkbox', { name: /diary$/ }));
  await user.click(main().getByRole('button', { name: 'Create key' }));
  const curl = (await main().findByText(/^curl /)).textContent;
  expect(curl).toContain(`/api/admin/posts/diary \\\n  -H 'X-Admin-Token: JWT ${key}' \\\n`);
  expect(curl).toContain(`-d '{"slug"`);
  const { headers } =
    fetch.mock.calls.map(([request]) => request as Request).find(({ method }) => method === 'POST') ?? {};
  expect(headers?.get('x-admin-token')).toMatch(/^JWT \S+$/);
  expect(headers?.has('authorization')).toBe(false);
});

test('explains uses of a read key', async () => {
  const { user, main } = await open();
  await fillIn(user, field('Label'), 'Reader');
  await user.click(main().getByRole('checkbox', { name: /diary$/ }));
  await user.click(main().getByRole('button', { name: 'Create key' }));
  await main().findByText(/^You can read published posts without a key/);
  expect(main().getByText(/^curl /).textContent).toContain(`${location.origin}/api/posts/diary`);
});

test.for([
  ['30', '2026-12-21T12:00:00Z'],
  ['90', '2027-02-19T12:00:00Z'],
  ['365', '2027-11-21T12:00:00Z'],
  ['never', null],
] as const)('requests a key with expiry: %s', async ([end, expiresAt]) => {
  freezeDate();
  const { user, api, main } = await open();
  await fillIn(user, field('Label'), 'Build');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.selectOptions(field('Expires'), end);
  await user.click(main().getByRole('button', { name: 'Create key' }));
  await main().findByText(key);
  expect(api.sent(apiKeyApi.create)[0]?.body).toEqual({ label: 'Build', may: 'read', serviceIds: ['news'], expiresAt });
});

test('requests a key that expires after a chosen day', async () => {
  freezeDate();
  const { user, api, main } = await open();
  await fillIn(user, field('Label'), 'Build');
  await user.click(main().getByRole('radio', { name: 'Write' }));
  await user.click(main().getByRole('checkbox', { name: /diary$/ }));
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  expect(screen.queryByLabelText('Last day')).toBeNull();
  await user.selectOptions(field('Expires'), 'day');
  fireEvent.change(field('Last day'), { target: { value: '2026-12-31' } });
  await user.click(main().getByRole('button', { name: 'Create key' }));
  await main().findByText(key);
  const expiresAt = new Date(2027, 0, 1).toISOString().replace('.000', '');
  expect(api.sent(apiKeyApi.create)[0]?.body).toEqual({
    ...{ label: 'Build', may: 'write', serviceIds: ['diary', 'news'], expiresAt },
  });
});

testInLanguages([
  ['en', 'Label', 'Services', 'Create key', 'Input required', 'Select at least one service'],
  ['ja', '名前', 'サービス', 'キーを作成', '入力してください', 'サービスを1つ以上選択してください'],
] as const)('requires a label and a service, in %s', async ([language, label, services, submit, required, choose]) => {
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: submit }));
  const group = main().getByRole('group', { name: services });
  expect(descriptionOf(field(label))).toContain(required);
  expect(descriptionOf(group)).toBe(choose);
  expect(document.activeElement).toBe(field(label));
  await fillIn(user, field(label), 'Build');
  await user.click(main().getByRole('button', { name: submit }));
  expect(group.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(within(group).getAllByRole('checkbox')[0]);
  expect(api.sent(apiKeyApi.create)).toEqual([]);
});

testInLanguages([
  [
    'en',
    'Label',
    'Expires',
    'Last day',
    'Create key',
    'Use no more than 100 characters',
    'Choose today or a later date',
  ],
  [
    'ja',
    '名前',
    '有効期限',
    '最終有効日',
    'キーを作成',
    '100文字以内で入力してください',
    '今日以降の日付を選択してください',
  ],
] as const)('rejects a long label and a past day, in %s', async (words) => {
  const [language, label, end, day, submit, tooLong, over] = words;
  const { user, api, main } = await open({ language });
  await fillIn(user, field(label), 'x'.repeat(101));
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.selectOptions(field(end), 'day');
  fireEvent.change(field(day), { target: { value: '2020-01-01' } });
  await user.click(main().getByRole('button', { name: submit }));
  expect(descriptionOf(field(label))).toContain(tooLong);
  expect(descriptionOf(field(day))).toContain(over);
  expect(document.activeElement).toBe(field(label));
  await fillIn(user, field(label), 'Build');
  await user.click(main().getByRole('button', { name: submit }));
  expect(document.activeElement).toBe(field(day));
  expect(field(day).value).toBe('2020-01-01');
  expect(api.sent(apiKeyApi.create)).toEqual([]);
});

test('validates a field on blur', async () => {
  const { user } = await open();
  await fillIn(user, field('Label'), ' ');
  await user.tab();
  await expect.poll(() => descriptionOf(field('Label'))).toContain('Input required');
});

test('shows server errors at their fields', async () => {
  const { user, api, main } = await open();
  api.answer(apiKeyApi.create, () => {
    const errors = [
      { field: 'service_ids', message: 'InvalidInput' },
      { field: 'expires_at', message: 'InvalidInput' },
    ];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  await fillIn(user, field('Label'), 'Build');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.selectOptions(field('Expires'), 'day');
  fireEvent.change(field('Last day'), { target: { value: '9999-12-30' } });
  await user.click(main().getByRole('button', { name: 'Create key' }));
  expect((await main().findByText('Correct inputs with error')).closest('[role=alert]')).toBeTruthy();
  expect(descriptionOf(main().getByRole('group', { name: 'Services' }))).toBe('Invalid input');
  expect(descriptionOf(field('Last day'))).toContain('Invalid input');
  expect(document.activeElement).toBe(main().getByRole('checkbox', { name: /news$/ }));
  expect(field('Label').value).toBe('Build');
});

test.for([
  [409, messages.tooManyApiKeys, 'You’ve reached the maximum number of API keys. Revoke one first.'],
  [500, 'Refused', 'Error occurred'],
  [0, 'Refused', 'Create failed. The server can’t be reached. Your changes are still here.'],
] as const)('keeps the form after an answer with status %s', async ([status, message, text]) => {
  const { user, api, main } = await open();
  api.answer(apiKeyApi.create, () => {
    throw httpError(status, { message });
  });
  await fillIn(user, field('Label'), 'Build');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.click(main().getByRole('button', { name: 'Create key' }));
  expect((await main().findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(field('Label').value).toBe('Build');
  expect(main().getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', true);
});

test('shows a notice when no service exists', async () => {
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.list, []) });
  expect(within(main().getByRole('group', { name: 'Services' })).getByText('No services yet')).toBeTruthy();
});

test('filters many services and keeps the selection', async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ ...news, serviceId: `site-${at}`, label: `Site ${at}` }));
  const { user, api, main } = await open({ api: (each) => each.answer(adminServiceApi.list, [...many, diary]) });
  const filter = main().getByRole('searchbox', { name: 'Filter services' });
  await user.click(main().getByRole('checkbox', { name: /site-3$/ }));
  await fillIn(user, filter, '日記');
  expect(main().getAllByRole('checkbox')).toHaveLength(1);
  await user.click(main().getByRole('checkbox'));
  await fillIn(user, filter, 'nowhere');
  expect(main().getByText('Nothing here yet')).toBeTruthy();
  await fillIn(user, field('Label'), 'Build');
  await user.click(main().getByRole('button', { name: 'Create key' }));
  await main().findByText(key);
  expect(api.sent(apiKeyApi.create)[0]?.body.serviceIds).toEqual(['site-3', 'diary']);
});

test('asks before leaving unsaved input', async () => {
  const { user, address } = await open();
  await fillIn(user, field('Label'), ' ');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => field('Label').getAttribute('aria-invalid')).toBe('true');
  expect(address()).toBe('/admin/api-keys/create');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const again = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(again.getByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe('/admin/api-keys');
});

test('restores unsaved input and discards it on request', async () => {
  const before = await open();
  await fillIn(before.user, field('Label'), 'Half a thought');
  cleanup();
  const { user } = await open();
  await screen.findByText(/^Unsaved changes restored from/);
  expect(field('Label').value).toBe('Half a thought');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field('Label').value).toBe('');
});

function freezeDate(): void {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
