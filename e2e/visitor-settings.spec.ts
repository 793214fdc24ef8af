import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  codeTo,
  enterCredentials,
  givenAccount,
  linkIn,
  mailTo,
  newPerson,
  type Person,
  settingOf,
} from './account-page.ts';
import { test as base, expect } from './fixtures.ts';
import { giveSession } from './visitor-page.ts';

const test = base.extend<{ person: Person }>({
  person: async ({ page, request, product }, use) => {
    const person = await givenAccount(request, product);
    await giveSession(page, person);
    await use(person);
  },
});

test('visitor changes name, photo, language and colors', async ({ page, request, person: _ }) => {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Edit: Display name' }).click();
  const name = settingOf(page, 'Display name').getByLabel('Display name', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Hokusai');
  await name.fill('葛飾北斎');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated', { exact: true })).toBeVisible();
  await expect(settingOf(page, 'Display name')).toContainText('葛飾北斎');
  await expect(page.getByRole('link', { name: 'Edit: Display name' })).toBeFocused();

  const photo = settingOf(page, 'Profile photo');
  await expect(photo).toContainText('No photo yet');
  await photo.getByLabel('Choose an image').setInputFiles('web/public/apple-touch-icon.png');
  const picture = photo.getByRole('img', { name: 'Profile photo of 葛飾北斎' });
  await expect(picture).toBeVisible();
  const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([256, 256]);
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('Hello, 葛飾北斎')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await photo.getByRole('button', { name: 'Remove' }).click();
  await expect(photo).toContainText('No photo yet');

  await page.getByLabel('Language').selectOption({ label: '日本語' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定');
  await page.getByLabel('テーマ').selectOption({ label: 'ダーク' });
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 22, 20)');
  expect(await (await request.get('/about', { headers: { 'accept-language': 'en' } })).text()).toContain(
    'lang="en-US"',
  );
  await page.goto('/settings');
  await page.getByLabel('テーマ').selectOption({ label: 'システムの設定に従う' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 247, 241)');
  await page.getByLabel('言語').selectOption({ label: 'ブラウザーの設定に従う' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('visitor changes email and password and signs in with both', async ({ page, person, product }) => {
  const { email } = newPerson();
  const password = 'under the wave';
  await page.goto('/settings#email');
  await changeEmail(page, email, person.password);
  await expect(settingOf(page, 'Email')).toContainText(`${email} Not verified`);
  await expect(settingOf(page, 'Email')).toContainText(`Until then, keep signing in with ${person.email}`);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill(await codeTo(product.dataDir, email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Email verification is complete')).toBeVisible();
  await expect(settingOf(page, 'Email')).toContainText(`${email} Verified`);
  await expect(page.getByRole('link', { name: 'Edit: Email' })).toBeFocused();

  await page.getByRole('link', { name: 'Edit: Password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/signin');
  await enterCredentials(page, { email, password });
  await expect(page).toHaveURL('/user');
});

test('visitor ends the session of another browser', async ({ page, browser, person, product }) => {
  const other = await browser.newPage({ baseURL: product.url, locale: 'en-US' });
  await giveSession(other, person);
  await page.goto('/settings');
  const sessions = settingOf(page, 'Sessions').getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toHaveCount(1);
  await other.goto('/settings');
  await expect(other).toHaveURL('/signin?redirect=%2Fsettings');
  await other.close();
});

test('visitor downloads the account data and deletes the account', async ({ page, person }) => {
  await page.goto('/settings');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('account.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(person.email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await dialog.getByRole('textbox').fill(person.email);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await page.goto('/signin');
  await enterCredentials(page, person);
  await expect(page.getByRole('alert')).toHaveText('Email or passwords do not match our records');
});

test('settings reject wrong passwords and images', { tag: '@extended' }, async ({ page, person }) => {
  await page.goto('/settings#password');
  const current = page.getByLabel('Current password', { exact: true });
  const next = page.getByLabel('New password', { exact: true });
  await current.fill('not the password');
  await next.fill('under the wave');
  await page.getByLabel('Confirm new password', { exact: true }).fill('under the wave');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(current).toHaveAccessibleDescription(/This is not your current password/);
  await expect(next).toHaveValue('under the wave');

  await settingOf(page, 'Profile photo')
    .getByLabel('Choose an image')
    .setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
  await expect(page.getByText('Couldn’t save the image')).toBeVisible();

  await page.getByRole('link', { name: 'Edit: Email' }).click();
  await changeEmail(page, person.email, 'not the password');
  await expect(page.getByText('Same value')).toBeVisible();
  const { email } = newPerson();
  await page.getByLabel('New email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Keep my current address' }).click();
  await expect(settingOf(page, 'Email')).toContainText(`${person.email} Verified`);
  await expect(page.getByRole('link', { name: 'Edit: Email' })).toBeFocused();
});

test('mailed link verifies a new address', { tag: '@extended' }, async ({ page, person, product }) => {
  const { email } = newPerson();
  await page.goto('/settings#email');
  await page.getByLabel('New email', { exact: true }).fill(email);
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Save' }).click();
  const link = linkIn(await mailTo(product.dataDir, email));
  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await expect(page).toHaveURL(`/signin?${new URLSearchParams({ redirect: link })}`);
  await enterCredentials(page, person);
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(settingOf(page, 'Email')).toContainText(`${email} Verified`);
});

test('visitor signs out everywhere', { tag: '@extended' }, async ({ page, browser, person, product }) => {
  const other = await browser.newPage({ baseURL: product.url, locale: 'en-US' });
  await other.goto('/signin?redirect=%2Fsettings');
  await enterCredentials(other, person);
  await expect(other).toHaveURL('/settings');
  await page.goto('/settings');
  await expect(settingOf(page, 'Sessions').getByRole('listitem').filter({ hasText: 'Chrome on Linux' })).toBeVisible();
  const signOutEverywhere = settingOf(page, 'Sessions').getByRole('button', { name: 'Sign out everywhere' });
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await signOutEverywhere.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(signOutEverywhere).toBeFocused();
  await signOutEverywhere.click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Signed out')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL('/signin?redirect=%2Fsettings');
  await other.close();
});

test('account deletion asks for the email address', { tag: '@extended' }, async ({ page, person: _ }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox').fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog.getByText('This is not your email address')).toBeVisible();
});

async function changeEmail(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('New email', { exact: true }).fill(email);
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
}
