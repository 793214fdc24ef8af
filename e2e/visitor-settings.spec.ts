import { readFile } from 'node:fs/promises';
import {
  codeTo,
  enterCredentials,
  givenAccount,
  linkIn,
  mailTo,
  newPerson,
  settingOf,
  signInOnSite,
} from './account-page.ts';
import { expect, test } from './fixtures.ts';

test('a name is changed, and everything says so', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Edit: User name' }).click();
  const name = settingOf(page, 'User name').getByLabel('User name', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Hokusai');
  await name.fill('葛飾北斎');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated', { exact: true })).toBeVisible();
  await expect(settingOf(page, 'User name')).toContainText('葛飾北斎');
  await expect(page.getByRole('link', { name: 'Edit: User name' })).toBeFocused();
  await page.getByRole('link', { name: 'My page' }).click();
  await expect(page.getByText('Hello, 葛飾北斎')).toBeVisible();
});

test('a password is changed by whoever knows the one before', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  await page.goto('/settings#password');
  const current = page.getByLabel('Current password', { exact: true });
  const next = page.getByLabel('New password', { exact: true });
  const again = page.getByLabel('New password, once more', { exact: true });
  await current.fill('not the password');
  await next.fill('under the wave');
  await again.fill('under the wave');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(current).toHaveAccessibleDescription(/This is not your current password/);
  await expect(next).toHaveValue('under the wave');
  await current.fill(person.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto('/signin');
  await enterCredentials(page, { ...person, password: 'under the wave' });
  await expect(page).toHaveURL('/user');
});

test('an address is changed by the password and a code, and can be taken back until then', async ({
  page,
  request,
  product,
}) => {
  const person = await givenAccount(request, product);
  const { email } = newPerson();
  await signInOnSite(page, person);
  await page.goto('/settings#email');
  await page.getByLabel('New e-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Current password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Same value')).toBeVisible();
  await page.getByLabel('New e-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(settingOf(page, 'E-mail')).toContainText(`${email} Not verified`);
  await expect(settingOf(page, 'E-mail')).toContainText(`Until then you sign in with ${person.email}`);

  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Keep the address before' }).click();
  await expect(settingOf(page, 'E-mail')).toContainText(`${person.email} Verified`);
  await expect(page.getByRole('link', { name: 'Edit: E-mail' })).toBeFocused();

  await page.getByRole('link', { name: 'Edit: E-mail' }).click();
  await page.getByLabel('New e-mail', { exact: true }).fill(email);
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await codeTo(product.dataDir, email, 2));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Email verification is complete')).toBeVisible();
  await expect(settingOf(page, 'E-mail')).toContainText(`${email} Verified`);
  await expect(page.getByRole('link', { name: 'Edit: E-mail' })).toBeFocused();
  await page.goto('/signout');
  await expect(page).toHaveURL('/');
  await page.goto('/signin');
  await enterCredentials(page, { ...person, email });
  await expect(page).toHaveURL('/user');
});

test('the link in the mail about a new address asks to sign in, and then for one press', async ({
  page,
  request,
  product,
}) => {
  const person = await givenAccount(request, product);
  const { email } = newPerson();
  await signInOnSite(page, person);
  await page.goto('/settings#email');
  await page.getByLabel('New e-mail', { exact: true }).fill(email);
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
  await expect(settingOf(page, 'E-mail')).toContainText(`${email} Verified`);
});

test('a picture becomes a small square photo, and goes again', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  await page.goto('/settings');
  const photo = settingOf(page, 'Profile photo');
  await expect(photo).toContainText('Unregistered');
  await photo.getByLabel('Choose a picture').setInputFiles('web/public/apple-touch-icon.png');
  const picture = photo.getByRole('img', { name: 'Profile photo of Hokusai' });
  await expect(picture).toBeVisible();
  const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([256, 256]);
  await page.goto('/user');
  await expect(page.getByRole('main').locator('img')).toBeVisible();
  await page.goto('/settings');
  await photo.getByRole('button', { name: 'Remove' }).click();
  await expect(photo).toContainText('Unregistered');
  await photo.getByLabel('Choose a picture').setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(page.getByText('The picture could not be saved')).toBeVisible();
});

test('language and colours are chosen, hold on every page, and are given back to browser and system', async ({
  page,
  request,
  product,
}) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  await page.goto('/settings');
  await page.getByLabel('Language').selectOption({ label: '日本語' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  // Whoever has not chosen gets what their browser asks for, from the same server at the same time.
  expect(await (await request.get('/about', { headers: { 'accept-language': 'en' } })).text()).toContain(
    'lang="en-US"',
  );

  await page.goto('/settings');
  await page.getByLabel('配色').selectOption({ label: 'ダーク' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 22, 20)');
  await page.goto('/about');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 22, 20)');
  await page.goto('/settings');
  await page.getByLabel('配色').selectOption({ label: 'システムの設定に従う' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 247, 241)');
  await page.getByLabel('言語').selectOption({ label: 'ブラウザーの設定に従う' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('sessions are listed; one is ended from another browser, and all of them at once', async ({
  page,
  browser,
  request,
  product,
}) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'en-US' });
  const other = await elsewhere.newPage();
  await signInOnSite(other, person);
  await page.goto('/settings');
  const sessions = settingOf(page, 'Sessions').getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expect(sessions.first()).toContainText('Chrome on Linux');
  await sessions.getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toHaveCount(1);
  await other.goto('/settings');
  await expect(other).toHaveURL('/signin?redirect=%2Fsettings');

  await enterCredentials(other, person);
  await expect(other).toHaveURL('/settings');
  const signOutEverywhere = settingOf(page, 'Sessions').getByRole('button', { name: 'Sign out everywhere' });
  const question = page.getByRole('dialog', { name: 'Sign out in every browser?' });
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
  await elsewhere.close();
});

test('everything that is kept can be downloaded, and the account deleted', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await signInOnSite(page, person);
  await page.goto('/settings');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('account.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(person.email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox').fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('This is not your address')).toBeVisible();
  await dialog.getByRole('textbox').fill(person.email);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Deleted')).toBeVisible();
  await page.goto('/signin');
  await enterCredentials(page, person);
  await expect(page.getByRole('alert')).toHaveText('Email or passwords do not match our records');
});

test.describe('with ja-JP', () => {
  test.use({ locale: 'ja-JP' });

  test('the settings speak Japanese, from the name to signing out everywhere', async ({ page, request, product }) => {
    const person = await givenAccount(request, product);
    await signInOnSite(page, person);
    await page.getByRole('banner').getByRole('link', { name: '設定' }).click();
    await page.getByRole('link', { name: '変更：ユーザー名' }).click();
    await page.getByRole('textbox', { name: 'ユーザー名' }).fill('葛飾北斎');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('更新しました', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: '変更：パスワード' }).click();
    await page.getByLabel('現在のパスワード', { exact: true }).fill('ちがうパスワード');
    await page.getByLabel('新しいパスワード', { exact: true }).fill('冨嶽三十六景の波');
    await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill('冨嶽三十六景の波');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('現在のパスワードが正しくありません')).toBeVisible();
    await page.getByLabel('現在のパスワード', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('パスワードを更新しました')).toBeVisible();

    await page.getByRole('button', { name: 'すべての端末からサインアウト' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'すべての端末からサインアウト' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('サインアウトしました')).toBeVisible();
    await page.goto('/signin');
    await enterCredentials(page, { ...person, password: '冨嶽三十六景の波' });
    await expect(page.getByText('葛飾北斎 さん、こんにちは')).toBeVisible();
  });
});
