import { fillIn, newPage, signOut, storedTokens, tabTo } from './console-page.ts';
import { ADMIN, expect, test, tierOf } from './fixtures.ts';

const words = {
  'en-US': {
    title: 'Admin Sign In – Kawaraban',
    username: 'E-mail or user name',
    password: 'Password',
    signIn: 'Sign in',
    mismatch: 'Email or passwords do not match our records',
    tooMany: 'Too many attempts. Please wait a moment and try again.',
    required: 'Input required',
    email: 'Email is not valid',
    short: 'At least 6 characters',
    greeting: 'Hello, admin',
    posts: 'Posts Management',
    signedInAs: 'Signed in as admin, Admin',
    signOut: 'Sign out',
    signedOut: 'Signed out',
    needsScript: 'The console needs JavaScript.',
  },
  'ja-JP': {
    title: '管理者サインイン – Kawaraban',
    username: 'メールアドレスまたはユーザー名',
    password: 'パスワード',
    signIn: 'サインイン',
    mismatch: 'メールアドレスまたはパスワードが登録内容と一致しません',
    tooMany: '試行回数が多すぎます。しばらく待ってから、もう一度お試しください。',
    required: '入力してください',
    email: 'メールアドレスの形式が正しくありません',
    short: '6 文字以上で入力してください',
    greeting: 'admin さん、こんにちは',
    posts: '記事管理',
    signedInAs: 'admin としてサインイン中（管理者）',
    signOut: 'サインアウト',
    signedOut: 'サインアウトしました',
    needsScript: '管理画面には JavaScript が必要です。',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('an admin signs in, sees the services, and signs out', async ({ page }) => {
      await page.goto('/admin');
      await expect(page).toHaveURL(/\/admin\/signin$/);
      await expect(page).toHaveTitle(say.title);
      await page.getByLabel(say.username, { exact: true }).fill(ADMIN.username);
      await page.getByLabel(say.password, { exact: true }).fill(ADMIN.password);
      await page.getByRole('button', { name: say.signIn }).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.greeting);
      const news = page.getByRole('listitem').filter({ hasText: '(news)' });
      await expect(news.getByRole('link', { name: say.posts })).toHaveAttribute('href', '/admin/posts/news');

      await page.getByRole('button', { name: say.signedInAs }).click();
      await page.getByRole('menuitem', { name: say.signOut }).click();
      await expect(page).toHaveURL(/\/admin\/signin$/);
      await expect(page.getByText(say.signedOut)).toBeVisible();
      expect(await storedTokens(page)).toEqual([]);
    });

    test('what cannot be right is said when a field is left', async ({ page }) => {
      await page.goto('/admin/signin');
      await page.locator('form button[type=submit]:enabled').waitFor();
      const username = page.getByLabel(say.username, { exact: true });
      const password = page.getByLabel(say.password, { exact: true });
      await username.fill('ada@nowhere');
      await password.fill('12345');
      await username.focus();
      await expect(page.getByText(say.email)).toBeVisible();
      await expect(page.getByText(say.short)).toBeVisible();
      await username.fill('');
      await password.focus();
      await expect(page.getByText(say.required, { exact: true })).toBeVisible();
    });

    test('a wrong password is told under the form, and many of them are told to wait', async ({ page }) => {
      await page.goto('/admin/signin');
      await page.getByLabel(say.username, { exact: true }).fill(`nobody-${locale}`);
      await page.getByLabel(say.password, { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: say.mismatch })).toBeVisible();
      const tooMany = page.getByRole('alert').filter({ hasText: say.tooMany });
      await expect(async () => {
        await page.getByRole('button', { name: say.signIn }).click();
        await expect(tooMany).toBeVisible({ timeout: 700 });
      }).toPass();
    });

    test('without JavaScript a sentence says that the console needs it', async ({ browser, product }) => {
      const context = await browser.newContext({ locale, javaScriptEnabled: false, baseURL: product.url });
      const page = await context.newPage();
      for (const path of ['/admin/signin', '/admin', '/admin/services']) {
        await page.goto(path);
        await expect(page.locator('noscript')).toContainText(say.needsScript, { useInnerText: true });
      }
      await context.close();
    });
  });
}

test('the printed password lets the first admin in once, to set another one', async ({ browser, untouchedProduct }) => {
  const page = await newPage(browser, untouchedProduct.url);
  const printed = /with the password (\S+)/.exec(untouchedProduct.said())?.[1] ?? '';
  await fillIn(page, { username: 'admin@example.com', password: printed });
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();

  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('New password, once more', { exact: true });
  await expect(first).toBeFocused();
  await first.fill('short');
  await second.fill('other');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await first.fill('carved in cherry wood');
  await second.fill('carved in cherry wood');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('Password updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, admin');

  await signOut(page);
  await fillIn(page, { username: 'admin', password: printed });
  await expect(page.getByText('Email or passwords do not match our records')).toBeVisible();
  await fillIn(page, { username: 'admin', password: 'carved in cherry wood' });
  await expect(page).toHaveURL(/\/admin$/);
  await page.context().close();
});

test('what is typed before the page is alive counts', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/admin/signin', { waitUntil: 'commit' });
  await page.getByLabel('E-mail or user name', { exact: true }).fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
});

test('a page that needs sign-in is come back to, and no other site ever is', async ({ page, signIn }) => {
  await page.goto('/admin/services/create');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices%2Fcreate');
  await fillIn(page, ADMIN);
  await expect(page).toHaveURL('/admin/services/create');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Service');

  await page.goto('/admin/signin?redirect=%2Fadmin%2Fservices');
  await expect(page).toHaveURL('/admin/services');
  for (const elsewhere of ['//example.com', 'https://example.com/admin', '/\\example.com', '/posts/news']) {
    await page.goto(`/admin/signin?${new URLSearchParams({ redirect: elsewhere })}`);
    await expect(page).toHaveURL('/admin');
  }
  await signOut(page);
  await signIn(page);
  await page.goto('/admin/nothing-here', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/error/notfound?from=console');
});

test('the Enter that ends a composition submits nothing', async ({ page }) => {
  await page.goto('/admin/signin');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByLabel('E-mail or user name', { exact: true }).focus();
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'かわら', selectionStart: 3, selectionEnd: 3 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await input.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, text: '\r' });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await input.send('Input.insertText', { text: '瓦版' });
  await expect(page.getByLabel('E-mail or user name', { exact: true })).toHaveValue('瓦版');
  await page.waitForTimeout(300);
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await expect(page).toHaveURL('/admin/signin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email or passwords do not match our records')).toBeVisible();
});

test('the keyboard alone signs in, looks around and signs out', async ({ page }) => {
  await page.goto('/admin/signin');
  await tabTo(page, 'textbox', 'E-mail or user name');
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAccessibleName('Show password');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, admin');
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Skip to content');
  await expect(page.locator(':focus')).toBeInViewport();
  await tabTo(page, 'link', 'Services');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeFocused();
  await page.goto('/admin');
  await tabTo(page, 'button', 'Signed in as admin, Admin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account settings' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/signin');
});
