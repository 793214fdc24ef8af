import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi, type UserDetail } from '#contract/admin-users.ts';
import { messages } from '#contract/errors.ts';
import { ACCOUNT, type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { factsIn } from '#testing/screen-facts.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { userDetail } from './user.fixtures.ts';
import * as route from './user-detail.route.tsx';

const hanako = userDetail();
const { username, email } = hanako;
const news = serviceDetail();
const blog = serviceDetail({ serviceId: 'blog', label: 'ブログ' });
const done = { message: messages.updateSuccess };

interface Options extends Partial<ScreenOptions> {
  readonly shown?: Partial<UserDetail>;
}

function open({ shown = {}, ...options }: Options = {}): Promise<OpenScreen> {
  let user = { ...hanako, ...shown };
  return openScreen(route, {
    ...{ path: 'users/:username', role: 'admin', at: `/admin/users/${encodeURIComponent(user.username)}` },
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.list, [news, blog]);
      api.answer(adminUserApi.read, () => user);
      api.answer(adminUserApi.update, ({ body }) => {
        const { role = user.role, addServiceIds = [], removeServiceIds = [] } = body;
        const services = new Set([...user.acceptServiceIds, ...addServiceIds]).difference(new Set(removeServiceIds));
        user = { ...user, role, acceptServiceIds: [...services], revision: user.revision + 1 };
        return { ...done, revision: user.revision, notesRevision: user.notesRevision + 1 };
      });
      api.answer(adminUserApi.setEnabled, ({ body: { enabled } }) => {
        user = { ...user, enabled };
        return done;
      });
      api.answer(adminUserApi.resetPassword, done).answer(adminUserApi.disableMfa, done);
      api.answer(adminUserApi.signOut, done).answer(adminUserApi.remove, null);
      options.api?.(api);
    },
  });
}

function reject(status: number, message: string = messages.serverError) {
  return () => {
    throw httpError(status, { message });
  };
}

const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

testInLanguages([
  [
    'en',
    'Admin User Settings',
    {
      Username: username,
      Email: `${email}Verified`,
      Status: 'Active',
      'Two-factor authentication': 'Off',
      Created: expect.stringMatching(/^November 1, 2026 at /),
      'Last updated': expect.stringMatching(/^November 15, 2026 at /),
    },
    'Writes and publishes in the services below.',
  ],
  [
    'ja',
    'ユーザー設定',
    {
      ユーザー名: username,
      メールアドレス: `${email}確認済み`,
      状態: '有効',
      '2段階認証': 'オフ',
      作成日時: expect.stringMatching(/^2026年11月1日 /),
      最終更新: expect.stringMatching(/^2026年11月15日 /),
    },
    '下のサービスで、記事の作成と公開ができます。',
  ],
] as const)('shows an account, in %s', async ([language, title, facts, roleHelp]) => {
  const { main, api } = await open({ language });
  expect(document.title).toBe(`${email} – ${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(main().getByText('花子').getAttribute('lang')).toBe('ja');
  expect(factsIn(screen.getByRole('main'))).toMatchObject(facts);
  expect(main().getByRole('combobox')).toHaveProperty('value', 'editor');
  expect(main().getByText(roleHelp)).toBeTruthy();
  expect(api.sent(adminUserApi.read).map(({ params }) => params)).toEqual([{ username }]);
});

testInLanguages([
  ['en', 'Password reset required', 'On', 'Not verified'],
  ['ja', 'パスワードの再設定待ち', 'オン', '未確認'],
] as const)('shows missing verification and MFA, in %s', async ([language, status, mfa, unverified]) => {
  const shown = { status: 'RESET_REQUIRED', mfaEnabled: true, emailVerified: false };
  await open({ language, shown });
  expect(Object.values(factsIn(screen.getByRole('main')))).toEqual([
    username,
    `${email}${unverified}`,
    expect.any(String),
    status,
    mfa,
    expect.any(String),
    expect.any(String),
  ]);
});

testInLanguages([
  ['en', 'Edit User'],
  ['ja', 'ユーザーを編集'],
] as const)('titles a normal account as a user, in %s', async ([language, title]) => {
  await open({ language, shown: { role: 'normal' } });
  expect(document.title).toBe(`${email} – ${title} – Kawaraban`);
});

test('titles an account without email by username', async () => {
  await open({ shown: { username: 'bob/1', email: '', name: '' } });
  expect(document.title).toBe('bob/1 – Admin User Settings – Kawaraban');
  expect(factsIn(screen.getByRole('main'))).toMatchObject({ Username: 'bob/1', Email: '-' });
});

testInLanguages([
  ['en', 'Changes to this account', 'Activity'],
  ['ja', 'このアカウントへの変更', 'このアカウントによる操作'],
] as const)('links to the audit log, in %s', async ([language, doneTo, doneBy]) => {
  const { main } = await open({ language });
  expect(main().getByRole('link', { name: doneTo }).getAttribute('href')).toBe(`/admin/audit?target=${username}`);
  expect(main().getByRole('link', { name: doneBy }).getAttribute('href')).toBe(`/admin/audit?actor=${username}`);
});

test('shows the loading state', async () => {
  const pending = Promise.withResolvers<UserDetail>();
  await open({ isLoading: true, api: (api) => api.answer(adminUserApi.read, () => pending.promise) });
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('status').textContent).toBe('Loading');
  pending.resolve(hanako);
  await screen.findByRole('heading', { name: 'Admin User Settings' });
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({ api: (api) => api.answer(adminUserApi.read, reject(500)) });
  expect(main().getByRole('alert').textContent).toBe('Server error');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`/admin/users/${username}`);
});

test.for([
  [404, '/error/notfound?from=console'],
  [403, '/error/forbidden?from=console'],
] as const)('redirects to an error page after status %i', async ([status, page]) => {
  const { address } = await open({ api: (api) => api.answer(adminUserApi.read, reject(status)) });
  expect(address()).toBe(page);
});

test.for(['editor', 'viewer'] as const)('redirects %ss to the forbidden page', async (role) => {
  const { address, api } = await open({ role });
  expect(address()).toBe('/error/forbidden?from=console');
  expect(api.sent(adminUserApi.read)).toEqual([]);
});

testInLanguages([
  ['en', 'Role', 'Change role?', 'Change role', 'Viewer', `${email}’s role will change to Viewer.`, 'Updated'],
  [
    'ja',
    '権限',
    '権限を変更しますか？',
    '権限を変更',
    '閲覧者',
    `${email}の権限を「閲覧者」に変更します。`,
    '更新しました',
  ],
] as const)('asks before removing rights, in %s', async ([language, label, title, action, role, text, updated]) => {
  const { main, user, api } = await open({ language });
  const select = main().getByRole('combobox', { name: label });
  await user.selectOptions(select, role);
  const dialog = await dialogNamed(title);
  expect(dialog.getByText(new RegExp(`^${text}`))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: action }));
  expect((await screen.findByText(updated)).closest('[role=status]')).toBeTruthy();
  expect(api.sent(adminUserApi.update)).toEqual([{ params: { username }, body: { role: 'viewer', revision: 1 } }]);
  expect(api.sent(adminUserApi.read)).toHaveLength(2);
  expect(main().getByRole('combobox', { name: label })).toHaveProperty('value', 'viewer');
});

test('keeps the role when the question is canceled', async () => {
  const { main, user, api } = await open();
  const select = main().getByRole('combobox', { name: 'Role' });
  await user.selectOptions(select, 'Admin');
  const dialog = await dialogNamed('Change role?');
  expect(dialog.getByText(/Manages services, users and API keys/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => document.activeElement).toBe(select);
  expect(select).toHaveProperty('value', 'editor');
  expect(api.sent(adminUserApi.update)).toEqual([]);
});

test('grants a higher role without a question', async () => {
  const { main, user, api } = await open({ shown: { role: 'viewer' } });
  await user.selectOptions(main().getByRole('combobox', { name: 'Role' }), 'Editor');
  await screen.findByText('Updated');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminUserApi.update).map(({ body }) => body)).toEqual([{ role: 'editor', revision: 1 }]);
  expect(main().getByText('Writes and publishes in the services below.')).toBeTruthy();
});

testInLanguages([
  ['en', 'Role', /^This is the last admin who can sign in/],
  ['ja', '権限', /^サインインできる最後の管理者です/],
] as const)('reverts a rejected role, in %s', async ([language, label, reason]) => {
  const { main, user } = await open({
    language,
    shown: { role: 'viewer' },
    api: (api) => api.answer(adminUserApi.update, reject(400, messages.lastAdmin)),
  });
  await user.selectOptions(main().getByRole('combobox', { name: label }), 'editor');
  await main().findByText(reason);
  const select = main().getByRole('combobox', { name: label });
  expect(select.getAttribute('aria-invalid')).toBe('true');
  expect(select).toHaveProperty('value', 'viewer');
});

function rejectRevision(current: UserDetail) {
  return ({ body: { revision = 0 } }: { readonly body: { readonly revision?: number | undefined } }) => {
    if (revision !== current.revision) throw httpError(409, { message: messages.staleRevision, current });
    return { ...done, revision: revision + 1, notesRevision: 1 };
  };
}

testInLanguages([
  ['en', 'Role', 'Save my changes', ['Editor', 'Normal']],
  ['ja', '権限', '自分の変更を保存', ['編集者', '一般']],
] as const)('shows both roles and keeps mine, in %s', async ([language, label, keep, roles]) => {
  const current = { ...hanako, role: 'normal' as const, revision: 2 };
  const { main, user, api } = await open({
    language,
    shown: { role: 'viewer' },
    api: (api) => api.answer(adminUserApi.update, rejectRevision(current)),
  });
  await user.selectOptions(main().getByRole('combobox', { name: label }), 'editor');
  const row = within(await main().findByRole('region', { name: label }));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(roles);
  await user.click(main().getByRole('button', { name: keep }));
  await expect.poll(() => main().queryByRole('region', { name: label })).toBeNull();
  await expect
    .poll(() => api.sent(adminUserApi.update).map(({ body }) => body))
    .toEqual([
      { role: 'editor', revision: 1 },
      { role: 'editor', revision: 2 },
    ]);
});

test('changes the role after a change of services only', async () => {
  const current = { ...hanako, role: 'viewer' as const, acceptServiceIds: [], revision: 2 };
  const { main, user, api } = await open({
    shown: { role: 'viewer' },
    api: (api) => api.answer(adminUserApi.update, rejectRevision(current)),
  });
  await user.selectOptions(main().getByRole('combobox', { name: 'Role' }), 'Editor');
  await screen.findByText('Updated');
  expect(api.sent(adminUserApi.update).map(({ body }) => body.revision)).toEqual([1, 2]);
});

testInLanguages([
  ['en', 'You can’t remove your own admin role. Ask another admin.', /^This is your own account/],
  ['ja', '自分の管理者権限は外せません。ほかの管理者に依頼してください。', /^これは自分のアカウントです/],
] as const)("protects the user's own admin account, in %s", async ([language, fixed, own]) => {
  const { main } = await open({ language, shown: { username: ACCOUNT.username, role: 'admin' } });
  expect(main().getByRole('combobox')).toHaveProperty('disabled', true);
  expect(main().getByText(fixed)).toBeTruthy();
  expect(main().getByText(own)).toBeTruthy();
  const save = language === 'en' ? 'Save' : '保存';
  expect(
    main()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([save]);
  const settings = main().getByRole('link', { name: language === 'en' ? 'Account settings' : 'アカウント設定' });
  expect(settings.getAttribute('href')).toBe('/settings');
});

testInLanguages([
  ['en', 'Available services', 'Updated'],
  ['ja', '担当サービス', '更新しました'],
] as const)('saves each service immediately, in %s', async ([language, legend, updated]) => {
  const { main, user, api } = await open({ language });
  const boxes = within(main().getByRole('group', { name: legend }));
  expect(boxes.getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', true);
  expect(boxes.getByRole('checkbox', { name: /blog$/ })).toHaveProperty('checked', false);
  await user.click(boxes.getByRole('checkbox', { name: /blog$/ }));
  await screen.findByText(updated);
  await user.click(boxes.getByRole('checkbox', { name: /news$/ }));
  await expect.poll(() => api.sent(adminUserApi.update)).toHaveLength(2);
  expect(api.sent(adminUserApi.update)).toEqual([
    { params: { username }, body: { addServiceIds: ['blog'], removeServiceIds: [] } },
    { params: { username }, body: { addServiceIds: [], removeServiceIds: ['news'] } },
  ]);
});

testInLanguages([
  ['en', /^This is the last admin who can sign in/],
  ['ja', /^サインインできる最後の管理者です/],
] as const)('reverts a rejected service, in %s', async ([language, reason]) => {
  const { main, user } = await open({
    language,
    api: (api) => api.answer(adminUserApi.update, reject(400, messages.lastAdmin)),
  });
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await screen.findByText(reason);
  expect(main().getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', true);
});

testInLanguages([
  ['en', /^Normal accounts can’t use the console/],
  ['ja', /^一般アカウントは管理画面を使えません/],
] as const)('explains the services of normal accounts, in %s', async ([language, note]) => {
  const { main } = await open({ language, shown: { role: 'normal' } });
  expect(main().getByText(note)).toBeTruthy();
  expect(main().getByRole('checkbox', { name: /news$/ })).toBeTruthy();
});

test('shows a notice when no service exists', async () => {
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.list, []) });
  expect(main().getByText('No services yet')).toBeTruthy();
  expect(main().queryByRole('checkbox')).toBeNull();
});

test('finds one of many services', async () => {
  const many = Array.from({ length: 13 }, (_, at) => serviceDetail({ serviceId: `site-${at}`, label: `Site ${at}` }));
  const { main, user } = await open({ api: (api) => api.answer(adminServiceApi.list, many) });
  expect(main().getAllByRole('checkbox')).toHaveLength(13);
  await user.type(main().getByRole('searchbox', { name: 'Filter services' }), 'SITE 12');
  expect(main().getAllByRole('checkbox')).toHaveLength(1);
  expect(main().getByRole('checkbox', { name: /site-12$/ })).toBeTruthy();
  await user.type(main().getByRole('searchbox'), '3');
  expect(main().getByText('Nothing here yet')).toBeTruthy();
});

test.for([
  [{}, ['Reset password', 'Sign out everywhere', 'Disable', 'Delete']],
  [{ status: 'FORCE_CHANGE_PASSWORD' }, ['Resend invitation', 'Sign out everywhere', 'Disable', 'Delete']],
  [{ status: 'EXTERNAL_PROVIDER' }, ['Sign out everywhere', 'Disable', 'Delete']],
  [
    { mfaEnabled: true },
    ['Reset password', 'Turn off two-factor authentication', 'Sign out everywhere', 'Disable', 'Delete'],
  ],
  [{ enabled: false }, ['Enable', 'Delete']],
] as const)('offers the actions of the state %j', async ([shown, names]) => {
  const { main } = await open({ shown });
  const actions = within(main().getByRole('region', { name: 'Actions' }));
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

const requests = {
  reset: [adminUserApi.resetPassword, { params: { username } }],
  mfaOff: [adminUserApi.disableMfa, { params: { username } }],
  signOut: [adminUserApi.signOut, { params: { username } }],
  disable: [adminUserApi.setEnabled, { params: { username }, body: { enabled: false } }],
} as const;

const sentFor = (api: FakeApi, name: keyof typeof requests) => api.sent(requests[name][0]);

testInLanguages([
  [
    ...(['en', 'reset', 'Reset password'] as const),
    `${email}’s password will stop working. We’ll email a code to set a new one.`,
    'Password reset and code emailed',
  ],
  [
    ...(['en', 'mfaOff', 'Turn off two-factor authentication'] as const),
    `${email} will be able to sign in without a one-time code. Make sure this request really comes from them.`,
    'Two-factor authentication turned off',
  ],
  [
    ...(['en', 'signOut', 'Sign out everywhere'] as const),
    `All of ${email}’s sessions will end.`,
    'Account signed out everywhere',
  ],
  [
    ...(['en', 'disable', 'Disable'] as const),
    `${email} will be signed out immediately and can’t sign in until the account is enabled again.`,
    'Account disabled and signed out',
  ],
  [
    ...(['ja', 'reset', 'パスワードをリセット'] as const),
    `${email}の現在のパスワードは使えなくなります。再設定用のコードをメールで送信します。`,
    'パスワードをリセットし、コードをメールで送信しました',
  ],
  [
    ...(['ja', 'mfaOff', '2段階認証をオフにする'] as const),
    `${email}はワンタイムコードなしでサインインできるようになります。本人からの依頼であることを確認してください。`,
    '2段階認証をオフにしました',
  ],
  [
    ...(['ja', 'signOut', 'すべての端末からサインアウト'] as const),
    `${email}のすべてのセッションを終了します。`,
    'すべての端末からサインアウトさせました',
  ],
  [
    ...(['ja', 'disable', '無効化'] as const),
    `${email}はすぐにサインアウトされ、再び有効にするまでサインインできません。`,
    'アカウントを無効にし、サインアウトさせました',
  ],
] as const)('confirms and runs an action, %s: %s', async ([language, name, label, question, result]) => {
  const { main, user, api } = await open({ language, shown: { mfaEnabled: true } });
  await user.click(main().getByRole('button', { name: label }));
  const dialog = await dialogNamed(label);
  expect(dialog.getByText(question)).toBeTruthy();
  expect(sentFor(api, name)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: label }));
  await screen.findByText(result);
  expect(sentFor(api, name)).toMatchObject([requests[name][1]]);
  expect(api.sent(adminUserApi.read)).toHaveLength(2);
});

test('resends an invitation', async () => {
  const { main, user, api } = await open({ shown: { status: 'FORCE_CHANGE_PASSWORD' } });
  await user.click(main().getByRole('button', { name: 'Resend invitation' }));
  const dialog = await dialogNamed('Resend invitation');
  await user.click(dialog.getByRole('button', { name: 'Resend invitation' }));
  await screen.findByText('Invitation resent');
  expect(api.sent(adminUserApi.resetPassword)).toMatchObject([{ params: { username } }]);
});

test('shows a renewed invitation that cannot be mailed', async () => {
  const { main, user, api } = await open({ shown: { status: 'FORCE_CHANGE_PASSWORD' } });
  api.answer(adminUserApi.resetPassword, { message: 'Updated', temporaryPassword: 'Ab3-second' });
  await user.click(main().getByRole('button', { name: 'Resend invitation' }));
  await user.click((await dialogNamed('Resend invitation')).getByRole('button', { name: 'Resend invitation' }));
  expect((await dialogNamed('Invitation not sent')).getByText('Ab3-second')).toBeTruthy();
  expect(screen.queryByText('Invitation resent')).toBeNull();
});

test('sends nothing when an action is canceled', async () => {
  const { main, user, api } = await open();
  const button = main().getByRole('button', { name: 'Disable' });
  await user.click(button);
  const dialog = await dialogNamed('Disable');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminUserApi.setEnabled)).toEqual([]);
  expect(document.activeElement).toBe(button);
});

test('disables and enables an account', async () => {
  const { main, user, api } = await open();
  await user.click(main().getByRole('button', { name: 'Disable' }));
  await user.click((await dialogNamed('Disable')).getByRole('button', { name: 'Disable' }));
  const enable = await main().findByRole('button', { name: 'Enable' });
  expect(factsIn(screen.getByRole('main')).Status).toBe('Disabled');
  await expect.poll(() => document.activeElement?.textContent).toBe('Actions');
  await user.click(enable);
  await screen.findByText('Account enabled');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminUserApi.setEnabled).map(({ body }) => body)).toEqual([{ enabled: false }, { enabled: true }]);
  await main().findByRole('button', { name: 'Disable' });
  expect(factsIn(screen.getByRole('main')).Status).toBe('Active');
});

testInLanguages([
  ['en', 'Enable', 'This user does not exist'],
  ['ja', '有効化', 'このユーザーは存在しません'],
] as const)('explains a rejected action, in %s', async ([language, label, reason]) => {
  const { main, user } = await open({
    language,
    shown: { enabled: false },
    api: (api) => api.answer(adminUserApi.setEnabled, reject(404, messages.userMissing)),
  });
  await user.click(main().getByRole('button', { name: label }));
  await main().findByText(reason);
  expect(main().getByRole('button', { name: label })).toBeTruthy();
});

testInLanguages([
  [
    'en',
    'Delete',
    `To confirm, type ${email}`,
    `${email} will be permanently deleted. This can’t be undone.`,
    'Account deleted',
  ],
  [
    ...(['ja', '削除', `確認のため、「${email}」と入力してください`] as const),
    `${email}を完全に削除します。この操作は取り消せません。`,
    'アカウントを削除しました',
  ],
] as const)('deletes after the name is typed, in %s', async ([language, label, field, question, deleted]) => {
  const { main, user, api, address } = await open({ language });
  await user.click(main().getByRole('button', { name: label }));
  const dialog = await dialogNamed(label);
  expect(dialog.getByText(question)).toBeTruthy();
  const button = dialog.getByRole('button', { name: label });
  expect(button).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: field }), 'hanako{Enter}');
  expect(api.sent(adminUserApi.remove)).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: field }), '@example.com');
  await user.click(button);
  await screen.findByText(deleted);
  expect(api.sent(adminUserApi.remove)).toMatchObject([{ params: { username } }]);
  await expect.poll(address).toBe('/admin/users');
});

testInLanguages([
  ['en', 'Phone number', 'Notes', 'Save', 'Enter a valid Japanese phone number', 'Updated'],
  ['ja', '電話番号', 'メモ', '保存', '日本の電話番号の形式で入力してください', '更新しました'],
] as const)('validates and saves a phone number, in %s', async ([language, tel, memo, save, wrong, updated]) => {
  const { user, api, main } = await open({ language, shown: { memo: 'Calls back' } });
  expect(main().getByRole('textbox', { name: memo })).toHaveProperty('value', 'Calls back');
  const input = main().getByRole('textbox', { name: tel });
  await user.type(input, '12345');
  await user.click(main().getByRole('button', { name: save }));
  await main().findByText(wrong);
  expect(document.activeElement).toBe(input);
  await user.clear(input);
  await user.type(input, '090-1234-5678');
  await user.click(main().getByRole('button', { name: save }));
  await screen.findByText(updated);
  expect(api.sent(adminUserApi.update).map(({ body }) => body)).toEqual([{ tel: '090-1234-5678', notesRevision: 1 }]);
  await user.type(main().getByRole('textbox', { name: memo }), '!');
  await user.click(main().getByRole('button', { name: save }));
  await expect
    .poll(() => api.sent(adminUserApi.update).at(-1)?.body)
    .toEqual({ memo: 'Calls back!', notesRevision: 2 });
});

testInLanguages([
  ['en', 'Notes', 'Save', 'Keep the saved version'],
  ['ja', 'メモ', '保存', '保存済みの内容を使う'],
] as const)('shows notes changed on both sides, in %s', async ([language, memo, save, discard]) => {
  const current = { ...hanako, memo: 'Writes', tel: '03-1234-5678', notesRevision: 2 };
  const { main, user, api } = await open({
    language,
    api: (api) =>
      api.answer(adminUserApi.update, () => {
        throw httpError(409, { message: messages.staleRevision, current });
      }),
  });
  await user.type(main().getByRole('textbox', { name: memo }), 'Calls back');
  await user.click(main().getByRole('button', { name: save }));
  const row = within(await main().findByRole('region', { name: memo }));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Calls back', 'Writes']);
  await user.click(main().getByRole('button', { name: discard }));
  expect(main().getByRole('textbox', { name: memo })).toHaveProperty('value', 'Writes');
  expect(api.sent(adminUserApi.update).map(({ body }) => body)).toEqual([{ memo: 'Calls back', notesRevision: 1 }]);
});
