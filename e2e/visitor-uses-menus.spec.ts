import type { Browser, Page } from '@playwright/test';
import { asAdmin, expect, test } from './fixtures.ts';
import { callAs } from './posts-page.ts';

const PHONE = { width: 390, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

const SERVICE = 'menus';

test('visitor uses the phone menu and the desktop tree', async ({ browser, page, product, expectNothingFromAxe }) => {
  await asAdmin(browser, product.url, (admin) => givenTree(admin, SERVICE));
  await test.step('menu opens and closes by click, outside, Escape and navigation', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`/posts/${SERVICE}`);
    const burger = page.locator('.site-burger summary');
    const about = page.getByRole('navigation', { name: 'Site' }).locator('a[href="/about"]');
    const crafts = page.getByRole('link', { name: 'Crafts', exact: true });
    await expect(burger).toHaveAccessibleName('Menu');
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
    await page.goto(`/posts/${SERVICE}`);
    const header = await page.locator('.site-header').boundingBox();
    expect(header?.height).toBeLessThan(140);
    await page.locator('.site-burger summary').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  await test.step('category tree opens, stays open, and marks the current page', async () => {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/posts/${SERVICE}`);
    const paper = page.getByRole('link', { name: '紙', exact: true });
    const below = page
      .locator('summary')
      .filter({ has: page.locator('svg') })
      .and(page.getByLabel('Subcategories of “Crafts”'));
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

    await page.goto(`/posts/${SERVICE}/categories/washi`);
    const washi = page.getByRole('navigation').getByRole('link', { name: 'Washi', exact: true });
    await expect(washi.last()).toHaveAttribute('aria-current', 'page');
    await expect(paper.last()).toBeVisible();
  });
});

test('visitor uses the menus without JavaScript', { tag: '@extended' }, async ({ browser, product }) => {
  const noScript = `${SERVICE}-plain`;
  await asAdmin(browser, product.url, (admin) => givenTree(admin, noScript));
  await withoutScripts(browser, product.url, async (plain) => {
    await plain.goto(`/posts/${noScript}`);
    await plain.locator('.site-burger summary').click();
    await plain.getByLabel('Subcategories of “Crafts”').click();
    await plain.getByRole('link', { name: '紙', exact: true }).click();
    await expect(plain).toHaveURL(/\/categories\/paper$/);
    await plain.locator('.site-burger summary').click();
    await plain.getByRole('button', { name: '日本語' }).click();
    await expect(plain).toHaveURL(/\/categories\/paper$/);
    await expect(plain.locator('html')).toHaveAttribute('lang', 'ja-JP');
    await plain.goto('/about');
    await expect(plain.locator('html')).toHaveAttribute('lang', 'ja-JP');
    await expect(plain.locator('.theme-choice')).toBeHidden();
    await plain.locator('.site-burger summary').click();
    await plain.getByRole('button', { name: 'English' }).click();
    await expect(plain.locator('html')).toHaveAttribute('lang', 'en-US');
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

test('visitor changes language and colors and keeps the typed text', async ({ page }) => {
  // Before hydration the button posts its form, and the page loads again.
  await page.goto('/posts/news', { waitUntil: 'networkidle' });
  const search = page.locator('.site-search input');
  await search.fill('瓦版 news');
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.getByRole('button', { name: '日本語' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(page.getByRole('link', { name: '本文へ移動' })).toBeAttached();
  await expect(search).toHaveValue('瓦版 news');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await paper()).not.toBe(light);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').waitFor();
  expect(await paper()).not.toBe(light);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

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

async function withoutScripts(browser: Browser, baseURL: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: PHONE, javaScriptEnabled: false });
  await use(await context.newPage());
  await context.close();
}
