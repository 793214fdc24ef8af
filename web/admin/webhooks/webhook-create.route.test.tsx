import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fieldMessages, messages } from '#contract/errors.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { WEBHOOK_PATH, webhook } from './webhook.fixtures.ts';
import * as route from './webhook-create.route.tsx';

const created = { ...webhook(), secret: 'whsec_c2VjcmV0' };

afterEach(() => vi.restoreAllMocks());

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'webhooks/:serviceId/create', at: '/admin/webhooks/news/create', role: 'admin' },
    ...options,
    api: (api) => {
      api.answer(webhookApi.create, created);
      options.api?.(api);
    },
  });
}

async function fillIn({ user, main }: OpenScreen, url = 'https://example.com/hook'): Promise<void> {
  await user.click(main().getByRole('textbox', { name: 'URL' }));
  await user.paste(url);
  await user.click(main().getByRole('checkbox', { name: /Post published/ }));
}

const submit = ({ user, main }: OpenScreen) => user.click(main().getByRole('button', { name: 'Create webhook' }));

testInLanguages([
  [
    ...(['en', 'Create webhook', 'URL', 'Description', 'Events', 'Enabled', 'Create webhook'] as const),
    ...(['Cancel', 'Post published'] as const),
  ],
  [
    ...(['ja', 'Webhookを作成', 'URL', '説明', 'イベント', '有効', 'Webhookを作成'] as const),
    ...(['キャンセル', '記事の公開'] as const),
  ],
] as const)(
  'shows an empty form, in %s',
  async ([language, heading, url, description, events, isEnabled, create, cancel, published]) => {
    const { main } = await open({ language });
    expect(document.title).toBe(`${heading} – Kawaraban`);
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(main().getByRole('textbox', { name: url })).toHaveProperty('value', '');
    expect(main().getByRole('textbox', { name: description })).toHaveProperty('value', '');
    expect(main().getByRole('group', { name: events }).querySelectorAll('input')).toHaveLength(5);
    expect(main().getByRole('checkbox', { name: new RegExp(published) })).toHaveProperty('checked', false);
    expect(main().getByRole('checkbox', { name: isEnabled })).toHaveProperty('checked', true);
    expect(main().getByRole('button', { name: create })).toBeTruthy();
    expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe('/admin/webhooks/news');
  },
);

testInLanguages([
  ['en', 'Create webhook', 'URL', 'Events', 'Input required', 'Select at least one event'],
  ['ja', 'Webhookを作成', 'URL', 'イベント', '入力してください', 'イベントを1つ以上選択してください'],
] as const)('empty form is not sent, in %s', async ([language, create, url, events, required, chooseEvent]) => {
  const { user, main, api } = await open({ language });
  await user.click(main().getByRole('button', { name: create }));
  const address = main().getByRole('textbox', { name: url, description: new RegExp(required) });
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(address);
  expect(main().getByRole('group', { name: events, description: chooseEvent })).toBeTruthy();
  expect(api.sent(webhookApi.create)).toEqual([]);
});

const NO_ADDRESS = 'Enter a URL that starts with https://, without a password or #';

test.for([
  ['an address without a scheme', 'URL', 'example.com', NO_ADDRESS],
  ['an address with a password', 'URL', 'https://a:b@example.com/', NO_ADDRESS],
  ['an address with a fragment', 'URL', 'https://example.com/#top', NO_ADDRESS],
  ['a long address', 'URL', `https://example.com/${'x'.repeat(2000)}`, 'Use no more than 2000 characters'],
  ['a long description', 'Description', 'x'.repeat(201), 'Use no more than 200 characters'],
] as const)('%s shows an error on blur', async ([, name, typed, message]) => {
  const { user, main } = await open();
  const field = main().getByRole('textbox', { name });
  await user.click(field);
  await user.paste(typed);
  await user.tab();
  await main().findByText(message);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field).toHaveProperty('value', typed);
});

test('focuses the first event when none is selected', async () => {
  const { user, main, api } = await open();
  await user.click(main().getByRole('textbox', { name: 'URL' }));
  await user.paste('https://example.com/hook');
  await user.click(main().getByRole('button', { name: 'Create webhook' }));
  expect(document.activeElement).toBe(main().getByRole('checkbox', { name: /Post published/ }));
  expect(api.sent(webhookApi.create)).toEqual([]);
});

test('creates a webhook and shows its secret once', async () => {
  const opened = await open();
  const { user, main, api, address } = opened;
  await fillIn(opened, ' https://example.com/hook ');
  await user.click(main().getByRole('textbox', { name: 'Description' }));
  await user.paste('Site builder');
  await user.click(main().getByRole('checkbox', { name: /Comment published/ }));
  await user.click(main().getByRole('checkbox', { name: 'Enabled' }));
  await submit(opened);
  expect(await main().findByText('whsec_c2VjcmV0')).toBeTruthy();
  expect(api.sent(webhookApi.create)).toMatchObject([
    {
      params: { serviceId: 'news' },
      body: {
        ...{ url: 'https://example.com/hook', description: 'Site builder', isEnabled: false },
        events: ['post.published', 'comment.posted'],
      },
    },
  ]);
  expect(screen.getByText('Create completed')).toBeTruthy();
  expect(main().getByText('Copy the secret now. It is shown only once.')).toBeTruthy();
  expect(document.activeElement).toBe(main().getByRole('heading', { name: 'Webhook secret' }));
  expect(main().queryByRole('textbox')).toBeNull();
  await user.click(main().getByRole('button', { name: 'I’ve copied the secret' }));
  expect(address()).toBe(WEBHOOK_PATH);
});

test('copies the secret to the clipboard', async () => {
  const opened = await open();
  await fillIn(opened);
  await submit(opened);
  const copy = await opened.main().findByRole('button', { name: 'Copy secret' });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await opened.user.click(copy);
  await screen.findByText('Copied');
  expect(write).toHaveBeenCalledWith('whsec_c2VjcmV0');
});

test('shows a rejected URL at its field', async () => {
  const opened = await open();
  const { main, api } = opened;
  api.answer(webhookApi.create, () => {
    throw httpError(400, {
      message: messages.validationFailed,
      errors: [{ field: 'url', message: fieldMessages.addressRefused }],
    });
  });
  await fillIn(opened, 'http://192.168.0.1/hook');
  await submit(opened);
  const field = await main().findByRole('textbox', { name: 'URL', description: /Events can’t be sent to this URL/ });
  expect(field).toHaveProperty('value', 'http://192.168.0.1/hook');
  expect(document.activeElement).toBe(field);
  expect(main().getByRole('alert').textContent).toContain('Correct inputs with error');
});

test.for([
  [0, undefined, 'Create failed. The server can’t be reached. Your changes are still here.'],
  [409, messages.tooManyWebhooks, 'This service has reached the maximum number of webhooks. Delete one first.'],
  [500, undefined, 'Error occurred'],
] as const)('response %i keeps the input', async ([status, message, text]) => {
  const opened = await open();
  const { main, api } = opened;
  api.answer(webhookApi.create, () => {
    throw httpError(status, message === undefined ? {} : { message });
  });
  await fillIn(opened);
  await submit(opened);
  await main().findByText(text);
  expect(main().getByRole('textbox', { name: 'URL' })).toHaveProperty('value', 'https://example.com/hook');
  expect(main().getByRole('checkbox', { name: /Post published/ })).toHaveProperty('checked', true);
  api.answer(webhookApi.create, created);
  await submit(opened);
  await main().findByText('whsec_c2VjcmV0');
  expect(api.sent(webhookApi.create)).toHaveLength(2);
});

test('covers the page while saving the webhook', async () => {
  const pending = Promise.withResolvers<typeof created>();
  const opened = await open({ api: (api) => api.answer(webhookApi.create, () => pending.promise) });
  await fillIn(opened);
  await submit(opened);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  pending.resolve(created);
  await opened.main().findByText('whsec_c2VjcmV0');
  expect(document.querySelector('.loading-overlay')).toBeNull();
});

test('asks before leaving unsaved input', async () => {
  const opened = await open();
  const { user, main, address } = opened;
  await fillIn(opened);
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(address()).toBe('/admin/webhooks/news/create');
  expect(main().getByRole('textbox', { name: 'URL' })).toHaveProperty('value', 'https://example.com/hook');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe('/admin/webhooks/news');
});
