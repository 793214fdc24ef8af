import { fillIn, newPage, signOut, tabTo } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { field } from './posts-page.ts';

const CALLS_OF_A_SIGN_IN = 2;

test.use({ locale: 'en-US' });

test('admin signs in, and the log names failed attempts', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/signin');
  await fillIn(page, { ...ADMIN, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText('Email or passwords do not match our records');
  await fillIn(page, ADMIN);
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, admin');
  const news = page.getByRole('listitem').filter({ hasText: '(news)' });
  await expect(news.getByRole('link', { name: 'Manage posts' })).toHaveAttribute('href', '/admin/posts/news');

  await goInConsole(page, '/admin/audit?action=sign-in-failed');
  const entry = page.locator('.audit-table tbody tr').first();
  await expect(entry).toContainText('failed to sign in as admin@example.com');
  await expect(entry).toContainText('Wrong password');
  await expect(entry).toContainText(/127\.0\.0\.1|::1/);
});

test.describe('in an untouched product', { tag: '@extended' }, () => {
  test('printed password must be replaced and then fails', async ({ browser, untouchedProduct }) => {
    const page = await newPage(browser, untouchedProduct.url);
    const printed = /with the password (\S+)/.exec(untouchedProduct.output())?.[1] ?? '';
    await fillIn(page, { username: 'admin@example.com', password: printed });
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await field(page, 'New password').fill('carved in cherry wood');
    await field(page, 'Confirm new password').fill('carved in cherry wood');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin');
    await expect(page.getByText('Password updated')).toBeVisible();

    await signOut(page);
    await fillIn(page, { username: 'admin', password: printed });
    await expect(page.getByText('Email or passwords do not match our records')).toBeVisible();
    await fillIn(page, { username: 'admin', password: 'carved in cherry wood' });
    await expect(page).toHaveURL('/admin');
    await page.context().close();
  });
});

test('console asks for JavaScript', { tag: '@extended' }, async ({ browser, request, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  for (const path of ['/admin/signin', '/admin', '/admin/services']) {
    await page.goto(path);
    const english = 'The console needs JavaScript.';
    await expect(page.locator('noscript')).toContainText(english, { useInnerText: true });
    const japanese = await request.get(path, { headers: { 'accept-language': 'ja' } });
    expect(await japanese.text()).toMatch(/<noscript>.*管理画面にはJavaScriptが必要です。.*<\/noscript>/);
  }
  await context.close();
});

test('input before hydration is kept', { tag: '@extended' }, async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/admin/signin', { waitUntil: 'commit' });
  await field(page, 'Email or username').fill(ADMIN.username);
  await field(page, 'Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
});

test('sign-in leads back to the wanted screen', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/admin/services/create');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices%2Fcreate');
  await fillIn(page, ADMIN);
  await expect(page).toHaveURL('/admin/services/create');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create service');
  await page.goto('/admin/signin?redirect=%2F%2Fexample.com');
  await expect(page).toHaveURL('/admin');
  await page.goto('/admin/nothing-here', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/error/notfound?from=console');
});

test('Enter that ends a composition submits nothing', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/admin/signin');
  await page.locator('form button[type=submit]:enabled').waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await field(page, 'Password').fill(ADMIN.password);
  await field(page, 'Email or username').focus();
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'かわら', selectionStart: 3, selectionEnd: 3 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await input.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, text: '\r' });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await input.send('Input.insertText', { text: '瓦版' });
  await expect(field(page, 'Email or username')).toHaveValue('瓦版');
  await expect(page).toHaveURL('/admin/signin');
  expect(calls).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email or passwords do not match our records')).toBeVisible();
  // A premature submit would have made additional calls.
  expect(calls).toHaveLength(CALLS_OF_A_SIGN_IN);
});

test('keyboard alone signs in, navigates and signs out', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/admin/signin');
  await tabTo(page, 'textbox', 'Email or username');
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAccessibleName('Show password');
  await page.keyboard.press('Space');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
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
