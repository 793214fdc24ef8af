import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { mailApi } from '#contract/mails.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { factsIn } from '#testing/screen-facts.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { mailSummary } from './mail.fixtures.ts';
import * as route from './mail-detail.route.tsx';

type Mail = ResponseOf<typeof mailApi.read>;

const given: Mail = { ...mailSummary(), text: 'Sign in at https://example.com/admin/signin.\nThank you.' };
const { mailId } = given;

interface Options extends Partial<ScreenOptions> {
  readonly mail?: Partial<Mail>;
}

function open({ mail = {}, ...options }: Options = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'mails/:mailId', role: 'admin', at: `/admin/mails/${mailId}` },
    ...options,
    api: (api) => {
      api.answer(mailApi.read, { ...given, ...mail });
      options.api?.(api);
    },
  });
}

function reject(status: number, message: string = messages.serverError) {
  return () => {
    throw httpError(status, { message });
  };
}

const facts = () => factsIn(screen.getByRole('main'));

testInLanguages([
  [
    'en',
    'Email',
    'Text',
    { Subject: 'Your invitation', To: 'ada@example.com', Status: 'Stored' },
    'Created',
    /^November 1, /,
  ],
  [
    'ja',
    'メール',
    '本文',
    { 件名: 'Your invitation', 宛先: 'ada@example.com', 状態: '保存のみ' },
    '作成日時',
    /^2026年11月1日 /,
  ],
] as const)('shows a mail and its text, in %s', async ([language, title, text, known, written, time]) => {
  const { main, api } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(facts()).toEqual({ ...known, [written]: expect.stringMatching(time) });
  const body = main().getByRole('region', { name: text });
  expect(body.textContent).toBe(given.text);
  expect(body.querySelector('[lang]')?.getAttribute('lang')).toBe('en');
  const link = within(body).getByRole('link', { name: 'https://example.com/admin/signin' });
  expect(link.getAttribute('href')).toBe('https://example.com/admin/signin');
  expect(api.sent(mailApi.read).map(({ params }) => params)).toEqual([{ mailId }]);
});

testInLanguages([
  ['en', /^The text of sent and waiting emails is hidden/, 'Sent', /^November 2, 2026 at /],
  [
    'ja',
    /^送信済みと送信待ちのメールの本文は、受信者だけに知らせるコードを含むことがあるため、表示されません/,
    '送信日時',
    /^2026年11月2日 /,
  ],
] as const)('hides the text of a sent mail, in %s', async ([language, reason, name, time]) => {
  const { main } = await open({ language, mail: { status: 'sent', text: null, sentAt: '2026-11-02T12:00:00Z' } });
  expect(main().getByText(reason)).toBeTruthy();
  expect(facts()[name]).toMatch(time);
  expect(main().queryByRole('button')).toBeNull();
});

testInLanguages([
  ['en', ['Next attempt', 'Attempts', 'Mail server response']],
  ['ja', ['次の試行', '試行回数', 'メールサーバーの応答']],
] as const)('shows why a mail is waiting, in %s', async ([language, [next, attempts, response]]) => {
  const waiting = {
    status: 'waiting',
    attempts: 2,
    lastError: '421 Try later',
    dueAt: '2026-11-03T12:00:00Z',
  } as const;
  await open({ language, mail: { ...waiting, text: null } });
  expect(facts()).toMatchObject({ [attempts]: '2', [response]: '421 Try later' });
  expect(facts()[next]).toMatch(language === 'en' ? /^November 3, 2026 at / : /^2026年11月3日 /);
});

test('shows the loading state', async () => {
  const pending = Promise.withResolvers<Mail>();
  await open({ isLoading: true, api: (api) => api.answer(mailApi.read, () => pending.promise) });
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('status').textContent).toBe('Loading');
  pending.resolve(given);
  await screen.findByRole('heading', { name: 'Email' });
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({ api: (api) => api.answer(mailApi.read, reject(500)) });
  expect(main().getByRole('alert').textContent).toBe('Server error');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`/admin/mails/${mailId}`);
});

test('redirects to the notfound page for missing mails', async () => {
  const { address } = await open({ api: (api) => api.answer(mailApi.read, reject(404, messages.notFound)) });
  expect(address()).toBe('/error/notfound?from=console');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(mailApi.read)).toEqual([]);
});

test.for([
  ['waiting', true],
  ['failed', true],
  ['sent', false],
  ['kept', false],
] as const)('offers to retry a %s mail: %s', async ([status, isOffered]) => {
  const { main } = await open({ mail: { status } });
  expect(main().queryByRole('button', { name: 'Resend now' }) !== null).toBe(isOffered);
});

testInLanguages([
  ['en', 'Resend now', 'Resending email', 'Status', 'Waiting'],
  ['ja', '今すぐ再送信', 'メールを再送信しています', '状態', '送信待ち'],
] as const)('retries and reloads a mail, in %s', async ([language, retry, retried, name, waiting]) => {
  const { main, user, api } = await open({ language, mail: { status: 'failed', text: null } });
  api.answer(mailApi.retry, mailSummary({ status: 'waiting' }));
  api.answer(mailApi.read, { ...given, status: 'waiting', text: null });
  await user.click(main().getByRole('button', { name: retry }));
  expect((await screen.findByText(retried)).closest('[role=status]')).toBeTruthy();
  expect(api.sent(mailApi.retry)).toMatchObject([{ params: { mailId } }]);
  await expect.poll(() => facts()[name]).toBe(waiting);
});

testInLanguages([
  ['en', 'Resend now', 'Invalid input'],
  ['ja', '今すぐ再送信', '入力内容が正しくありません'],
] as const)('explains why a mail is not retried, in %s', async ([language, retry, reason]) => {
  const { main, user, api } = await open({ language, mail: { status: 'failed', text: null } });
  api.answer(mailApi.retry, reject(400, messages.badRequest));
  api.answer(mailApi.read, { ...given, status: 'sent', text: null });
  await user.click(main().getByRole('button', { name: retry }));
  await screen.findByText(reason);
  await expect.poll(() => main().queryByRole('button', { name: retry })).toBeNull();
});
