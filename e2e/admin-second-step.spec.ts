import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { fillIn, newPage, session, signOut } from './console-page.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs } from './posts-page.ts';

test.describe('with an authenticator app', () => {
  test.use({ baseURL: ownBaseURL, locale: 'en-US' });

  test('sign-in asks for a one-time or recovery code', async ({ page, signIn }) => {
    await signIn(page);
    const secret = await setUpApp(page);
    const { codes } = (await callAs(page, 'POST', '/account/recovery-codes', { code: codeOf(secret) })) as {
      codes: string[];
    };

    await signOut(page);
    await fillIn(page, ADMIN);
    const code = page.getByLabel('One-time code or recovery code');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await code.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This code is wrong or has already been used');
    await code.fill(codeOf(secret, 1));
    await code.press('Enter');
    await expect(page).toHaveURL('/admin');

    await signOut(page);
    await fillIn(page, ADMIN);
    await code.fill((codes[0] ?? '').replace('-', '').toUpperCase());
    await code.press('Enter');
    await expect(page).toHaveURL('/admin');

    await goInConsole(page, '/admin/users/admin');
    await expect(page.locator('.facts')).toContainText('Two-factor authenticationOn');
    await goInConsole(page, '/admin/audit?action=recovery-code-used');
    await expect(page.getByRole('table')).toContainText('used a recovery code');
  });
});

test('admin sets up a required authenticator app at sign-in', async ({ browser, startProduct }) => {
  const product = await startProduct({ REQUIRE_MFA: 'console' });
  const page = await newPage(browser, product.url);
  await fillIn(page, ADMIN);
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('.app-secret code').innerText()).replaceAll(' ', '');
  await page.getByLabel('One-time code').fill('000000');
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or has already been used');
  await page.getByLabel('One-time code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page).toHaveURL(`${product.url}/admin`);
  await page.context().close();
});

test.describe('with an unverified address', { tag: '@extended' }, () => {
  test.use({ locale: 'en-US' });

  test('mailed code verifies the address at sign-in', async ({ page, signIn, browser, product }) => {
    const credentials = { username: 'unverified@example.com', password: 'a quiet morning' };
    await signIn(page);
    const { UserSub: username } = await pool<{ UserSub: string }>(page, 'SignUp', {
      ClientId: (await session(page)).clientId,
      Username: credentials.username,
      Password: credentials.password,
      UserAttributes: [{ Name: 'email', Value: credentials.username }],
    });
    await callAs(page, 'POST', `/admin/users/${username}`, { role: 'viewer', serviceIds: ['news'] });

    const userPage = await newPage(browser, product.url);
    await userPage.goto('/admin/signin?redirect=%2Fadmin%2Fposts%2Fnews');
    await fillIn(userPage, credentials);
    await expect(userPage.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await userPage.getByRole('button', { name: 'Resend email' }).click();
    await expect(userPage.getByText('Email sent')).toBeVisible();

    const { items } = (await callAs(page, 'GET', '/admin/mails')) as { items: { mailId: string; recipient: string }[] };
    const newest = items.find(({ recipient }) => recipient === credentials.username);
    const { text } = (await callAs(page, 'GET', `/admin/mails/${newest?.mailId}`)) as { text: string };
    await userPage.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
    await userPage.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(userPage).toHaveURL('/admin/posts/news');
    await userPage.context().close();
  });
});

/** The pool accepts the code of each time step once. */
function codeOf(secret: string, stepsAhead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });
}

async function setUpApp(page: Page): Promise<string> {
  const { accessToken: AccessToken } = await session(page);
  const { SecretCode: secret } = await pool<{ SecretCode: string }>(page, 'AssociateSoftwareToken', { AccessToken });
  await pool(page, 'VerifySoftwareToken', { AccessToken, UserCode: codeOf(secret, -1) });
  await pool(page, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  return secret;
}

async function pool<Answer>(page: Page, action: string, data: object): Promise<Answer> {
  const response = await page.request.post(`${new URL(page.url()).origin}/identity/`, {
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    data: JSON.stringify(data),
  });
  expect([action, response.status(), response.ok() ? '' : await response.text()]).toEqual([action, 200, '']);
  return (await response.json()) as Answer;
}
