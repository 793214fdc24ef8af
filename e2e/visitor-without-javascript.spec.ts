import { expect, test, tierOf, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL, javaScriptEnabled: false });

for (const locale of ['en-US', 'ja-JP']) {
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('every page can be read and every link followed', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: '組版見本' }).first().click();
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('組版見本');
      await expect(page.getByRole('article').locator('table').first()).toBeVisible();
      await page.goto('/posts/news');
      await page.getByRole('link', { name: 'Reading posts by API' }).first().click();
      await expect(page.getByRole('article')).toContainText('/api');
      await expect(page.locator('time').first()).toHaveAttribute('datetime', /^2026-11-20T/);
      const links = page.locator('.site-nav');
      await expect(links.locator('[href^="/signin"]')).toBeVisible();
      for (const path of ['/user', '/settings', '/signout']) {
        await expect(links.locator(`[href="${path}"]`)).toBeHidden();
      }
    });
  });
}
