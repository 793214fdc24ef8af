import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import { enterCredentials, givenAccount, settingOf } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { giveSession } from './visitor-page.ts';

test('two-step sign-in is enabled, used with a recovery code, disabled', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await giveSession(page, person);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Set up: Two-step sign-in' }).click();
  await expect(page.getByRole('img', { name: 'QR code with the secret for the app' })).toBeVisible();
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
  const link = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
  expect(new URL(link ?? '').searchParams.get('secret')).toBe(secret);
  const code = page.getByLabel('One-time code', { exact: true });
  // Codes of three time steps are accepted, each once; the test uses them instead of waiting.
  const codeAt = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });
  await code.fill('12345');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(code).toHaveAccessibleDescription(/Six digits/);
  await code.fill(codeAt(-1));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible();

  const recovery = settingOf(page, 'Recovery codes');
  await expect(recovery.getByRole('heading', { name: 'Now save recovery codes' })).toBeInViewport();
  await expect(recovery.getByLabel('One-time code', { exact: true })).toBeFocused();
  await recovery.getByRole('button', { name: 'Later' }).click();
  await expect(recovery).toContainText('No recovery codes: if you lose the app, you lose the account.');
  await expect(recovery.getByRole('link', { name: 'Make recovery codes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await recovery.getByLabel('One-time code', { exact: true }).fill(codeAt(0));
  await recovery.getByRole('button', { name: 'Make recovery codes' }).click();
  await expect(recovery.getByRole('listitem')).toHaveCount(10);
  await expect(recovery.getByRole('group')).toBeFocused();
  const codes = await recovery.getByRole('listitem').allInnerTexts();
  const saving = page.waitForEvent('download');
  await recovery.getByRole('button', { name: 'Download' }).click();
  expect((await readFile(await (await saving).path(), 'utf8')).trim().split('\n')).toEqual(codes);
  await recovery.getByRole('button', { name: 'I have kept them' }).click();
  await expect(recovery).toContainText('Left: 10');

  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto('/signin?redirect=%2Fsettings');
  await enterCredentials(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One-time code');
  await expect(code).toBeFocused();
  await code.fill('zzzz-zzzz');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await code.fill((codes[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings');
  await expect(recovery).toContainText('Left: 9');

  await page.getByRole('link', { name: 'Switch off: Two-step sign-in' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible();
  await expect(recovery).toHaveCount(0);
});
