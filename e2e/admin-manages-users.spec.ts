import type { Page } from '@playwright/test';
import { newPage } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, field } from './posts-page.ts';

const EMAIL = 'hanako@example.com';

test.use({ locale: 'en-US' });

test('admin invites an editor, changes their rights and deletes them', async ({ page, signIn, browser, product }) => {
  await signIn(page, ADMIN, '/admin/users');
  await page.getByRole('link', { name: 'Create user' }).click();
  await field(page, 'Email').fill(EMAIL);
  await field(page, 'Display name').fill('花子');
  await page.getByRole('checkbox', { name: /news$/ }).check();
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  const invitation = page.getByRole('dialog', { name: 'Invitation not sent' });
  const password = (await invitation.locator('code').nth(1).textContent()) ?? '';
  await invitation.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.facts')).toContainText('Invited');
  const detail = new URL(page.url()).pathname;

  const editor = await newPage(browser, product.url);
  await editor.goto('/admin/signin');
  await field(editor, 'Email or username').fill(EMAIL);
  expect(await mailedPassword(page)).toBe(password);
  await field(editor, 'Password').fill(password);
  await editor.getByRole('button', { name: 'Sign in' }).click();
  await field(editor, 'New password').fill('plum blossoms in march');
  await field(editor, 'Confirm new password').fill('plum blossoms in march');
  await editor.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(editor.getByRole('heading', { level: 1 })).toContainText('花子');
  await expect(editor.getByRole('heading', { level: 3 })).toHaveCount(1);
  await goInConsole(editor, '/admin/posts/news');
  const createPost = editor.getByRole('main').getByRole('link', { name: 'Create', exact: true });
  await expect(createPost).toBeVisible();

  await goInConsole(page, '/admin/users');
  await page.getByRole('link', { name: EMAIL }).click();
  await expect(page.locator('.facts')).toContainText('Active');
  await field(page, 'Role').selectOption('viewer');
  await confirm(page, 'Change role');
  await expect(field(page, 'Role')).toHaveValue('viewer');
  await goInConsole(editor, '/admin');
  await goInConsole(editor, '/admin/posts/news');
  await expect(createPost).toBeHidden();

  // The toast of the role change says "Updated" as well.
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
  await page.getByRole('checkbox', { name: /news$/ }).uncheck();
  await saved;
  await goInConsole(editor, '/admin');
  await expect(editor.getByText('You don’t have any services yet')).toBeVisible();
  await editor.goto('/admin/posts/news', { waitUntil: 'commit' });
  await expect(editor).toHaveURL('/error/forbidden?from=console');

  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await confirm(page, 'Disable');
  await expect(page.locator('.facts')).toContainText('Disabled');
  await editor.goto('/admin', { waitUntil: 'commit' });
  await expect(editor).toHaveURL('/admin/signin');
  await editor.context().close();

  await page.getByRole('link', { name: 'Changes to this account' }).click();
  await expect(page.getByRole('table')).toContainText('’s role');
  await expect(page.getByRole('table')).toContainText('disabled');

  await goInConsole(page, detail);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByLabel(`To confirm, type ${EMAIL}`).fill(EMAIL);
  await confirm(page, 'Delete');
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('table')).not.toContainText(EMAIL);
});

async function mailedPassword(page: Page): Promise<string> {
  const { items } = (await callAs(page, 'GET', '/admin/mails')) as { items: { mailId: string; recipient: string }[] };
  const mail = items.find(({ recipient }) => recipient === EMAIL);
  const { text } = (await callAs(page, 'GET', `/admin/mails/${mail?.mailId}`)) as { text: string };
  expect(text).toContain(EMAIL);
  return /Your temporary password[^\n]*?:?\s+(\S+)/.exec(text)?.[1] ?? '';
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
