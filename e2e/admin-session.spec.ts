import { fillIn, newPage, session, setRights, setToken, signOut, storedTokens } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';

/** A token that was good until 1970. */
const EXPIRED = `e30.${Buffer.from('{"exp":1}').toString('base64url')}.signature`;

test('signing out revokes the session at the pool', async ({ page, request, signIn }) => {
  await signIn(page);
  const { accessToken, refreshToken, clientId } = await session(page);
  await signOut(page);
  const answer = await request.post('/identity/', {
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    data: JSON.stringify({
      ...{ AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: clientId },
      AuthParameters: { REFRESH_TOKEN: refreshToken },
    }),
  });
  expect(answer.status()).toBe(400);
  expect((await answer.json()).__type).toContain('NotAuthorizedException');
  expect(accessToken).not.toBe('');
});

test('an access token that has expired is renewed on the way', async ({ page, signIn }) => {
  await signIn(page);
  await setToken(page, 'accessToken', EXPIRED);
  await page.goto('/admin/services');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
  await expect.poll(async () => (await session(page)).accessToken).not.toBe(EXPIRED);
});

test('a session that cannot be renewed ends at sign-in, and its tokens are gone', async ({ page, signIn }) => {
  await signIn(page);
  await setToken(page, 'accessToken', EXPIRED);
  await setToken(page, 'refreshToken', 'no-such-token');
  await page.goto('/admin/services');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  expect(await storedTokens(page)).toEqual([]);
});

test('half a session is none', async ({ page, signIn }) => {
  await signIn(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith('Token')) localStorage.removeItem(key);
  });
  await page.goto('/admin/services');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
});

test('a pool that cannot be reached signs nobody out', async ({ page, signIn }) => {
  await signIn(page);
  // First: what the first screen still asks for would have the token renewed.
  await page.route('**/identity/', (route) => route.abort());
  await setToken(page, 'accessToken', EXPIRED);
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen could not be shown', {
    timeout: 20_000,
  });
  await expect(page.getByRole('alert')).toHaveText('Server error');
  expect(await storedTokens(page)).not.toEqual([]);
  await page.unroute('**/identity/');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
});

test('signing out in one tab is noticed by the others, and so is signing in', async ({ page, signIn }) => {
  await signIn(page);
  const other = await page.context().newPage();
  await other.goto('/admin/services');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Services');
  await signOut(page);
  await expect(other).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices');
  await fillIn(page, ADMIN);
  await expect(other).toHaveURL('/admin/services');
});

test('rights hold as they are now: role, services, and whether one may enter at all', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const page = await newPage(browser, ownProduct.url);
  await signIn(page);
  await expect(page.getByRole('link', { name: 'Services', exact: true })).toBeVisible();

  setRights(ownProduct.dataDir, { role: 'editor', services: [] });
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);
  await page.goto('/admin');
  await expect(page.getByText('You have no service to work on yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Services', exact: true })).toBeHidden();
  await page.goto('/admin/posts/news', { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);

  setRights(ownProduct.dataDir, { role: 'admin', services: [] });
  await page.goto('/admin/services/news/edit', { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);

  setRights(ownProduct.dataDir, { role: 'normal', services: ['news'] });
  await page.goto('/admin', { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);
  await page.context().close();
});
