import type { Page } from '@playwright/test';
import { codeTo, enterCredentials, givenAccount, linkIn, mailTo, newPerson, type Person } from './account-page.ts';
import { expect, test } from './fixtures.ts';

test('visitor signs up with a mailed code', async ({ page, product }) => {
  const person = newPerson();
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Settings' })).toBeHidden();
  await header.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(page.getByText('Very strong')).toBeVisible();
  const name = page.getByLabel('Display name', { exact: true });
  await expect(name).toHaveAccessibleDescription('The name that other people see.');
  await name.fill(person.name);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verification');
  await expect(page.getByText(person.email)).toBeVisible();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  const sent = await codeTo(product.dataDir, person.email);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or has already been used')).toBeVisible();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(` ${sent.slice(0, 3)} ${sent.slice(3)}`);
  await page.getByRole('button', { name: 'Verify' }).click();

  await expect(page).toHaveURL('/user');
  await expect(page.getByText('Sign Up Completed')).toBeVisible();
  await expect(page.getByText('Hello, Hokusai')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeHidden();
  await expect(header.locator('a[href="/admin"]')).toBeHidden();
});

test('invalid fields are explained and keep their text', { tag: '@extended' }, async ({ page }) => {
  await page.goto('/signup');
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const name = page.getByLabel('Display name', { exact: true });
  await email.fill('ada@nowhere');
  await password.fill('12345');
  await email.focus();
  await expect(email).toHaveAccessibleDescription(/Email is not valid/);
  await expect(password).toHaveAccessibleDescription(/At least 6 characters/);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(name).toHaveAccessibleDescription(/Input required/);
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ada@nowhere');
  await expect(password).toHaveValue('12345');
  await email.fill('ada@example.com');
  await expect(page.getByText('Email is not valid')).toBeHidden();
});

test('mailed link verifies after its button is pressed', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = newPerson();
  await signUp(page, person);
  const link = linkIn(await mailTo(product.dataDir, person.email));
  expect((await request.get(link)).headers()['cache-control']).toBe('no-store');

  await page.goto('/signin');
  await enterCredentials(page, person);
  await expect(page.getByText('Your email is not verified, check the verification mail')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Email verification is complete')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await enterCredentials(page, person);
  await expect(page.getByText('Hello, Hokusai')).toBeVisible();
});

test('sign-in before verification asks for the code', { tag: '@extended' }, async ({ page, product }) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verification');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verification');

  await page.goto('/signin?redirect=%2Fabout');
  await enterCredentials(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verification');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(page.getByText(person.email)).toBeVisible();
  const first = await codeTo(product.dataDir, person.email);
  await code.fill(first === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or has already been used')).toBeVisible();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByText('Email sent')).toBeVisible();
  await expect(page.getByText('This code is wrong or has already been used')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Resend email' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Code', { exact: true }).fill(await codeTo(product.dataDir, person.email, 2));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByText('Email verification is complete')).toBeVisible();
});

test('sign-up does not reveal existing accounts', { tag: '@extended' }, async ({ page, request, product }) => {
  const person = await givenAccount(request, product);
  await signUp(page, { ...person, password: 'another long password', name: 'Somebody else' });
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

test('sign-up rejects a common password, typed before scripts load', { tag: '@extended' }, async ({ page }) => {
  const loadScripts = await openWithoutScripts(page);
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  loadScripts();
  await expect(page.getByText('Very easy to guess')).toBeVisible();
  await page.getByLabel('Display name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /This password is too easy to guess/,
  );
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('invalid input from before scripts load is explained', { tag: '@extended' }, async ({ page }) => {
  const loadScripts = await openWithoutScripts(page);
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ada@nowhere');
  await page.getByLabel('Display name', { exact: true }).focus();
  loadScripts();
  await expect(email).toHaveAccessibleDescription(/Email is not valid/);
});

async function openWithoutScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/signup', { waitUntil: 'commit' });
  return scripts.resolve;
}

async function signUp(page: Page, { email, password, name }: Person): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Display name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create account' }).click();
}
