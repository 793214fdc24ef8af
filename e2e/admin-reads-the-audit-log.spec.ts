import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { callAs } from './posts-page.ts';

test.use({ baseURL: ownBaseURL, locale: 'en-US' });

test('the log is filtered by what the address says, and goes on page by page', async ({ page, signIn }) => {
  await signIn(page);
  const made = { email: 'ada@example.com', name: 'Ada', role: 'editor', serviceIds: [] };
  const { username } = (await callAs(page, 'POST', '/admin/users', made)) as { username: string };
  // Each is an entry; a page holds fifty.
  for (let change = 0; change < 52; change += 1) {
    const serviceIds = change % 2 === 0 ? ['news'] : [];
    await callAs(page, 'POST', `/admin/users/${username}`, { serviceIds });
  }
  await page.goto('/admin/audit');
  const rows = page.locator('.audit-table tbody tr');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('admin@example.com changed the services of ada@example.com');
  await expect(rows.first().locator('time').first()).toHaveAttribute('datetime', /Z$/);

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(rows.last()).toContainText('Somebody at the terminal created the account admin@example.com');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(rows).toHaveCount(50);

  await page.locator('summary').click();
  await page.getByLabel('Event').selectOption('account-created');
  await page.getByLabel('To whom').fill('ada@example.com');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`/admin/audit?${new URLSearchParams({ action: 'account-created', target: username })}`);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel('To whom')).toHaveValue('ada@example.com');
  await expect(rows.first()).toContainText('Editor');

  await page.getByLabel('Until').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('No entry matches')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).first().click();
  await expect(rows).toHaveCount(50);
});

test('a failed sign-in is in the log, with where it came from', async ({ page, signIn, browser, ownProduct }) => {
  const stranger = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await stranger.goto('/admin/signin');
  await stranger.locator('form button[type=submit]:enabled').waitFor();
  await stranger.locator('form input').nth(0).fill(ADMIN.username);
  await stranger.locator('form input').nth(1).fill('not the password');
  await stranger.locator('form input').nth(1).press('Enter');
  await expect(stranger.getByRole('alert')).toContainText('do not match');
  await stranger.context().close();
  await signIn(page, ADMIN, '/admin/audit?action=sign-in-failed');
  const row = page.locator('.audit-table tbody tr').first();
  await expect(row).toContainText('failed to sign in as admin@example.com');
  await expect(row).toContainText('Wrong password');
  await expect(row).toContainText(/127\.0\.0\.1|::1/);
});

test('mails are listed with what became of them, and how to have them sent', async ({ page, signIn }) => {
  await signIn(page);
  await callAs(page, 'POST', '/admin/users', { email: 'ada@example.com', role: 'viewer', serviceIds: [] });
  await page.getByRole('button', { name: 'System' }).click();
  await page.getByRole('menuitem', { name: 'Mails' }).click();
  await expect(page.getByText('No mail server is configured.')).toBeVisible();
  await expect(page.locator('pre')).toContainText('SMTP_URL');
  const row = page.getByRole('row').filter({ hasText: 'ada@example.com' });
  await expect(row).toContainText('Kept');
  await page.getByLabel('Status').selectOption('failed');
  await expect(page.getByText('No mail matches')).toBeVisible();
  await page.getByLabel('Status').selectOption('kept');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mail');
  await expect(page.locator('.mail-text').getByRole('link').first()).toHaveAttribute('href', /\/admin\/signin$/);
});
