import { enterCredentials, givenAccount, signInOnSite } from './account-page.ts';
import { session, setToken, storedTokens } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { giveSession } from './visitor-page.ts';

test('visitor signs in, returns to the page, and signs out', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/user');
  await expect(page).toHaveURL('/signin?redirect=%2Fuser');
  await page.goto('/settings#password');
  await expect(page).toHaveURL('/signin?redirect=%2Fsettings%23password');
  await enterCredentials(page, { ...person, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText('Email or passwords do not match our records');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await enterCredentials(page, person);
  await expect(page).toHaveURL('/settings#password');
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL('/user');
  }

  const { accessToken } = await session(page);
  const read = () => request.get('/api/account', { headers: { authorization: `Bearer ${accessToken}` } });
  expect((await read()).status()).toBe(200);
  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Signed out')).toBeVisible();
  expect(await storedTokens(page)).toEqual([]);
  expect((await read()).status()).toBe(401);
});

test('console and site share session and color scheme', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  // Other redirect targets are covered by the unit tests of `safeSiteTarget`.
  await page.goto(`/signin?${new URLSearchParams({ redirect: '//example.com' })}`);
  await expect(page).toHaveURL('/user');
  await page.goto('/signin?redirect=%2Fadmin%2Fservices');
  await expect(page).toHaveURL('/admin/services');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');

  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await page.getByLabel('Appearance').selectOption({ label: 'Dark' });
  await page.getByRole('banner').getByRole('link', { name: 'Console' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, admin');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, admin');
});

test('sign-in and sign-out reach other tabs', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await giveSession(page, person);
  await page.goto('/user');
  const other = await page.context().newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Settings');
  const reading = await page.context().newPage();
  await reading.goto('/about');
  await expect(reading.getByRole('link', { name: 'Settings' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Signed out')).toBeVisible();
  expect(await storedTokens(page)).toEqual([]);
  await expect(other).toHaveURL('/signin?redirect=%2Fsettings');
  await expect(reading.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(reading.getByRole('link', { name: 'Settings' })).toBeHidden();

  await signInOnSite(page, person);
  await expect(other).toHaveURL('/settings');
  await expect(reading.getByRole('link', { name: 'Settings' })).toBeVisible();
});

test('lost session leads to sign-in and back', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await giveSession(page, person);
  const { accessToken } = await session(page);
  const [head, claims] = accessToken.split('.');
  await setToken(page, 'accessToken', `${head}.${claims}.c2lnbmF0dXJl`);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit: Display name' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Half a na');
  const { accessToken: current } = await session(page);
  const ended = await request.delete('/api/account/sessions', { headers: { authorization: `Bearer ${current}` } });
  expect(ended.status()).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/signin?redirect=%2Fsettings%23name');
  expect(await storedTokens(page)).toEqual([]);
  await enterCredentials(page, person);
  await expect(page).toHaveURL('/settings#name');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Half a na');
});

test('sign-in has to wait after too many failures', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signin');
  await enterCredentials(page, { ...person, password: 'not the password' });
  const tooMany = page.getByText('Too many attempts. Please wait a moment and try again.');
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(tooMany).toBeVisible({ timeout: 700 });
  }).toPass();
});

test('sign-in reports an unreachable server', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.route('**/identity/', (route) => route.abort());
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'Network error. What you typed is still here. Check your connection and try again.',
    {
      timeout: 20_000,
    },
  );
});

test('text typed before hydration is submitted', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/user');
});
