import { startUserPoolStub } from '#testing/user-pool-stub.ts';
import { ADMIN, expect, test } from './fixtures.ts';

test('accounts of a hosted pool sign in and are managed', async ({ page, product, startProduct }) => {
  const stub = await startUserPoolStub();
  stub.add({ username: ADMIN.username, email: 'admin@example.com' });
  stub.add({ username: 'taro', email: 'taro@example.com' });
  try {
    const config = await (await page.request.get('/api/config')).json();
    const tenant = await startProduct({
      // Needs its own data, because the prepared data has accounts of another pool.
      ADMIN_EMAIL: 'admin@example.com',
      COGNITO_REGION: config.identity.region,
      COGNITO_USER_POOL_ID: config.identity.userPoolId,
      COGNITO_CLIENT_ID: config.identity.userPoolClientId,
      COGNITO_ENDPOINT: `${product.url}/identity/`,
      COGNITO_ADMIN_ENDPOINT: stub.url,
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'none',
    });
    expect(tenant.output()).toContain('admin (admin@example.com) of the hosted user pool is an administrator here');
    await page.goto(`${tenant.url}/admin/signin`);
    await page.locator('main form button[type=submit]:enabled').waitFor();
    const fields = page.locator('form input');
    await fields.nth(0).fill(ADMIN.username);
    await fields.nth(1).fill(ADMIN.password);
    await fields.nth(1).press('Enter');
    await page.waitForURL(`${tenant.url}/admin`);

    await page.goto(`${tenant.url}/admin/users/taro`);
    await expect(page.getByText('taro@example.com').first()).toBeVisible();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await expect.poll(() => stub.users.get('taro')?.Enabled).toBe(false);

    await page.goto(`${tenant.url}/settings`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sessions' })).toHaveCount(0);
    await expect(page.getByText('Recovery codes')).toHaveCount(0);
  } finally {
    stub.stop();
  }
});
