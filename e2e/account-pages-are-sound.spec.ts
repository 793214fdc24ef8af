import { enterCredentials, givenAccount } from './account-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';

const open = ['/signin', '/signup', '/signin/forgot', '/signin/reset', '/signup/verify?username=a&code=123456'];

test('account pages ask for JavaScript', { tag: '@extended' }, async ({ browser, request, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  for (const path of [...open, '/user', '/settings', '/signout']) {
    await page.goto(path);
    await expect(page.locator('noscript')).toContainText('need JavaScript', { useInnerText: true });
    const japanese = await request.get(path, { headers: { 'accept-language': 'ja' } });
    expect(await japanese.text()).toMatch(/<noscript>.*JavaScriptが必要です.*<\/noscript>/);
  }
  await page.goto('/');
  const links = page.getByRole('banner').getByRole('link');
  for (const path of ['/signin', '/signup']) {
    await expect(links.and(page.locator(`[href="${path}"]`))).toBeVisible();
  }
  // Without JavaScript nobody can be signed in.
  for (const path of ['/user', '/settings', '/signout']) {
    await expect(page.getByRole('banner').locator(`a[href="${path}"]`)).toBeHidden();
  }
  await expect(page.locator('a[href="/admin"]')).toBeHidden();
  await context.close();
});

test('sign-in rejects an invalid email address before sending it', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/identity/') && sent.push(request.url()));
  await page.goto('/signin');
  await enterCredentials(page, { email: 'admin', password: ADMIN.password });
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAccessibleDescription(/Email is not valid/);
  await expect(email).toBeFocused();
  expect(sent).toEqual([]);
});

test('sign-in works by keyboard alone', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signin');
  await page.locator('main form button[type=submit]:enabled').waitFor();
  await page.getByLabel('Email', { exact: true }).focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAccessibleName('Show password');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
