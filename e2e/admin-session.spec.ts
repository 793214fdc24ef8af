import { fillIn, session, setToken, signOut, storedTokens } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';

const EXPIRED = `e30.${Buffer.from('{"exp":1}').toString('base64url')}.signature`;

test.use({ locale: 'en-US' });

test('session is renewed on expiry and revoked at sign-out', async ({ page, request, signIn }) => {
  await signIn(page);
  await setToken(page, 'accessToken', EXPIRED);
  await goInConsole(page, '/admin/services');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
  await expect.poll(async () => (await session(page)).accessToken).not.toBe(EXPIRED);

  const { refreshToken, clientId } = await session(page);
  const refresh = () =>
    request.post('/identity/', {
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      data: JSON.stringify({
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: clientId,
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    });
  await page.getByRole('button', { name: 'Signed in as admin, Admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/admin/signin');
  await expect(page.getByText('Signed out')).toBeVisible();
  expect(await storedTokens(page)).toEqual([]);
  const response = await refresh();
  expect(response.status()).toBe(400);
  expect((await response.json()).__type).toContain('NotAuthorizedException');
});

test('session that cannot be renewed leads to sign-in', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  await setToken(page, 'accessToken', EXPIRED);
  await setToken(page, 'refreshToken', 'no-such-token');
  await page.goto('/admin/services');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  expect(await storedTokens(page)).toEqual([]);

  await signIn(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith('Token')) localStorage.removeItem(key);
  });
  await page.goto('/admin/services');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
});

test('session survives an unreachable user pool', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  // Block the pool first: pending requests of the first screen would otherwise renew the token.
  await page.route('**/identity/', (route) => route.abort());
  await setToken(page, 'accessToken', EXPIRED);
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Couldn’t load this screen', {
    timeout: 20_000,
  });
  await expect(page.getByRole('alert')).toHaveText('Server error');
  expect(await storedTokens(page)).not.toEqual([]);
  await page.unroute('**/identity/');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
});

test('other tabs follow signing out and signing in', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const other = await page.context().newPage();
  await other.goto('/admin/services');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Services');
  await signOut(page);
  await expect(other).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  await fillIn(page, ADMIN);
  await expect(other).toHaveURL('/admin/services');
});
