import { codeTo, enterCredentials, givenAccount, linkIn, mailTo, newPerson } from './account-page.ts';
import { expect, test, tierOf } from './fixtures.ts';

const words = {
  'en-US': {
    signUp: 'Sign up',
    signIn: 'Sign in',
    settings: 'Settings',
    email: 'Email',
    password: 'Password',
    name: 'Display name',
    nameHint: 'The name that other people see.',
    register: 'Create account',
    verification: 'Email Verification',
    code: 'Code',
    verify: 'Verify',
    done: 'Sign Up Completed',
    greeting: 'Hello, Hokusai',
    required: 'Input required',
    invalid: 'Email is not valid',
    short: 'At least 6 characters',
    wrongCode: 'This code is wrong or has already been used',
    mismatch: 'Email or passwords do not match our records',
    verified: 'Email verification is complete',
    unverified: 'Your email is not verified, check the verification mail',
    resend: 'Resend email',
    sent: 'Email sent',
    strong: 'Very strong',
  },
  'ja-JP': {
    signUp: '新規登録',
    signIn: 'サインイン',
    settings: '設定',
    email: 'メールアドレス',
    password: 'パスワード',
    name: '表示名',
    nameHint: 'ほかの人に表示される名前です。',
    register: 'アカウントを作成',
    verification: 'メールアドレスの確認',
    code: '確認コード',
    verify: '確認',
    done: '登録が完了しました',
    greeting: 'Hokusaiさん、こんにちは',
    required: '入力してください',
    invalid: 'メールアドレスの形式が正しくありません',
    short: '6文字以上で入力してください',
    wrongCode: 'コードが正しくないか、すでに使用されています',
    mismatch: 'メールアドレスまたはパスワードが登録内容と一致しません',
    verified: 'メールアドレスの確認が完了しました',
    unverified: 'メールアドレスが確認されていません。確認メールをご覧ください',
    resend: 'メールを再送信',
    sent: 'メールを送信しました',
    strong: 'とても強い',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('visitor signs up with a mailed code', async ({ page, product }) => {
      const person = newPerson();
      await page.goto('/');
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: say.settings })).toBeHidden();
      await header.getByRole('link', { name: say.signUp }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.signUp);
      await page.getByLabel(say.email, { exact: true }).fill(person.email);
      await page.getByLabel(say.password, { exact: true }).fill(person.password);
      await expect(page.getByText(say.strong)).toBeVisible();
      const name = page.getByLabel(say.name, { exact: true });
      await expect(name).toHaveAccessibleDescription(say.nameHint);
      await name.fill(person.name);
      await page.getByRole('button', { name: say.register }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.verification);
      await expect(page.getByText(person.email)).toBeVisible();
      const code = page.getByLabel(say.code, { exact: true });
      await expect(code).toBeFocused();
      await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
      const sent = await codeTo(product.dataDir, person.email);
      await code.fill(sent === '000000' ? '111111' : '000000');
      await page.keyboard.press('Enter');
      await expect(page.getByText(say.wrongCode)).toBeVisible();
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await code.fill(` ${sent.slice(0, 3)} ${sent.slice(3)}`);
      await page.getByRole('button', { name: say.verify }).click();

      await expect(page).toHaveURL('/user');
      await expect(page.getByText(say.done)).toBeVisible();
      await expect(page.getByText(say.greeting)).toBeVisible();
      await expect(header.getByRole('link', { name: say.settings })).toBeVisible();
      await expect(header.getByRole('link', { name: say.signUp })).toBeHidden();
      await expect(header.locator('a[href="/admin"]')).toBeHidden();
    });

    test('invalid fields are explained and keep their text', { tag: '@extended' }, async ({ page }) => {
      await page.goto('/signup');
      const email = page.getByLabel(say.email, { exact: true });
      const password = page.getByLabel(say.password, { exact: true });
      const name = page.getByLabel(say.name, { exact: true });
      await email.fill('ada@nowhere');
      await password.fill('12345');
      await email.focus();
      await expect(email).toHaveAccessibleDescription(new RegExp(say.invalid));
      await expect(password).toHaveAccessibleDescription(new RegExp(say.short));
      await page.getByRole('button', { name: say.register }).click();
      await expect(name).toHaveAccessibleDescription(new RegExp(say.required));
      await expect(email).toBeFocused();
      await expect(email).toHaveValue('ada@nowhere');
      await expect(password).toHaveValue('12345');
      await email.fill('ada@example.com');
      await expect(page.getByText(say.invalid)).toBeHidden();
    });

    test('mailed link verifies after its button is pressed', { tag: '@extended' }, async ({
      page,
      request,
      product,
    }) => {
      const person = newPerson();
      await page.goto('/signup');
      await page.getByLabel(say.email, { exact: true }).fill(person.email);
      await page.getByLabel(say.password, { exact: true }).fill(person.password);
      await page.getByLabel(say.name, { exact: true }).fill(person.name);
      await page.getByRole('button', { name: say.register }).click();
      const link = linkIn(await mailTo(product.dataDir, person.email));
      expect((await request.get(link)).headers()['cache-control']).toBe('no-store');

      await page.goto('/signin');
      await enterCredentials(page, person);
      await expect(page.getByText(say.unverified)).toBeVisible();
      await page.goto(link);
      await page.getByRole('button', { name: say.verify }).click();
      await expect(page.getByText(say.verified)).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: say.signIn }).click();
      await enterCredentials(page, person);
      await expect(page.getByText(say.greeting)).toBeVisible();
    });

    test('sign-in before verification asks for the code', { tag: '@extended' }, async ({ page, product }) => {
      const person = newPerson();
      await page.goto('/signup');
      await page.getByLabel(say.email, { exact: true }).fill(person.email);
      await page.getByLabel(say.password, { exact: true }).fill(person.password);
      await page.getByLabel(say.name, { exact: true }).fill(person.name);
      await page.getByRole('button', { name: say.register }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.verification);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.verification);

      await page.goto('/signin?redirect=%2Fabout');
      await enterCredentials(page, person);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.verification);
      const code = page.getByLabel(say.code, { exact: true });
      await expect(code).toBeFocused();
      await expect(page.getByText(person.email)).toBeVisible();
      const first = await codeTo(product.dataDir, person.email);
      await code.fill(first === '000000' ? '111111' : '000000');
      await page.keyboard.press('Enter');
      await expect(page.getByText(say.wrongCode)).toBeVisible();
      await page.getByRole('button', { name: say.resend }).click();
      await expect(page.getByText(say.sent)).toBeVisible();
      await expect(page.getByText(say.wrongCode)).toBeHidden();
      await expect(page.getByRole('button', { name: say.resend })).toHaveAttribute('aria-disabled', 'true');
      await page.getByLabel(say.code, { exact: true }).fill(await codeTo(product.dataDir, person.email, 2));
      await page.getByRole('button', { name: say.verify }).click();
      await expect(page).toHaveURL('/about');
      await expect(page.getByText(say.verified)).toBeVisible();
    });
  });
}

test('sign-up does not reveal existing accounts', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByLabel('Display name', { exact: true }).fill('Somebody else');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verification');
  await expect(page.getByText(`We sent a verification email to ${person.email}`)).toBeVisible();
  expect(await mailTo(product.dataDir, person.email, 2)).toContain('It already belongs to an account');
  await page.getByRole('button', { name: 'Use another email address' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Display name', { exact: true })).toHaveValue('Somebody else');
});

test('sign-up survives a reload and can be cancelled', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  const email = page.getByLabel('Email', { exact: true });
  await page.goto('/signup');
  await page.locator('main form button[type=submit]:enabled').waitFor();
  await email.fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByLabel('Display name', { exact: true }).fill('Somebody else');
  await page.reload();
  await expect(email).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Display name', { exact: true })).toHaveValue('Somebody else');
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Already verified?').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(email).toHaveValue(person.email);
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await expect(email).toHaveValue('');
});

test('sign-up rejects a common password', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await expect(page.getByText('Very easy to guess')).toBeVisible();
  await page.getByLabel('Display name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /This password is too easy to guess/,
  );
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});
