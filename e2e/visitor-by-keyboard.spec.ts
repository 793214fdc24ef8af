import type { Page } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

test('visitor reads, searches and changes the language by keyboard', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveAttribute('href', /^#/);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');

  await tabTo(page, '[href="/posts/news/what-kawaraban-is"]');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('What Kawaraban is');
  const contents = page.getByRole('navigation', { name: 'Contents', exact: true });
  const second = contents.getByRole('link').nth(1);
  await tabTo(page, `[href="${await second.getAttribute('href')}"]`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#.+/);
  await expect(page.locator('.prose h2').nth(1)).toBeInViewport();

  await tabTo(page, '.adjacent-posts a');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Writing a post');

  await tabTo(page, '.site-search input', 'Shift+Tab');
  await page.keyboard.type('production');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=production/);
  await tabTo(page, '[href="/posts/news/running-in-production"]');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Running it in production');

  await tabTo(page, '.site-menu [href="/posts/news/categories/guide"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading).toContainText('Guide');
  await tabTo(page, '.language-switch button', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await page.goBack();
  await expect(heading).toHaveText('Running it in production');
});

/** Every stop must be in view and have an outline. */
async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate((requested) => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { outlineStyle } = getComputedStyle(focused);
      return { html: focused.outerHTML, outlineStyle, isWanted: focused.matches(requested) };
    }, selector);
    // Navigation may focus the heading of the new page, which Tab does not reach.
    if (!stop || (await page.locator(':focus').getAttribute('tabindex')) === '-1') continue;
    expect(stop, stop.html).not.toMatchObject({ outlineStyle: 'none' });
    await expect(page.locator(':focus')).toBeInViewport();
    if (stop.isWanted) return;
  }
  throw new Error(`No ${key} led to ${selector}`);
}
