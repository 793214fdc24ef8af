import { codeTo, enterCredentials, givenAccount, linkIn, mailTo, newPerson } from './account-page.ts';
import { expect, test, tierOf } from './fixtures.ts';

const words = {
  'en-US': {
    forgot: 'Forgot your password?',
    email: 'Email',
    send: 'Send code',
    sent: 'belongs to an account, we emailed a code to it',
    code: 'Code',
    password: 'New password',
    again: 'Confirm new password',
    save: 'Set password',
    differ: 'Passwords do not match',
    updated: 'Password updated',
    wrong: 'This code is wrong or has already been used',
    mismatch: 'Email or passwords do not match our records',
  },
  'ja-JP': {
    forgot: 'パスワードをお忘れですか？',
    email: 'メールアドレス',
    send: 'コードを送信',
    sent: 'のアカウントがある場合は、確認コードをメールでお送りしました',
    code: '確認コード',
    password: '新しいパスワード',
    again: '新しいパスワード（確認）',
    save: 'パスワードを設定',
    differ: 'パスワードが一致しません',
    updated: 'パスワードを更新しました',
    wrong: 'コードが正しくないか、すでに使用されています',
    mismatch: 'メールアドレスまたはパスワードが登録内容と一致しません',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('forgotten password is replaced by a mailed code', async ({ page, request, product }) => {
      const person = await givenAccount(request, product);
      await page.goto('/signin');
      await page.locator('main form button[type=submit]:enabled').waitFor();
      await page.getByLabel(say.email, { exact: true }).fill(person.email);
      await page.getByRole('link', { name: say.forgot }).click();
      await expect(page).toHaveURL('/signin/forgot');
      await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(person.email);
      await page.getByRole('button', { name: say.send }).click();
      await expect(page.getByText(say.sent)).toBeVisible();
      const code = await codeTo(product.dataDir, person.email, 2);
      await page.getByLabel(say.code, { exact: true }).fill(code);
      await page.getByLabel(say.password, { exact: true }).fill('the great wave off');
      await page.getByLabel(say.again, { exact: true }).fill('the great wave');
      await page.getByRole('button', { name: say.save }).click();
      await expect(page.getByLabel(say.again, { exact: true })).toHaveAccessibleDescription(new RegExp(say.differ));
      await page.getByLabel(say.again, { exact: true }).fill('the great wave off');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/signin');
      await expect(page.getByText(say.updated)).toBeVisible();
      await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(person.email);

      await enterCredentials(page, person);
      await expect(page.getByRole('alert').filter({ hasText: say.mismatch })).toBeVisible();
      await enterCredentials(page, { ...person, password: 'the great wave off' });
      await expect(page).toHaveURL('/user');
    });
  });
}

test('code page survives a reload', { tag: '@extended' }, async ({ page }) => {
  const { email } = newPerson();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  expect(errors).toEqual([]);
});

test('link in the mail fills in the code', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.goto(linkIn(await mailTo(product.dataDir, person.email, 2)));
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/);
  await page.getByLabel('New password', { exact: true }).fill('red fuji at dawn');
  await page.getByLabel('Confirm new password', { exact: true }).fill('red fuji at dawn');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await enterCredentials(page, { ...person, password: 'red fuji at dawn' });
  await expect(page).toHaveURL('/user');
});

test('unknown address gets the same responses', { tag: '@extended' }, async ({ page }) => {
  const { email } = newPerson();
  await page.goto('/signin/forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByLabel('New password', { exact: true }).fill('red fuji at dawn');
  await page.getByLabel('Confirm new password', { exact: true }).fill('red fuji at dawn');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong|expired/);
});
