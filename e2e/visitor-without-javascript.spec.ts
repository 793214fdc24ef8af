import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL, javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

test('visitor reads, searches and uses the menu without JavaScript', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const burger = page.locator('.site-burger summary');
  await page.goto('/');
  await page.getByRole('link', { name: '予約公開' }).first().click();
  await expect(heading).toHaveText('予約公開');
  await expect(page.getByRole('article').locator('table').first()).toBeVisible();
  await page.goto('/posts/news');
  await page.getByRole('link', { name: 'Reading posts by API' }).first().click();
  await expect(page.getByRole('article').first()).toContainText('/api');
  await expect(page.locator('time').first()).toHaveAttribute('datetime', /^2026-11-20T/);

  await burger.click();
  await page.locator('.site-search input').fill('production');
  await page.locator('.site-search input').press('Enter');
  await expect(page).toHaveURL(/\/search\?q=production/);
  await expect(page.getByRole('main').getByRole('link', { name: 'Running it in production' })).toBeVisible();
  await burger.click();
  await page.locator('.site-menu').getByRole('link', { name: 'Guide' }).click();
  await expect(heading).toContainText('Guide');

  await burger.click();
  const links = page.getByRole('banner').locator('a');
  for (const path of ['/signin', '/signup']) {
    await expect(links.and(page.locator(`[href^="${path}"]`)).first()).toBeVisible();
  }
  // Without JavaScript nobody can be signed in.
  for (const path of ['/user', '/settings', '/signout', '/admin']) {
    await expect(page.locator(`a[href="${path}"]`)).toBeHidden();
  }
});
