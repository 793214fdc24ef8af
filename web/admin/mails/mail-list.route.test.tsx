import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type MailSummary, mailApi } from '#contract/mails.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { mailSummary } from './mail.fixtures.ts';
import * as route from './mail-list.route.tsx';

type MailPage = ResponseOf<typeof mailApi.list>;

const kept = mailSummary();
const failed = mailSummary({
  ...{ mailId: '01m8000000000000000000000b', recipient: 'taro@example.jp', subject: '招待', language: 'ja' },
  ...{ status: 'failed', attempts: 12, lastError: '550 No such mailbox' },
});

function page(items: MailSummary[], more: Partial<MailPage> = {}): MailPage {
  return { items, pagerKey: null, pageToken: null, isSending: false, ...more };
}

function open({ at = '/admin/mails', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'mails', role: 'admin', at },
    ...options,
    api: (api) => {
      api.answer(mailApi.list, page([kept, failed]));
      options.api?.(api);
    },
  });
}

testInLanguages([
  ['en', 'Emails', ['Stored', 'Failed'], expect.stringMatching(/^Nov 1, 2026, /)],
  ['ja', 'メール', ['保存のみ', '失敗'], expect.stringMatching(/^2026年11月1日 /)],
] as const)('lists mails with their status, in %s', async ([language, title, states, time]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  const [, ...rows] = within(main().getByRole('table', { name: title })).getAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['ada@example.com', states[0], '0', time],
    ['taro@example.jp', states[1], '12', time],
  ]);
  expect(main().getByRole('link', { name: kept.subject }).getAttribute('href')).toBe(`/admin/mails/${kept.mailId}`);
  expect(main().getByRole('link', { name: '招待' }).getAttribute('lang')).toBe('ja');
  expect(main().getByText('550 No such mailbox')).toBeTruthy();
});

testInLanguages([
  ['en', 'No mail server is configured. Emails are kept in the outbox in the data folder, and you can read them here.'],
  ['ja', 'メールサーバーが設定されていません。メールはデータフォルダーの送信トレイに保存され、ここで読めます。'],
] as const)('explains how to send mails, in %s', async ([language, notice]) => {
  const { main } = await open({ language });
  expect(main().getByText(notice)).toBeTruthy();
  expect(main().getByText(/^SMTP_URL=/).textContent).toContain('MAIL_FROM=');
});

testInLanguages([
  ['en', /^Emails are sent through the configured mail server/],
  ['ja', /^メールは、設定されたメールサーバーから送信されます/],
] as const)('shows that a mail server is configured, in %s', async ([language, notice]) => {
  const { main } = await open({ language, api: (api) => api.answer(mailApi.list, page([kept], { isSending: true })) });
  expect(main().getByText(notice)).toBeTruthy();
  expect(main().queryByText(/SMTP_URL/)).toBeNull();
});

test('shows a skeleton while mails load', async () => {
  const pending = Promise.withResolvers<MailPage>();
  await open({ isLoading: true, api: (api) => api.answer(mailApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Emails' });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('status').textContent).toBe('Loading');
  expect(main.queryByRole('table')).toBeNull();
  pending.resolve(page([kept]));
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No emails yet', 'Any'],
  ['ja', 'メールはまだありません', 'すべて'],
] as const)('shows a notice when no mail exists, in %s', async ([language, text, any]) => {
  const { main } = await open({ language, api: (api) => api.answer(mailApi.list, page([])) });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByRole('option', { name: any })).toHaveProperty('selected', true);
  expect(main().queryByRole('table')).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    at: '/admin/mails?status=sent',
    api: (api) => {
      api.answer(mailApi.list, () => {
        throw httpError(500);
      });
    },
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/mails?status=sent');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(mailApi.list)).toEqual([]);
});

test('opens for admins without a service', async () => {
  const { main } = await open({ services: [] });
  expect(main().getByRole('table')).toBeTruthy();
});

testInLanguages([
  ['en', 'Status', ['Any', 'Waiting', 'Sent', 'Stored', 'Failed'], 'No matching emails'],
  ['ja', '状態', ['すべて', '送信待ち', '送信済み', '保存のみ', '失敗'], '該当するメールはありません'],
] as const)('filters by status, in %s', async ([language, label, options, noMatch]) => {
  const { main, user, api, address } = await open({
    language,
    at: '/admin/mails?pageToken=two',
    api: (each) => each.answer(mailApi.list, ({ query }) => page(query.status === 'waiting' ? [] : [kept])),
  });
  const select = main().getByRole('combobox', { name: label });
  const shown = within(select).getAllByRole('option');
  expect(shown.map(({ textContent }) => textContent)).toEqual(options);
  await user.selectOptions(select, options[1]);
  await main().findByText(noMatch);
  expect(address()).toBe('/admin/mails?status=waiting');
  expect(api.sent(mailApi.list).map(({ query }) => query)).toEqual([
    { count: 50, pageToken: 'two' },
    { count: 50, status: 'waiting' },
  ]);
  await user.selectOptions(select, options[0]);
  await main().findByRole('table');
  expect(address()).toBe('/admin/mails');
});

test('reads the status from the address', async () => {
  const { main, api } = await open({ at: '/admin/mails?status=failed' });
  expect(main().getByRole('combobox')).toHaveProperty('value', 'failed');
  expect(api.sent(mailApi.list)[0]?.query).toEqual({ count: 50, status: 'failed' });
});

test('ignores an unknown status in the address', async () => {
  const { main, api } = await open({ at: '/admin/mails?status=lost' });
  expect(main().getByRole('combobox')).toHaveProperty('value', '');
  expect(api.sent(mailApi.list)[0]?.query).toEqual({ count: 50 });
});

test('pages forward and back', async () => {
  const pagerKey = { mailId: kept.mailId };
  const { main, user, address } = await open({
    at: '/admin/mails?status=kept',
    api: (api) =>
      api.answer(mailApi.list, ({ query }) =>
        query.pageToken === 'two' ? page([failed]) : page([kept], { pagerKey, pageToken: 'two' }),
      ),
  });
  expect(main().getByRole('button', { name: 'First page' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Next' }));
  await main().findByRole('link', { name: failed.subject });
  expect(address()).toBe('/admin/mails?status=kept&pageToken=two');
  expect(main().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'First page' }));
  await main().findByRole('link', { name: kept.subject });
  expect(address()).toBe('/admin/mails?status=kept');
});
