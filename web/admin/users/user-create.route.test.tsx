import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { descriptionOf } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { userDetail } from './user.fixtures.ts';
import * as route from './user-create.route.tsx';

const news = serviceDetail();
const blog = serviceDetail({ serviceId: 'blog', label: 'ブログ' });

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'users/create', role: 'admin', at: '/admin/users/create' },
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.list, [news, blog]);
      api.answer(adminUserApi.create, ({ body }) => userDetail({ username: 'new/1', email: body.email }));
      options.api?.(api);
    },
  });
}

const words = {
  en: {
    email: 'Email',
    name: 'Display name',
    role: 'Role',
    language: 'Invitation language',
    submit: 'Create and invite',
  },
  ja: { email: 'メールアドレス', name: '表示名', role: '権限', language: '招待メールの言語', submit: '作成して招待' },
} as const;

testInLanguages([
  [
    ...(['en', 'Create User', 'Available services'] as const),
    ['They sign in with this address.', 'Optional', 'Writes and publishes in the services below.'],
    ['Admin', 'Editor', 'Viewer', 'Normal'],
  ],
  [
    ...(['ja', 'ユーザーを作成', '担当サービス'] as const),
    ['サインインに使うメールアドレスです。', '任意', '下のサービスで、記事の作成と公開ができます。'],
    ['管理者', '編集者', '閲覧者', '一般'],
  ],
] as const)('asks for a new account, in %s', async ([language, title, legend, help, roles]) => {
  const { main } = await open({ language });
  const say = words[language];
  expect(document.title).toMatch(new RegExp(`^${title} – .+ – Kawaraban$`));
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  const role = main().getByRole('combobox', { name: say.role });
  const fields = [say.email, say.name].map((name) => main().getByRole('textbox', { name }));
  expect([...fields, role].map(descriptionOf)).toEqual(help);
  expect(role).toHaveProperty('value', 'editor');
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(roles);
  const boxes = within(main().getByRole('group', { name: legend })).getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  expect(main().getByRole('combobox', { name: say.language })).toHaveProperty('value', language);
});

test('shows the loading state', async () => {
  const pending = Promise.withResolvers<[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminServiceApi.list, () => pending.promise) });
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('status').textContent).toBe('Loading');
  pending.resolve([]);
  await screen.findByText('No services yet');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    api: (api) => {
      api.answer(adminServiceApi.list, () => {
        throw httpError(500);
      });
    },
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/users/create');
});

testInLanguages([
  ['en', 'Invitation sent to hanako@example.com'],
  ['ja', 'hanako@example.comに招待メールを送信しました'],
] as const)('creates and invites an account, in %s', async ([language, invited]) => {
  const { main, user, api, address } = await open({ language });
  const say = words[language];
  await user.type(main().getByRole('textbox', { name: say.email }), ' hanako@example.com ');
  await user.type(main().getByRole('textbox', { name: say.name }), ' 花子 ');
  await user.selectOptions(main().getByRole('combobox', { name: say.role }), 'viewer');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.click(main().getByRole('checkbox', { name: /blog$/ }));
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.selectOptions(
    main().getByRole('combobox', { name: say.language }),
    language === 'en' ? '日本語' : 'English',
  );
  await user.click(main().getByRole('button', { name: say.submit }));
  await screen.findByText(invited);
  const sent = { email: 'hanako@example.com', name: '花子', role: 'viewer', serviceIds: ['blog'] };
  expect(api.sent(adminUserApi.create).map(({ body }) => body)).toEqual([
    { ...sent, language: language === 'en' ? 'ja' : 'en' },
  ]);
  await expect.poll(address).toBe('/admin/users/new%2F1');
  expect(screen.queryByRole('dialog')).toBeNull();
});

testInLanguages([
  ['en', 'Invitation not sent', 'Copy invitation', '/admin/signin', 'editor'],
  ['ja', '招待メールは送信されていません', '招待をコピー', '/signin', 'normal'],
] as const)(
  'without a mail server, shows the invitation to copy, in %s',
  async ([language, name, copy, path, role]) => {
    const { main, user, api, address } = await open({ language });
    api.answer(adminUserApi.create, { ...userDetail({ username: 'new/1', role }), temporaryPassword: 'Ab3-first' });
    await user.type(main().getByRole('textbox', { name: words[language].email }), 'ada@example.com');
    await user.click(main().getByRole('button', { name: words[language].submit }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText(`${location.origin}${path}`)).toBeTruthy();
    expect(dialog.getByText('Ab3-first')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: copy }));
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${path}.*Ab3-first`));
    await expect.poll(address).toBe('/admin/users/new%2F1');
  },
);

test('creates a normal account without services', async () => {
  const { main, user, api } = await open();
  await user.type(main().getByRole('textbox', { name: 'Email' }), 'ada@example.com');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.selectOptions(main().getByRole('combobox', { name: 'Role' }), 'Normal');
  expect(main().queryByRole('checkbox')).toBeNull();
  expect(main().getByText('Reads and comments on the site. Can’t use the console.')).toBeTruthy();
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Invitation sent to ada@example.com');
  expect(api.sent(adminUserApi.create).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', role: 'normal', serviceIds: [], language: 'en' },
  ]);
});

testInLanguages([
  ['en', 'Input required', 'Email is not valid', 'Use no more than 100 characters'],
  ['ja', '入力してください', 'メールアドレスの形式が正しくありません', '100文字以内で入力してください'],
] as const)('validates the fields before sending, in %s', async ([language, required, invalid, tooLong]) => {
  const { main, user, api } = await open({ language });
  const say = words[language];
  const email = main().getByRole('textbox', { name: say.email });
  const name = main().getByRole('textbox', { name: say.name });
  const submit = main().getByRole('button', { name: say.submit });
  await user.click(name);
  await user.paste('x'.repeat(101));
  await user.click(submit);
  expect(descriptionOf(email)).toContain(required);
  expect(descriptionOf(name)).toContain(tooLong);
  expect(document.activeElement).toBe(email);
  await user.type(email, 'hanako');
  await user.click(submit);
  expect(descriptionOf(email)).toContain(invalid);
  await user.type(email, '@example.com');
  await user.click(submit);
  expect(email.getAttribute('aria-invalid')).not.toBe('true');
  expect(document.activeElement).toBe(name);
  expect(api.sent(adminUserApi.create)).toEqual([]);
});

test('validates a field on Tab', async () => {
  const { main, user } = await open();
  const email = main().getByRole('textbox', { name: 'Email' });
  await user.type(email, 'foo');
  expect(email.getAttribute('aria-invalid')).not.toBe('true');
  await user.tab();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(email)).toContain('Email is not valid');
});

testInLanguages([
  ['en', 'Email address is already in use', 'Correct inputs with error'],
  ['ja', 'このメールアドレスはすでに使われています', '入力内容をご確認ください'],
] as const)('shows a taken email at its field, in %s', async ([language, inUse, failed]) => {
  const { main, user, address } = await open({
    language,
    api: (api) => {
      api.answer(adminUserApi.create, () => {
        const errors = [{ field: 'email', message: fieldMessages.emailInUse }];
        throw httpError(400, { message: messages.validationFailed, errors });
      });
    },
  });
  const say = words[language];
  const email = main().getByRole('textbox', { name: say.email });
  await user.type(email, 'hanako@example.com');
  await user.click(main().getByRole('checkbox', { name: /news$/ }));
  await user.click(main().getByRole('button', { name: say.submit }));
  await main().findByText(inUse);
  expect(descriptionOf(email)).toContain(inUse);
  expect(document.activeElement).toBe(email);
  expect(main().getByRole('alert').textContent?.trim()).toBe(failed);
  expect(email).toHaveProperty('value', 'hanako@example.com');
  expect(main().getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', true);
  expect(address()).toBe('/admin/users/create');
});

test('shows a missing service at the services', async () => {
  const { main, user } = await open({
    api: (api) => {
      api.answer(adminUserApi.create, () => {
        const errors = [{ field: 'service_ids', message: messages.serviceMissing }];
        throw httpError(400, { message: messages.validationFailed, errors });
      });
    },
  });
  await user.type(main().getByRole('textbox', { name: 'Email' }), 'hanako@example.com');
  await user.click(main().getByRole('button', { name: 'Create and invite' }));
  await main().findByText('This service does not exist');
  const group = main().getByRole('group', { name: 'Available services' });
  expect(group.getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(group)).toBe('This service does not exist');
  expect(document.activeElement).toBe(main().getByRole('checkbox', { name: /news$/ }));
});

testInLanguages([
  ['en', 0, undefined, 'Create failed. The server can’t be reached. Your changes are still here.'],
  ['ja', 0, undefined, '作成に失敗しました。サーバーに接続できません。入力した内容は残っています。'],
  ['en', 400, messages.tooManyUsers, 'You’ve reached the maximum number of users'],
  ['ja', 400, messages.tooManyUsers, 'ユーザー数が上限に達しています'],
] as const)('keeps the input when creating fails, in %s: %i', async ([language, status, message, reason]) => {
  const { main, user, api } = await open({ language });
  api.answer(adminUserApi.create, () => {
    throw httpError(status, message === undefined ? {} : { message });
  });
  const say = words[language];
  await user.type(main().getByRole('textbox', { name: say.email }), 'hanako@example.com');
  await user.click(main().getByRole('button', { name: say.submit }));
  await expect.poll(() => main().getByRole('alert').textContent?.trim()).toBe(reason);
  expect(main().getByRole('textbox', { name: say.email })).toHaveProperty('value', 'hanako@example.com');
  api.answer(adminUserApi.create, ({ body }) => userDetail({ email: body.email }));
  await user.click(main().getByRole('button', { name: say.submit }));
  await expect.poll(() => api.sent(adminUserApi.create)).toHaveLength(2);
});

test('leaves without a question when nothing was entered', async () => {
  const { main, user, address } = await open();
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  expect(address()).toBe('/admin/users');
});

testInLanguages([
  ['en', 'Cancel', 'Leave without saving?', 'Leave'],
  ['ja', 'キャンセル', '保存せずに移動しますか？', '移動'],
] as const)('asks before leaving unsaved input, in %s', async ([language, cancel, question, leave]) => {
  const { main, user, address } = await open({ language });
  const email = main().getByRole('textbox', { name: words[language].email });
  await user.type(email, 'foo');
  await user.click(main().getByRole('link', { name: cancel }));
  const first = within(await screen.findByRole('dialog', { name: question }));
  await user.click(first.getByRole('button', { name: cancel }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/admin/users/create');
  expect(email).toHaveProperty('value', 'foo');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await user.click(main().getByRole('link', { name: cancel }));
  const second = within(await screen.findByRole('dialog', { name: question }));
  await user.click(second.getByRole('button', { name: leave }));
  await expect.poll(address).toBe('/admin/users');
});

testInLanguages([
  ['en', /^Unsaved changes restored from/, 'Discard'],
  ['ja', /^保存していなかった変更を復元しました：/, '破棄'],
] as const)('restores unsaved input and discards it, in %s', async ([language, restored, discard]) => {
  const say = words[language];
  const before = await open({ language });
  await before.user.type(before.main().getByRole('textbox', { name: say.email }), 'late@example.com');
  await before.user.click(before.main().getByRole('checkbox', { name: /news$/ }));
  cleanup();
  const { main, user } = await open({ language });
  await main().findByText(restored);
  expect(main().getByRole('textbox', { name: say.email })).toHaveProperty('value', 'late@example.com');
  expect(main().getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', true);
  await user.click(main().getByRole('button', { name: discard }));
  expect(main().queryByText(restored)).toBeNull();
  expect(main().getByRole('textbox', { name: say.email })).toHaveProperty('value', '');
  expect(main().getByRole('checkbox', { name: /news$/ })).toHaveProperty('checked', false);
});

testInLanguages([
  ['en', 'Sign in again', 'Password', 'Invitation sent to late@example.com'],
  ['ja', 'もう一度サインイン', 'パスワード', 'late@example.comに招待メールを送信しました'],
] as const)('asks to sign in when the session expired, in %s', async ([language, title, password, invited]) => {
  const say = words[language];
  const { main, user, api, pool } = await open({ language });
  api.answer(adminUserApi.create, ({ body }) => {
    if (pool.sent('RespondToAuthChallenge').length === 0) throw httpError(401, { message: messages.authRequired });
    return userDetail({ email: body.email });
  });
  await user.type(main().getByRole('textbox', { name: say.email }), 'late@example.com');
  await user.click(main().getByRole('button', { name: say.submit }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.type(dialog.getByLabelText(password), 'plum blossoms{Enter}');
  await screen.findByText(invited);
  expect(api.sent(adminUserApi.create).at(-1)?.body).toMatchObject({ email: 'late@example.com', role: 'editor' });
});
