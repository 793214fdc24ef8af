import type { Page } from '@playwright/test';
import { expect, test, tierOf, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

const words = {
  'en-US': { contents: 'Contents', other: '日本語', search: 'Search' },
  'ja-JP': { contents: '目次', other: 'English', search: '検索' },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('the keyboard alone leads to a post, about in it, on to the next, to what is searched, and back', async ({
      page,
    }) => {
      test.slow();
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
      const contents = page.getByRole('navigation', { name: say.contents, exact: true });
      const second = contents.getByRole('link').nth(1);
      await tabTo(page, `[href="${await second.getAttribute('href')}"]`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/#.+/);
      await expect(page.locator('.prose h2').nth(1)).toBeInViewport();

      await tabTo(page, '.neighbours a');
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText('記事を書く');

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
      await tabTo(page, `button:text-is("${say.other}")`, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).not.toHaveAttribute('lang', locale);
      await page.goBack();
      await expect(heading).toHaveText('Running it in production');
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

/** Presses Tab until what is wanted has the focus; whatever has it on the way shows it, and can be seen. */
async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    await expect(focused).toBeInViewport();
    const { outlineStyle, outlineWidth } = await focused.evaluate((element) => getComputedStyle(element));
    // The page that was led to may take the focus to its heading a moment later, where nobody can tab to.
    if ((await focused.getAttribute('tabindex')) === '-1') continue;
    expect([await focused.evaluate((element) => element.outerHTML), outlineStyle, outlineWidth]).not.toContain('none');
    if (await page.locator(selector).and(focused).count()) return;
  }
  throw new Error(`No ${key} led to ${selector}`);
}
