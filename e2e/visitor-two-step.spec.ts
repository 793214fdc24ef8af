import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import { enterCredentials, givenAccount, settingOf } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { giveSession } from './visitor-page.ts';

test('two-step sign-in is enabled, used with a recovery code, disabled', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await giveSession(page, person);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Set up: Two-factor authentication' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
  const link = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
  expect(new URL(link ?? '').searchParams.get('secret')).toBe(secret);
  const code = page.getByLabel('One-time code', { exact: true });
  // Codes of three time steps are accepted, each once; the test uses them instead of waiting.
  const codeAt = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });
  await code.fill('12345');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(code).toHaveAccessibleDescription(/six digits/);
  await code.fill(codeAt(-1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Two-factor authentication is on')).toBeVisible();

  const recovery = settingOf(page, 'Recovery codes');
  await expect(recovery.getByRole('heading', { name: 'Save your recovery codes' })).toBeInViewport();
  await expect(recovery.getByLabel('One-time code', { exact: true })).toBeFocused();
  await recovery.getByRole('button', { name: 'Later' }).click();
  await expect(recovery).toContainText(
    'You have no recovery codes. If you lose access to your authenticator app, you can’t sign in.',
  );
  await expect(recovery.getByRole('link', { name: 'Create recovery codes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await recovery.getByLabel('One-time code', { exact: true }).fill(codeAt(0));
  await recovery.getByRole('button', { name: 'Create recovery codes' }).click();
  await expect(recovery.getByRole('listitem')).toHaveCount(10);
  await expect(recovery.getByRole('group')).toBeFocused();
  const codes = await recovery.getByRole('listitem').allInnerTexts();
  const saving = page.waitForEvent('download');
  await recovery.getByRole('button', { name: 'Download' }).click();
  expect((await readFile(await (await saving).path(), 'utf8')).trim().split('\n')).toEqual(codes);
  await recovery.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(recovery).toContainText('10 left');

  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto('/signin?redirect=%2Fsettings');
  await enterCredentials(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One-time code');
  await expect(code).toBeFocused();
  await code.fill('zzzz-zzzz');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill((codes[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings');
  await expect(recovery).toContainText('9 left');

  await page.getByRole('link', { name: 'Turn off: Two-factor authentication' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor authentication is off')).toBeVisible();
  await expect(recovery).toHaveCount(0);
});
