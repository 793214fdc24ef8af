import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CommentAction } from '#contract/admin-comments.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { type ApiKey, apiKeyApi } from '#contract/api-keys.ts';
import { AuditAction, type AuditEntry, auditApi } from '#contract/audit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { WebhookEventType } from '#contract/webhooks.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { fromLocalInput } from '../ui/local-time.ts';
import { userDetail } from '../users/user.fixtures.ts';
import * as route from './audit-list.route.tsx';

type AuditPage = ResponseOf<typeof auditApi.list>;

const ada = userDetail({ username: 'ada', email: 'ada@example.com' });
const bob = userDetail({ username: 'bob', email: 'bob@example.com' });

const build: ApiKey = {
  ...{ keyId: '01m8000000000000000000000k', label: 'Build', may: 'read', serviceIds: ['news'], createdBy: 'ada' },
  ...{ createdAt: '2026-11-01T12:00:00Z', expiresAt: null, lastUsedAt: null, revokedAt: null },
};

let made = 0;

function auditEntry(entry: Partial<AuditEntry> = {}): AuditEntry {
  made += 1;
  return {
    entryId: String(made).padStart(26, '0'),
    at: '2026-11-01T12:00:00Z',
    action: 'signed-in',
    actorKind: 'user',
    actor: 'ada',
    target: null,
    serviceId: null,
    address: null,
    requestId: null,
    details: {},
    ...entry,
  };
}

const roleChanged = auditEntry({
  ...{ action: 'role-changed', target: 'bob', address: '192.0.2.7', requestId: 'req-1' },
  details: { from: 'viewer', to: 'editor' },
});

function page(items: AuditEntry[], pageToken: string | null = null): AuditPage {
  return { items, pagerKey: pageToken === null ? null : { entryId: roleChanged.entryId }, pageToken };
}

interface Options extends Partial<ScreenOptions> {
  readonly entries?: AuditEntry[];
}

function open({ at = '/admin/audit', entries = [roleChanged], ...options }: Options = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'audit', role: 'admin', at },
    ...options,
    api: (api) => {
      api.answer(adminUserApi.list, [ada, bob]).answer(apiKeyApi.list, [build]).answer(auditApi.list, page(entries));
      options.api?.(api);
    },
  });
}

const sentences = () => [...document.querySelectorAll('.audit-sentence')].map(({ textContent }) => textContent);

const detailsOf = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('term')
    .map((term) => `${term.textContent}${term.nextElementSibling?.textContent}`);

const queries = ({ api }: OpenScreen) => api.sent(auditApi.list).map(({ query }) => query);

testInLanguages([
  [
    ...(['en', 'Audit log', 'ada@example.com changed bob@example.com’s role'] as const),
    ...([
      /^Nov 1, 2026, /,
      ['Before:Viewer', 'After:Editor'],
      'Request ID',
      /^Sign-ins and changes to accounts/,
    ] as const),
  ],
  [
    ...(['ja', '監査ログ', 'ada@example.comがbob@example.comの権限を変更しました'] as const),
    ...([
      /^2026年11月1日 /,
      ['変更前：閲覧者', '変更後：編集者'],
      'リクエストID',
      /^サインインや、アカウント、APIキー、コンテンツに対する操作の記録です（新しい順）/,
    ] as const),
  ],
] as const)('shows an entry, in %s', async ([language, title, sentence, time, details, requestId, lead]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(main().getByText(lead)).toBeTruthy();
  const table = within(main().getByRole('table', { name: title }));
  expect(sentences()).toEqual([sentence]);
  expect(detailsOf(table.getByRole('rowheader'))).toEqual(details);
  const [at, from] = table.getAllByRole('cell');
  expect(at?.textContent).toMatch(time);
  expect(at?.querySelector('time')?.getAttribute('datetime')).toBe(roleChanged.at);
  expect(from?.textContent).toBe('192.0.2.7req-1');
  expect(within(from as HTMLElement).getByTitle(requestId).textContent).toBe('req-1');
  expect(table.getByRole('link', { name: 'bob@example.com' }).getAttribute('href')).toBe('/admin/users/bob');
});

testInLanguages([
  ['en', ['Fields:Phone number, Address, Notes']],
  ['ja', ['項目：電話番号、住所、メモ']],
] as const)('names changed fields of an account, in %s', async ([language, details]) => {
  const changed = auditEntry({
    action: 'attributes-changed',
    target: 'bob',
    details: { names: ['tel', 'address', 'memo'] },
  });
  const { main } = await open({ language, entries: [changed] });
  expect(detailsOf(main().getByRole('rowheader'))).toEqual(details);
});

const revocation = { action: 'api-key-revoked', target: '01m8000000000000000000000x', details: { label: 'Old key' } };
const deletion = { action: 'account-deleted', target: 'gone', details: { email: 'gone@example.com' } };

test('names actors and targets', async () => {
  const words: Record<string, string> = {
    '{ada}': 'ada@example.com',
    '{posts}': 'changed posts in bulk',
    '{secret}': 'replaced the installation’s secret',
  };
  const listed = [
    ['a key that exists', { action: 'api-key-created', target: build.keyId }, '{ada} created the API key “Build”'],
    ['a key that is gone', revocation, '{ada} revoked the API key “Old key”'],
    ['a program', { action: 'posts-changed', actorKind: 'api-key', actor: build.keyId }, 'The API key “Build” {posts}'],
    ['a deleted account', deletion, '{ada} deleted the account gone@example.com'],
    ['the own account', { action: 'password-changed', target: 'ada' }, '{ada} changed their password'],
    [
      'a guest',
      { action: 'comments-changed', actorKind: 'guest', actor: null },
      'A guest changed the status of comments',
    ],
    ['a terminal', { action: 'secret-rotated', actorKind: 'system', actor: null }, 'The system {secret}'],
    ['nobody', { action: 'sign-in-failed', actorKind: 'nobody', actor: null }, 'An unknown person failed to sign in'],
    [
      'a refused call',
      { action: 'access-refused', target: null, details: { request: 'GET /admin/users' } },
      '{ada} was denied access',
    ],
    ['a newer version', { action: 'teleported' }, '{ada} performed an unknown action'],
  ] as const;
  await open({ entries: listed.map(([, entry]) => auditEntry(entry)) });
  const expected = listed.map(([of, , sentence]) => [of, sentence.replace(/\{\w+\}/, (word) => words[word] ?? word)]);
  expect(sentences().map((sentence, at) => [listed[at]?.[0], sentence])).toEqual(expected);
});

test('links no deleted account', async () => {
  const { main } = await open({ entries: [auditEntry(deletion)] });
  const [link, ...others] = within(main().getByRole('table')).getAllByRole('link');
  expect(link?.textContent).toBe('ada@example.com');
  expect(others).toEqual([]);
});

testInLanguages([
  [
    'en',
    [
      'Reason:Wrong password',
      'Enabled:Yes',
      'Services:news, blog',
      'Fields:Display name, shoe_size',
      'Remaining:7',
      'odd:1',
    ],
  ],
  [
    'ja',
    ['理由：パスワードの誤り', '有効：はい', 'サービス：news、blog', '項目：表示名、shoe_size', '残り：7', 'odd：1'],
  ],
] as const)('shows the details of an entry, in %s', async ([language, details]) => {
  const known = {
    reason: 'wrong password',
    isEnabled: true,
    serviceIds: ['news', 'blog'],
    names: ['name', 'shoe_size'],
  };
  const nothing = { label: '', added: [], removed: null };
  const { main } = await open({
    language,
    entries: [auditEntry({ details: { ...known, left: 7, odd: '1', ...nothing } })],
  });
  expect(detailsOf(main().getByRole('rowheader'))).toEqual(details);
});

const RECORDED: Partial<Record<AuditAction, AuditEntry['details'][]>> = {
  'signed-in': [{ how: 'password' }, { how: 'totp' }, { how: 'recovery-code' }],
  'sign-in-failed': [
    ...['wrong password', 'wrong old password', 'totp', 'recovery-code'].map((reason) => ({ reason })),
    ...['identity_taken', 'email_required', 'account_disabled', 'provider_failed'].map((reason) => ({ reason })),
  ],
  'signed-out': [{ sessionId: '4711' }],
  'attributes-changed': [{ names: ['name', 'email', 'tel', 'address', 'memo', 'picture', 'locale'] }],
  'recovery-code-used': [{ left: 7 }],
  'access-refused': [{ request: '4711', services: ['4711'] }],
  'account-created': [{ role: 'editor', services: ['4711'] }],
  'role-changed': [{ from: 'normal', to: 'viewer' }],
  'services-changed': [{ added: ['4711'], removed: ['4712'] }],
  'api-key-created': [{ label: '4711', may: 'read-drafts', serviceIds: ['4711'], expiresAt: null }],
  'webhook-created': [{ address: '4711', description: '4711', events: [...WebhookEventType.options], isEnabled: true }],
  'webhook-changed': [
    { isEnabled: false, changed: ['url', 'description', 'events', 'isEnabled'] },
    { isEnabled: false, changed: ['isEnabled'], reason: 'gone' },
  ],
  'comments-changed': CommentAction.options.map((change) => ({ count: 2, change, commentIds: ['4711', '4712'] })),
  'comments-deleted': [{ contentId: '4711' }],
  'posts-changed': ['publish', 'unpublish', 'delete', 'move', 'tag', 'untag', 'group', 'ungroup'].map((change) => ({
    ...{ change, changed: 50, unchanged: 0 },
  })),
  'translation-linked': [{ posts: ['4711', '4712'] }],
};

test.for(['en', 'ja'] as const)('has words for every action and its details, in %s', async (language) => {
  const entries = AuditAction.options.flatMap((action) =>
    (RECORDED[action] ?? [{}]).map((details) => auditEntry({ action, actor: '4711', target: '4711', details })),
  );
  const { main } = await open({ language, entries, api: (each) => each.answer(adminUserApi.read, ada) });
  const rows = main()
    .getAllByRole('rowheader')
    .map((row) => [row.querySelector('.audit-sentence')?.textContent ?? '', ...detailsOf(row)]);
  expect(rows).toHaveLength(entries.length);
  const isRaw = (text: string) =>
    language === 'ja'
      ? /[a-z]/i.test(text.replaceAll(/ada@example\.com|API|Webhook|URL|ID/g, ''))
      : /^[a-z]|:[a-z]|, [a-z]|[a-z]\.[a-z]|_/.test(text.replaceAll('ada@example.com', ''));
  expect(rows.flat().filter(isRaw)).toEqual([]);
});

test('counts posts of a bulk change', async () => {
  const changed = auditEntry({ action: 'posts-changed', details: { change: 'tag', changed: 50, unchanged: 0 } });
  const { main } = await open({ language: 'ja', entries: [changed] });
  expect(detailsOf(main().getByRole('rowheader'))).toEqual(['操作：タグの追加', '変更：50件', '変更なし：0件']);
});

test('shows an instant among the details as a date', async () => {
  const { main } = await open({ entries: [auditEntry({ details: { expiresAt: '2026-12-24T12:00:00Z' } })] });
  expect(detailsOf(main().getByRole('rowheader'))[0]).toMatch(/^Expires:Dec 24, 2026, /);
});

test('looks up accounts outside the console', async () => {
  const reader = '7f3c0000-0000-4000-8000-00000000a001';
  const gone = '7f3c0000-0000-4000-8000-00000000a002';
  const { main, api } = await open({
    entries: [auditEntry({ actor: reader }), auditEntry({ actor: gone }), auditEntry({ actor: reader })],
    api: (each) =>
      each.answer(adminUserApi.read, ({ params: { username } }) => {
        if (username === gone) throw httpError(404);
        return userDetail({ username, email: 'reader@example.com' });
      }),
  });
  await main().findAllByRole('link', { name: 'reader@example.com' });
  expect(sentences()).toEqual(['reader@example.com signed in', `${gone} signed in`, 'reader@example.com signed in']);
  expect(api.sent(adminUserApi.read).map(({ params }) => params.username)).toEqual([reader, gone]);
});

test('shows a skeleton while the log loads', async () => {
  const pending = Promise.withResolvers<AuditPage>();
  await open({ isLoading: true, api: (api) => api.answer(auditApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Audit log' });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('status').textContent).toBe('Loading');
  expect(main.queryByRole('table')).toBeNull();
  pending.resolve(page([roleChanged]));
  await screen.findByRole('table');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    at: '/admin/audit?actor=ada',
    api: (api) => {
      api.answer(auditApi.list, () => {
        throw httpError(500);
      });
    },
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/audit?actor=ada');
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(auditApi.list)).toEqual([]);
});

test('opens for admins without a service', async () => {
  const { main } = await open({ services: [] });
  expect(main().getByRole('table')).toBeTruthy();
});

test('redirects to the notfound page for rejected page tokens', async () => {
  const { address } = await open({
    at: '/admin/audit?pageToken=stale',
    api: (api) => {
      api.answer(auditApi.list, () => {
        throw httpError(400);
      });
    },
  });
  expect(address()).toBe('/error/notfound?from=console');
});

testInLanguages([
  ['en', 'No matching entries'],
  ['ja', '該当する記録はありません'],
] as const)('shows a notice when the log is empty, in %s', async ([language, empty]) => {
  const { main } = await open({ language, entries: [] });
  expect(main().getByText(empty)).toBeTruthy();
  // The reset button of the filter.
  expect(main().getAllByRole('button', { name: language === 'en' ? 'Reset' : 'リセット' })).toHaveLength(1);
  expect(main().getByRole('group')).toHaveProperty('open', false);
});

test('offers to reset a filter that finds nothing', async () => {
  const shown = await open({
    at: '/admin/audit?actor=ada&until=2020-01-01T00:00:00Z',
    api: (api) => api.answer(auditApi.list, ({ query }) => page(query.actor ? [] : [roleChanged])),
  });
  const { main, user, address } = shown;
  const [, reset] = main().getAllByRole('button', { name: 'Reset' });
  await user.click(reset as HTMLElement);
  await main().findByRole('table');
  expect(address()).toBe('/admin/audit');
  expect(queries(shown)).toEqual([{ count: 50, actor: 'ada', until: '2020-01-01T00:00:00Z' }, { count: 50 }]);
});

const words = {
  en: {
    filter: 'Filter',
    event: 'Event',
    actor: 'Actor',
    target: 'Target',
    since: 'From',
    until: 'To',
    run: 'Search',
  },
  ja: {
    ...{ filter: '絞り込み', event: '操作', actor: '操作者', target: '対象', since: '開始日', until: '終了日' },
    run: '検索',
  },
} as const;

testInLanguages([
  ['en', 'Any', 'Role changed'],
  ['ja', 'すべて', '権限の変更'],
] as const)('filters the log through the address, in %s', async ([language, any, event]) => {
  const say = words[language];
  const shown = await open({ language, at: '/admin/audit?pageToken=two' });
  const { main, user, address } = shown;
  await user.click(main().getByText(say.filter));
  const select = main().getByRole('combobox', { name: say.event });
  expect(within(select).getAllByRole('option')[0]?.textContent).toBe(any);
  await user.selectOptions(select, event);
  await user.type(main().getByLabelText(say.actor), ' Build ');
  await user.type(main().getByLabelText(say.target), 'BOB@example.com');
  fireEvent.change(main().getByLabelText(say.since), { target: { value: '2026-11-01T09:00' } });
  fireEvent.change(main().getByLabelText(say.until), { target: { value: '2026-11-02T10:30' } });
  expect(queries(shown)).toHaveLength(1);
  await user.click(main().getByRole('button', { name: say.run }));
  await expect.poll(() => queries(shown)).toHaveLength(2);
  const wanted = {
    ...{ action: 'role-changed', actor: build.keyId, target: 'bob' },
    ...{ since: fromLocalInput('2026-11-01T09:00'), until: fromLocalInput('2026-11-02T10:30') },
  };
  expect(queries(shown)[1]).toEqual({ count: 50, ...wanted });
  expect(address()).toBe(`/admin/audit?${new URLSearchParams(wanted as Record<string, string>)}`);
});

test('opens the filter with values from the address', async () => {
  const { main } = await open({ at: `/admin/audit?action=role-changed&actor=${build.keyId}&target=bob` });
  expect(main().getByRole('group')).toHaveProperty('open', true);
  expect(main().getByRole('combobox', { name: 'Event' })).toHaveProperty('value', 'role-changed');
  expect(main().getByLabelText('Actor')).toHaveProperty('value', 'Build');
  expect(main().getByLabelText('Target')).toHaveProperty('value', 'bob@example.com');
});

test('ignores invalid values in the address', async () => {
  const shown = await open({ at: '/admin/audit?action=danced&since=yesterday&until=2026-02-31T00:00:00Z&actor=%20' });
  expect(queries(shown)).toEqual([{ count: 50 }]);
});

test('finds accounts outside the console by email', async () => {
  const reader = userDetail({ username: '7f3c0000-0000-4000-8000-00000000b001', email: 'reader@example.com' });
  const shown = await open({
    at: '/admin/audit?target=Reader@example.com',
    api: (api) => api.answer(adminUserApi.search, { items: [reader], pageToken: null }),
  });
  expect(shown.api.sent(adminUserApi.search).map(({ query }) => query.email)).toEqual(['reader@example.com']);
  expect(queries(shown)).toEqual([{ count: 50, target: reader.username }]);
  expect(shown.main().getByLabelText('Target')).toHaveProperty('value', 'Reader@example.com');
});

test('searches for unknown names verbatim', async () => {
  const shown = await open({ at: '/admin/audit?actor=8a1b' });
  expect(queries(shown)).toEqual([{ count: 50, actor: '8a1b' }]);
});

test('suggests known accounts and keys', async () => {
  await open();
  const suggestions = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'));
  expect(suggestions).toEqual(['ada@example.com', 'bob@example.com', 'Build']);
});

test('resets a filter that was not applied', async () => {
  const { main, user } = await open();
  await user.click(main().getByText('Filter'));
  await user.type(main().getByLabelText('Actor'), 'ada');
  await user.click(main().getByRole('button', { name: 'Reset' }));
  expect(main().getByLabelText('Actor')).toHaveProperty('value', '');
});

test('pages forward and back', async () => {
  const { main, user, address } = await open({
    at: '/admin/audit?target=bob',
    api: (api) =>
      api.answer(auditApi.list, ({ query }) =>
        query.pageToken === 'two' ? page([auditEntry({ actor: 'bob' })]) : page([roleChanged], 'two'),
      ),
  });
  expect(main().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Next' }));
  await expect.poll(sentences).toEqual(['bob@example.com signed in']);
  expect(address()).toBe('/admin/audit?target=bob&pageToken=two');
  expect(main().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('link', { name: 'Previous' }));
  await expect.poll(sentences).toEqual(['ada@example.com changed bob@example.com’s role']);
  expect(address()).toBe('/admin/audit?target=bob');
});
