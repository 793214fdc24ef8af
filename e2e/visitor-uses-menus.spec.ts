import type { Browser, Page } from '@playwright/test';
import { asAdmin, expect, test, tierOf } from './fixtures.ts';
import { callAs } from './posts-page.ts';

const words = {
  'en-US': {
    menu: 'Menu',
    below: 'Subcategories of “Crafts”',
    dark: 'Dark',
    other: '日本語',
    site: 'Site',
    skip: 'Skip to content',
  },
  'ja-JP': {
    menu: 'メニュー',
    below: '「Crafts」のサブカテゴリー',
    dark: 'ダーク',
    other: 'English',
    site: 'サイト',
    skip: '本文へ移動',
  },
} as const;

const PHONE = { width: 390, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

for (const locale of ['en-US', 'ja-JP'] as const) {
  const other = locale === 'en-US' ? 'ja-JP' : 'en-US';
  const serviceId = `menus-${locale.toLowerCase()}`;
  const list = `/posts/${serviceId}`;
  const say = words[locale];

  test.describe(`a visitor with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('uses the phone menu and the desktop tree', async ({ browser, page, product, expectNothingFromAxe }) => {
      await asAdmin(browser, product.url, (admin) => givenTree(admin, serviceId));
      await test.step('menu opens and closes by click, outside, Escape and navigation', async () => {
        await page.setViewportSize(PHONE);
        await page.goto(list);
        const burger = page.locator('.site-burger summary');
        const about = page.getByRole('navigation', { name: say.site }).locator('a[href="/about"]');
        const crafts = page.getByRole('link', { name: 'Crafts', exact: true });
        await expect(burger).toHaveAccessibleName(say.menu);
        await expect(about).toBeHidden();
        await burger.click();
        await expect(about).toBeVisible();
        await expect(crafts).toBeVisible();
        await expectNothingFromAxe(page);
        await burger.click();
        await expect(about).toBeHidden();

        await burger.press('Enter');
        await expect(about).toBeVisible();
        await page.getByRole('searchbox').or(page.locator('.site-search input')).first().press('Tab');
        await page.keyboard.press('Escape');
        await expect(about).toBeHidden();
        await expect(burger).toBeFocused();

        await burger.click();
        await page.locator('main').click({ position: { x: 5, y: 5 } });
        await expect(about).toBeHidden();

        await burger.click();
        await about.click();
        await expect(page).toHaveURL(/\/about$/);
        await expect(page.locator('.site-burger')).not.toHaveAttribute('open');
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      });

      await test.step('open menu fits the narrowest screen', async () => {
        await page.setViewportSize({ width: 320, height: 256 });
        await page.goto(list);
        const header = await page.locator('.site-header').boundingBox();
        expect(header?.height).toBeLessThan(140);
        await page.locator('.site-burger summary').click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      });

      await test.step('category tree opens, stays open, and marks the current page', async () => {
        await page.setViewportSize(DESKTOP);
        await page.goto(list);
        const paper = page.getByRole('link', { name: '紙', exact: true });
        const below = page
          .locator('summary')
          .filter({ has: page.locator('svg') })
          .and(page.getByLabel(say.below));
        await expect(paper).toBeHidden();
        await below.focus();
        await page.keyboard.press('Enter');
        await expect(paper).toBeVisible();
        await expectNothingFromAxe(page);
        await page.reload();
        await expect(paper).toBeVisible();
        // Clicks before hydration are not remembered, so this retries.
        await expect(async () => {
          if (await paper.isVisible()) await below.click();
          await page.reload();
          await expect(paper).toBeHidden({ timeout: 1000 });
        }).toPass();

        await page.goto(`${list}/categories/washi`);
        const washi = page.getByRole('navigation').getByRole('link', { name: 'Washi', exact: true });
        await expect(washi.last()).toHaveAttribute('aria-current', 'page');
        await expect(paper.last()).toBeVisible();
      });
    });

    test('uses the menus without JavaScript', { tag: '@extended' }, async ({ browser, product }) => {
      const noScript = `${serviceId}-plain`;
      await asAdmin(browser, product.url, (admin) => givenTree(admin, noScript));
      await withoutScripts(browser, { locale, baseURL: product.url }, async (plain) => {
        await plain.goto(`/posts/${noScript}`);
        await plain.locator('.site-burger summary').click();
        await plain.getByLabel(say.below).click();
        await plain.getByRole('link', { name: '紙', exact: true }).click();
        await expect(plain).toHaveURL(/\/categories\/paper$/);
        await plain.locator('.site-burger summary').click();
        await plain.getByRole('button', { name: say.other }).click();
        await expect(plain).toHaveURL(/\/categories\/paper$/);
        await expect(plain.locator('html')).toHaveAttribute('lang', other);
        await plain.goto('/about');
        await expect(plain.locator('html')).toHaveAttribute('lang', other);
        await expect(plain.locator('.theme-choice')).toBeHidden();
      });
    });

    test('menu opened before hydration stays open', async ({ page }) => {
      const scripts = Promise.withResolvers<void>();
      await page.route('**/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.setViewportSize(PHONE);
      await page.goto('/posts/news', { waitUntil: 'commit' });
      const burger = page.locator('.site-burger');
      await burger.locator('summary').click();
      scripts.resolve();
      await page.waitForLoadState('networkidle');
      await expect(burger).toHaveAttribute('open');
      // Only a hydrated page closes the menu by Escape.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(burger).not.toHaveAttribute('open', { timeout: 500 });
      }).toPass();
    });

    test('changes language and colors and keeps the typed text', async ({ page }) => {
      await page.goto('/posts/news');
      const search = page.locator('.site-search input');
      await search.fill('瓦版 news');
      await page.evaluate(() => window.scrollTo(0, 300));
      await page.getByRole('button', { name: say.other }).focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('lang', other);
      await expect(page.getByRole('link', { name: words[other].skip })).toBeAttached();
      await expect(search).toHaveValue('瓦版 news');
      await expect(page.getByRole('button', { name: words[other].other })).toBeFocused();
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', other);

      await page.getByRole('button', { name: words[other].other }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await paper();
      await page.getByRole('radio', { name: say.dark }).check();
      expect(await paper()).not.toBe(light);
      await page.reload({ waitUntil: 'commit' });
      await page.locator('main').waitFor();
      expect(await paper()).not.toBe(light);
      await expect(page.getByRole('radio', { name: say.dark })).toBeChecked();
    });
  });
}

async function givenTree(page: Page, serviceId: string): Promise<void> {
  const body = { serviceId, label: 'Harbour papers', functions: ['post'] };
  await callAs(page, 'POST', '/admin/services', body);
  for (const [slug, label, parentCategorySlug] of [
    ['crafts', 'Crafts', 'root'],
    ['paper', '紙', 'crafts'],
    ['washi', 'Washi', 'paper'],
  ]) {
    await callAs(page, 'POST', `/admin/categories/${serviceId}`, { slug, label, parentCategorySlug });
  }
  const post = { slug: 'first', title: 'A first sheet', body: 'Ink.', bodyFormat: 'markdown', status: 'publish' };
  await callAs(page, 'POST', `/admin/posts/${serviceId}`, { ...post, category: 'washi', tags: [{ label: '墨' }] });
}

async function withoutScripts(
  browser: Browser,
  { locale, baseURL }: { locale: string; baseURL: string },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale, baseURL, viewport: PHONE, javaScriptEnabled: false });
  await use(await context.newPage());
  await context.close();
}
