import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { freePort } from '#testing/free-port.ts';
import { type OpenidProvider, startOpenidProvider } from '#testing/openid-provider.ts';
import { newPage, storedTokens } from './console-page.ts';
import { test as base, expect } from './fixtures.ts';

interface LinkedProvider extends OpenidProvider {
  readonly origin: string;
}

const test = base.extend<{ provider: LinkedProvider }>({
  provider: [
    async ({ startProduct }, use) => {
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const provider = await startOpenidProvider({ origins: [origin] });
      provider.accounts.set('hana', { email: 'hana@example.org', email_verified: true, name: 'Hana Sato' });
      await startProduct({
        PORT: String(port),
        OIDC_ACME_ISSUER: provider.issuer,
        OIDC_ACME_CLIENT_ID: provider.clientId,
        OIDC_ACME_CLIENT_SECRET: provider.clientSecret,
      });
      await use({ ...provider, origin });
      await provider.stop();
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ provider }, use) => use(provider.origin),
});

async function openProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
}

async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('visitor signs up with a provider', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/signup');
  await openProvider(page);
  await signInAtProvider(page, 'hana');
  await expect(page).toHaveURL('/user');
  await expect(page.getByText('Hello, Hana Sato')).toBeVisible();
  expect(await storedTokens(page)).not.toEqual([]);
  await page.reload();
  await expect(page.getByText('Hello, Hana Sato')).toBeVisible();
});

test('visitor signs in with a provider and returns', async ({ page }) => {
  await page.goto('/signin?redirect=%2Fsettings');
  await openProvider(page);
  await signInAtProvider(page, 'hana');
  await expect(page).toHaveURL('/settings');
  await expect(page.getByText('hana@example.org').first()).toBeVisible();
  expect(await storedTokens(page)).not.toEqual([]);
});

test('failed provider sign-in shows the reason', { tag: '@extended' }, async ({
  page,
  provider,
  expectNothingFromAxe,
}) => {
  await page.goto('/signin?redirect=%2Fsettings');
  await openProvider(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The sign-in was canceled. Nothing changed.' })).toBeVisible();
  await expect(page).toHaveURL('/signin/complete');
  await expectNothingFromAxe(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL('/signin?redirect=%2Fsettings');

  provider.accounts.set('imposter', { email: 'Admin@example.com', email_verified: true });
  await openProvider(page);
  await signInAtProvider(page, 'imposter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'This account is already associated with another user' }),
  ).toBeVisible();
  expect(await storedTokens(page)).toEqual([]);

  await page.goto('/signin/complete?code=somebody-elses&state=made-up');
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'That took too long or was started in another browser. Please try again.' }),
  ).toBeVisible();
});

test('admin links and unlinks a provider', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Link Acme' }).click();
  await signInAtProvider(page, 'hana');
  await expect(page.getByText('You can now sign in with Acme')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlink Acme' })).toBeVisible();

  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto('/admin/services/create');
  await expect(page).toHaveURL('/admin/signin?redirect=%2Fadmin%2Fservices%2Fcreate');
  await page.getByRole('button', { name: /Acme/ }).click();
  await expect(page).toHaveURL('/admin/services/create');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create service');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Unlink Acme' }).click();
  await expect(page.getByRole('button', { name: 'Link Acme' })).toBeVisible();
});

test('MFA is required at provider sign-in', { tag: '@extended' }, async ({ page, provider, browser }) => {
  await page.goto('/signin');
  await openProvider(page);
  await signInAtProvider(page, 'hana');
  await expect(page).toHaveURL('/user');
  const secret = await switchTwoStepOn(page);

  const other = await newPage(browser, provider.origin);
  await other.goto('/signin');
  await openProvider(other);
  await signInAtProvider(other, 'hana');
  const code = other.getByLabel('One-time code', { exact: true });
  await code.fill('000000');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText('This code is wrong or has already been used')).toBeVisible();
  await code.fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL('/user');
  await other.context().close();
});

async function switchTwoStepOn(page: Page): Promise<string> {
  const call = (operation: string, input: object) =>
    page.evaluate(
      async ([target, given]) => {
        const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
        const response = await fetch('/identity/', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
          },
          body: JSON.stringify({ AccessToken: localStorage.getItem(key), ...(given as object) }),
        });
        return response.json();
      },
      [operation, input] as const,
    );
  const { SecretCode: secret } = await call('AssociateSoftwareToken', {});
  await call('VerifySoftwareToken', { UserCode: generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }) });
  await call('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
  return secret;
}
