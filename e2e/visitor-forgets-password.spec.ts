import { codeTo, enterCredentials, givenAccount, linkIn, mailTo, newPerson } from './account-page.ts';
import { expect, test } from './fixtures.ts';

test('forgotten password is replaced by a mailed code', async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signin');
  await page.locator('main form button[type=submit]:enabled').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/signin/forgot');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('we’ve emailed you a code')).toBeVisible();
  const code = await codeTo(product.dataDir, person.email, 2);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('New password', { exact: true }).fill('the great wave off');
  await page.getByLabel('Confirm new password', { exact: true }).fill('the great wave');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByLabel('Confirm new password', { exact: true })).toHaveAccessibleDescription(
    /Passwords do not match/,
  );
  await page.getByLabel('Confirm new password', { exact: true }).fill('the great wave off');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Password updated')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);

  await enterCredentials(page, person);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Email or passwords do not match our records' }),
  ).toBeVisible();
  await enterCredentials(page, { ...person, password: 'the great wave off' });
  await expect(page).toHaveURL('/user');
});

test('code page survives a reload', { tag: '@extended' }, async ({ page }) => {
  const { email } = newPerson();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`If an account exists for ${email}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`If an account exists for ${email}`)).toBeVisible();
  expect(errors).toEqual([]);
});

test('link in the mail fills in the code', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.goto(linkIn(await mailTo(product.dataDir, person.email, 2)));
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/);
  await page.getByLabel('New password', { exact: true }).fill('冨嶽三十六景の波');
  await page.getByLabel('Confirm new password', { exact: true }).fill('冨嶽三十六景の波');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await enterCredentials(page, { ...person, password: '冨嶽三十六景の波' });
  await expect(page).toHaveURL('/user');
});

test('unknown address gets the same responses', { tag: '@extended' }, async ({ page }) => {
  const { email } = newPerson();
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`If an account exists for ${email}`)).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByLabel('New password', { exact: true }).fill('冨嶽三十六景の波');
  await page.getByLabel('Confirm new password', { exact: true }).fill('冨嶽三十六景の波');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong|expired/);
});
