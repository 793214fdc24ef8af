import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type Webhook, webhookApi } from '#contract/webhooks.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { WEBHOOK_PATH, webhook } from './webhook.fixtures.ts';
import * as route from './webhook-edit.route.tsx';

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'webhooks/:serviceId/:webhookId/edit', at: `${WEBHOOK_PATH}/edit`, role: 'admin' },
    ...options,
    api: (api) => {
      api.answer(webhookApi.read, webhook());
      api.answer(webhookApi.update, webhook());
      options.api?.(api);
    },
  });
}

function answerNewer(api: FakeApi, change: Partial<Webhook>): void {
  const current = webhook({ ...change, revision: 2 });
  api.answer(webhookApi.update, ({ body: { revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: 3 };
  });
}

async function describe({ user, main }: OpenScreen, description: string): Promise<void> {
  await user.clear(main().getByRole('textbox', { name: 'Description' }));
  await user.paste(description);
}

testInLanguages([
  ['en', 'Edit webhook', 'URL', 'Description', 'Save', 'Cancel'],
  ['ja', 'Webhookを編集', 'URL', '説明', '保存', 'キャンセル'],
] as const)('shows the stored webhook, in %s', async ([language, heading, url, description, save, cancel]) => {
  const { main, api } = await open({ language });
  expect(document.title).toBe(`${heading} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('textbox', { name: url })).toHaveProperty('value', 'https://example.com/hook');
  expect(main().getByRole('textbox', { name: description })).toHaveProperty('value', 'Site builder');
  const boxes = main().getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false, true, true]);
  expect(main().getByRole('button', { name: save })).toBeTruthy();
  expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe(WEBHOOK_PATH);
  expect(api.sent(webhookApi.read)).toMatchObject([{ params: { webhookId: webhook().webhookId } }]);
});

test('sends changed fields only and returns', async () => {
  const opened = await open();
  const { user, main, api, address } = opened;
  await describe(opened, 'Cache');
  await user.click(main().getByRole('checkbox', { name: /Comment published/ }));
  await user.click(main().getByRole('checkbox', { name: 'Enabled' }));
  await user.click(main().getByRole('button', { name: 'Save' }));
  await screen.findByText('Edit completed');
  expect(api.sent(webhookApi.update)).toEqual([
    {
      params: { serviceId: 'news', webhookId: webhook().webhookId },
      query: undefined,
      body: { description: 'Cache', events: ['post.published'], isEnabled: false, revision: 1 },
    },
  ]);
  await expect.poll(address).toBe(WEBHOOK_PATH);
});

test('sends nothing without changes', async () => {
  const { user, main, api, address } = await open();
  await user.click(main().getByRole('button', { name: 'Save' }));
  await expect.poll(address).toBe(WEBHOOK_PATH);
  expect(api.sent(webhookApi.update)).toEqual([]);
});

testInLanguages([
  ['en', 'Description', 'Save', 'Saved version', 'Save my changes'],
  ['ja', '説明', '保存', '保存済みの内容', '自分の変更を保存'],
] as const)('shows both descriptions and keeps mine, in %s', async ([language, name, save, saved, keep]) => {
  const { user, main, api, address } = await open({ language });
  answerNewer(api, { description: 'Search index', isEnabled: false });
  await fillIn(user, main().getByRole('textbox', { name }), 'Cache');
  await user.click(main().getByRole('button', { name: save }));
  const row = within(await main().findByRole('region', { name }));
  expect(row.getAllByRole('term')[1]?.textContent).toBe(saved);
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Cache', 'Search index']);
  await user.click(main().getByRole('button', { name: keep }));
  await expect.poll(address).toBe(WEBHOOK_PATH);
  expect(api.sent(webhookApi.update).map(({ body }) => body)).toEqual([
    { description: 'Cache', revision: 1 },
    { description: 'Cache', revision: 2 },
  ]);
});

test('takes the saved version', async () => {
  const opened = await open();
  const { user, main, api, address } = opened;
  answerNewer(api, { description: 'Search index', isEnabled: false });
  await describe(opened, 'Cache');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await user.click(await main().findByRole('button', { name: 'Keep the saved version' }));
  expect(main().getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Search index');
  expect(main().getByRole('checkbox', { name: 'Enabled' })).toHaveProperty('checked', false);
  await user.click(main().getByRole('button', { name: 'Save' }));
  await expect.poll(address).toBe(WEBHOOK_PATH);
  expect(api.sent(webhookApi.update)).toHaveLength(1);
});

test('Ctrl+S saves the form', async () => {
  const opened = await open();
  const { user, api } = opened;
  await describe(opened, 'Cache');
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Edit completed');
  expect(api.sent(webhookApi.update)).toMatchObject([{ body: { description: 'Cache' } }]);
});

test('invalid fields are not sent', async () => {
  const { user, main, api } = await open();
  const url = main().getByRole('textbox', { name: 'URL' });
  await user.clear(url);
  await user.click(main().getByRole('checkbox', { name: /Comment published/ }));
  await user.click(main().getByRole('checkbox', { name: /Post published/ }));
  await user.click(main().getByRole('button', { name: 'Save' }));
  expect(main().getByText('Input required')).toBeTruthy();
  expect(main().getByText('Select at least one event')).toBeTruthy();
  expect(document.activeElement).toBe(url);
  expect(api.sent(webhookApi.update)).toEqual([]);
});

test('shows a rejected URL at its field', async () => {
  const { user, main, api, address } = await open();
  api.answer(webhookApi.update, () => {
    throw httpError(400, {
      message: messages.validationFailed,
      errors: [{ field: 'url', message: fieldMessages.addressRefused }],
    });
  });
  const field = main().getByRole('textbox', { name: 'URL' });
  await user.clear(field);
  await user.paste('http://192.168.0.1/hook');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await main().findByText(/Events can’t be sent to this URL/);
  expect(field).toHaveProperty('value', 'http://192.168.0.1/hook');
  expect(document.activeElement).toBe(field);
  expect(address()).toBe(`${WEBHOOK_PATH}/edit`);
});

test('failed save keeps the input', async () => {
  const opened = await open();
  const { user, main, api } = opened;
  api.answer(webhookApi.update, () => {
    throw httpError(0);
  });
  const field = main().getByRole('textbox', { name: 'Description' });
  await describe(opened, 'Cache');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await main().findByText('Edit failed. The server can’t be reached. Your changes are still here.');
  expect(field).toHaveProperty('value', 'Cache');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    api: (api) =>
      api.answer(webhookApi.read, () => {
        throw httpError(500);
      }),
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`${WEBHOOK_PATH}/edit`);
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
