import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('API key works until it is revoked', async ({ page, signIn, product }) => {
  await signIn(page, ADMIN, '/admin/api-keys');
  await page.getByRole('link', { name: 'Create API key' }).first().click();
  await page.getByLabel('Label', { exact: true }).fill('Site builder');
  await page.getByRole('radio', { name: 'Read drafts' }).check();
  await page.getByRole('checkbox', { name: /news$/ }).check();
  await page.getByRole('button', { name: 'Create key' }).click();

  await expect(page.getByText('It is shown only once')).toBeVisible();
  const key = await page.getByRole('code').filter({ hasText: /^kwb_/ }).innerText();
  expect(key).toMatch(/^kwb_[\w-]{43}$/);
  await page.getByRole('button', { name: 'Copy key' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const statusOf = async (path: string) => {
    const { status } = await fetch(`${product.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${key}` } });
    return status;
  };
  expect(await statusOf('posts/news')).toBe(200);
  expect(await statusOf('users')).toBe(403);

  await page.getByRole('link', { name: 'I’ve copied the key' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Site builder' });
  await expect(row).toContainText('Active');
  await expect(page.locator('body')).not.toContainText(key);
  await row.getByRole('button', { name: 'Revoke Site builder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect(await statusOf('posts/news')).toBe(401);

  await goInConsole(page, '/admin/audit');
  await expect(page.getByRole('table')).toContainText('created the API key “Site builder”');
  await expect(page.getByRole('table')).toContainText('revoked the API key “Site builder”');
});
