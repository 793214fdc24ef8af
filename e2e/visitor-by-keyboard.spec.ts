import type { Page } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

for (const locale of ['en-US', 'ja-JP']) {
  test.describe(`with ${locale}`, () => {
    test.use({ locale });

    test('the keyboard alone leads to the content, to a post and on', async ({ page }) => {
      await page.goto('/posts/news');
      await page.keyboard.press('Tab');
      const skip = page.locator(':focus');
      await expect(skip).toHaveAttribute('href', /^#/);
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');

      await tabTo(page, '/posts/news/what-kawaraban-is');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('What Kawaraban is');
      await tabTo(page, '/posts/news');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/posts\/news$/);
    });

    test('whatever has the focus shows it', async ({ page }) => {
      await page.goto('/');
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press('Tab');
        const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
        expect(outline).not.toBe('none');
      }
    });

    test('code that is wider than the page scrolls by keyboard', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto('/posts/news/type-specimen');
      const wide = page.locator('pre').filter({ hasText: /.{90}/ }).first();
      await wide.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    });
  });
}

/** Presses Tab until the link that leads there has the focus. */
async function tabTo(page: Page, href: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').getAttribute('href')) === href) return;
  }
  throw new Error(`No Tab led to ${href}`);
}
