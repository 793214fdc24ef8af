import type { Browser, Page } from '@playwright/test';
import { ADMIN, expect, ownBaseURL, test, tierOf } from './fixtures.ts';
import { callAs } from './posts-page.ts';

const words = {
  'en-US': {
    users: 'Admin Users',
    create: 'Create user',
    title: 'Create User',
    settings: 'Admin User Settings',
    email: 'E-mail',
    name: 'Name',
    role: 'Role',
    language: 'Language of the invitation',
    submit: 'Create and invite',
    notAnAddress: 'Email is not valid',
    inUse: 'Email address is already in use',
    invited: 'Invitation sent to',
    invitedState: 'Invited',
    active: 'Active',
    disabled: 'Disabled',
    firstPassword: 'Your first password',
    newPassword: 'New password',
    again: 'New password, once more',
    setPassword: 'Set password and sign in',
    createPost: 'Create',
    changeRole: 'Change role',
    updated: 'Updated',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
    all: 'All accounts',
    filter: 'Filter by name or e-mail',
    noMatch: 'No account matches',
    ownRole: 'Your own admin role cannot be taken away by yourself.',
    typeWord: (word: string) => `To confirm, type ${word}`,
    deleted: 'Deleted',
    log: 'What was done to this account',
    didRole: 'changed the role of',
    didDisable: 'disabled',
  },
  'ja-JP': {
    users: '管理ユーザー',
    create: 'ユーザーを作成',
    title: 'ユーザーを作成',
    settings: '管理ユーザー設定',
    email: 'メールアドレス',
    name: '名前',
    role: '権限',
    language: '招待メールの言語',
    submit: '作成して招待',
    notAnAddress: 'メールアドレスの形式が正しくありません',
    inUse: 'このメールアドレスはすでに使われています',
    invited: 'に招待メールを送りました',
    invitedState: '招待中',
    active: '有効',
    disabled: '無効',
    firstPassword: '最初のパスワード',
    newPassword: '新しいパスワード',
    again: '新しいパスワード（確認）',
    setPassword: '設定してサインイン',
    createPost: '作成',
    changeRole: '権限を変更',
    updated: '更新しました',
    disable: '無効にする',
    enable: '有効にする',
    remove: '削除',
    all: 'すべてのアカウント',
    filter: '名前やメールアドレスで絞り込む',
    noMatch: '該当するアカウントはありません',
    ownRole: '自分の管理者権限は自分では外せません',
    typeWord: (word: string) => `確認のため、${word} と入力してください`,
    deleted: '削除しました',
    log: 'このアカウントへの操作の記録',
    didRole: 'の権限を変更しました',
    didDisable: 'を無効にしました',
  },
} as const;

const PASSWORD = 'plum blossoms in march';

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale, baseURL: ownBaseURL });

    test('an editor is invited, works, loses rights at once, is disabled and deleted', async ({
      page,
      signIn,
      browser,
      ownProduct,
    }) => {
      const email = `hanako@${locale.toLowerCase()}.example.com`;
      await signIn(page, ADMIN, '/admin/users');
      await expect(page).toHaveTitle(`${say.users} – Kawaraban`);

      // Created
      await page.getByRole('link', { name: say.create }).click();
      await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeFocused();
      await field(page, say.email).fill('hanako');
      await page.getByRole('button', { name: say.submit }).click();
      await expect(field(page, say.email)).toHaveAccessibleDescription(new RegExp(say.notAnAddress));
      await expect(field(page, say.email)).toBeFocused();
      await field(page, say.email).fill(email);
      await field(page, say.name).fill('花子');
      await page.getByRole('checkbox', { name: /news$/ }).check();
      await field(page, say.language).selectOption(locale.slice(0, 2));
      await page.reload();
      await expect(field(page, say.email)).toHaveValue(email);
      await expect(page.getByRole('checkbox', { name: /news$/ })).toBeChecked();
      await page.getByRole('button', { name: say.submit }).click();
      await expect(page.getByText(say.invited)).toBeVisible();
      await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.settings);
      await expect(page.locator('.facts')).toContainText(say.invitedState);
      const detail = page.url();

      // The same address again
      await page.goto('/admin/users/create');
      await field(page, say.email).fill(email);
      await page.getByRole('button', { name: say.submit }).click();
      await expect(field(page, say.email)).toHaveAccessibleDescription(new RegExp(say.inUse));

      // Invited
      const password = await firstPassword(page, email, say.firstPassword);
      const theirs = await open(browser, ownProduct.url, locale);
      await theirs.goto('/admin/signin');
      await theirs.locator('form button[type=submit]:enabled').waitFor();
      await theirs.locator('form input').nth(0).fill(email);
      await theirs.locator('form input').nth(1).fill(password);
      await theirs.locator('form input').nth(1).press('Enter');
      await field(theirs, say.newPassword).fill(PASSWORD);
      await field(theirs, say.again).fill(PASSWORD);
      await theirs.getByRole('button', { name: say.setPassword }).click();
      await expect(theirs).toHaveURL(`${ownProduct.url}/admin`);
      await expect(theirs.getByRole('heading', { level: 1 })).toContainText('花子');
      await expect(theirs.getByRole('heading', { level: 3 })).toHaveCount(1);
      await expect(theirs.getByRole('link', { name: say.users })).toBeHidden();
      await theirs.goto('/admin/posts/news');
      await expect(theirs.getByRole('link', { name: say.createPost, exact: true })).toBeVisible();
      await theirs.goto('/admin/users', { waitUntil: 'commit' });
      await expect(theirs).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);

      // Another role, from the next request on
      await leave(page, detail);
      await expect(page.locator('.facts')).toContainText(say.active);
      await field(page, say.role).selectOption('viewer');
      await page.getByRole('dialog').getByRole('button', { name: say.changeRole }).click();
      await expect(page.getByText(say.updated, { exact: true }).first()).toBeVisible();
      await expect(field(page, say.role)).toHaveValue('viewer');
      await theirs.goto('/admin/posts/news');
      await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(theirs.getByRole('link', { name: say.createPost, exact: true })).toBeHidden();

      // A service less
      await page.getByRole('checkbox', { name: /news$/ }).uncheck();
      await expect(page.getByText(say.updated, { exact: true }).first()).toBeVisible();
      await theirs.goto('/admin/posts/news', { waitUntil: 'commit' });
      await expect(theirs).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);
      await page.reload();
      await expect(page.getByRole('checkbox', { name: /news$/ })).not.toBeChecked();

      // Disabled
      await theirs.goto('/admin');
      await page.getByRole('button', { name: say.disable, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.disable, exact: true }).click();
      await expect(page.locator('.facts')).toContainText(say.disabled);
      await theirs.goto('/admin');
      await expect(theirs).toHaveURL(`${ownProduct.url}/admin/signin`);
      await theirs.context().close();

      // All of it is in the log
      await page.getByRole('link', { name: say.log }).click();
      await expect(page.getByRole('table')).toContainText(say.didRole);
      await expect(page.getByRole('table')).toContainText(say.didDisable);

      // Deleted, once their name is typed
      await page.goBack();
      await page.getByRole('button', { name: say.remove, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: say.remove, exact: true })).toBeDisabled();
      await dialog.getByLabel(say.typeWord(email)).fill(email);
      await dialog.getByRole('button', { name: say.remove, exact: true }).click();
      await expect(page).toHaveURL('/admin/users');
      await expect(page.getByText(say.deleted, { exact: true })).toBeVisible();
      await expect(page.getByRole('table')).not.toContainText(email);
      await page.goto(detail, { waitUntil: 'commit' });
      await expect(page).toHaveURL('/error/notfound?from=console');
    });

    test('accounts are filtered, and nobody takes their own admin role away', async ({ page, signIn }) => {
      await signIn(page, ADMIN, '/admin/users');
      await page.getByLabel(say.filter).fill('nobody at all');
      await expect(page.getByText(say.noMatch)).toBeVisible();
      await page.getByLabel(say.filter).fill('ADMIN');
      await page.getByRole('link', { name: 'admin@example.com' }).click();
      await expect(page).toHaveURL('/admin/users/admin');
      await expect(field(page, say.role)).toBeDisabled();
      await expect(page.getByText(say.ownRole)).toBeVisible();
      await expect(page.getByRole('button', { name: say.disable, exact: true })).toBeHidden();
      await page.goto('/admin/users');
      await page.getByRole('link', { name: say.all }).click();
      await expect(page.getByRole('link', { name: 'admin@example.com' })).toBeVisible();
    });
  });
}

test.describe('on a product of its own', () => {
  test.use({ baseURL: ownBaseURL });

  test('a refused tick is taken back, and a refused role too', async ({ page, signIn }) => {
    await signIn(page);
    const { username } = await given(page, 'bob@example.com');
    await page.goto(`/admin/users/${username}`);
    await page.route(`**/api/admin/users/${username}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fulfill({ status: 400, json: { message: 'The last admin is needed' } });
    });
    await page.getByRole('checkbox', { name: /news$/ }).click();
    await expect(page.getByText('This is the last administrator who can sign in.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /news$/ })).not.toBeChecked();
    await field(page, 'Role').selectOption('viewer');
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(field(page, 'Role')).toHaveAccessibleDescription(/This is the last administrator/);
    await expect(field(page, 'Role')).toHaveValue('editor');
  });

  test('an account is invited again, signed out everywhere, and enabled again', async ({ page, signIn }) => {
    await signIn(page);
    const { username } = await given(page, 'bob@example.com');
    await page.goto(`/admin/users/${username}`);
    await act(page, 'Send invitation again');
    await expect(page.getByText('The invitation is sent again')).toBeVisible();
    await act(page, 'Sign out everywhere');
    await expect(page.getByText('The account is signed out everywhere')).toBeVisible();
    await act(page, 'Disable');
    await expect(page.locator('.facts')).toContainText('Disabled');
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByText('The account is enabled')).toBeVisible();
    await expect(page.locator('.facts')).toContainText('Invited');
    await page.goto('/admin/mails');
    await expect(page.getByRole('row').filter({ hasText: 'bob@example.com' })).toHaveCount(2);
  });

  test('what was typed is kept while a lost session is asked for on top', async ({ page, signIn }) => {
    await signIn(page, ADMIN, '/admin/users/create');
    await field(page, 'E-mail').fill('late@example.com');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.endsWith('Token')) localStorage.setItem(key, 'gone');
    });
    await page.getByRole('button', { name: 'Create and invite' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Your session has ended');
    await dialog.locator('input').nth(0).fill(ADMIN.username);
    await dialog.locator('input').nth(1).fill(ADMIN.password);
    await dialog.locator('input').nth(1).press('Enter');
    await expect(page.getByText('Invitation sent to late@example.com')).toBeVisible();
  });
});

/** A link or a reload that unsaved input must not hold back. */
async function leave(page: Page, url: string): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('kawaraban.draft.')) localStorage.removeItem(key);
  });
  await page.goto(url);
}

async function open(browser: Browser, baseURL: string, locale: string): Promise<Page> {
  return await browser.newPage({ baseURL, locale });
}

/** Reads the invitation in the outbox. */
async function firstPassword(page: Page, email: string, label: string): Promise<string> {
  await leave(page, '/admin/mails');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  const text = await page.locator('.mail-text').innerText();
  const password = new RegExp(`${label}[^\\n]*?[:：]?\\s+(\\S+)`).exec(text)?.[1];
  expect(text).toContain(email);
  return password ?? '';
}

async function given(page: Page, email: string): Promise<{ username: string }> {
  const body = { email, role: 'editor', serviceIds: [] };
  return (await callAs(page, 'POST', '/admin/users', body)) as { username: string };
}

/** Presses a button and says yes. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}
