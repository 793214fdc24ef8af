import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADMIN, asAdmin, expect, ownBaseURL, test } from './fixtures.ts';
import { callAs } from './posts-page.ts';
import { storeSession } from './stored-session.ts';

test.use({ baseURL: ownBaseURL });

const LOGO = '/apple-touch-icon.png';
const APPEARANCE = { siteDescription: '港から、毎朝。', siteLogoUrl: LOGO, siteAccentColor: '#ffcc00' };

test('each service shows its own name, logo and color', async ({ page }) => {
  await storeSession(page, ADMIN);
  await givenService(page);
  await page.goto('/');
  await expect(page.getByRole('region')).toHaveCount(4);
  const harbour = page.getByRole('region', { name: 'harbour' });
  await expect(harbour.getByRole('link', { name: 'The harbour in May' })).toBeVisible();
  expect(await strokeOf(page, 'harbour')).toBe(await colorOf(page, '--ink'));

  await callAs(page, 'POST', '/admin/services/harbour', { label: 'みなと新聞', configs: APPEARANCE });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const named = page.getByRole('region', { name: 'みなと新聞' });
    await expect(named.locator('img')).toHaveAttribute('src', LOGO);
    await expect(named.getByText(APPEARANCE.siteDescription)).toBeVisible();
    const stroke = await strokeOf(page, 'みなと新聞');
    if (colorScheme === 'dark') expect(stroke).toBe('rgb(255, 204, 0)');
    else expect(stroke).not.toBe('rgb(255, 204, 0)');
    await page.goto('/posts/harbour');
    expect(await colorOf(page, '--vermilion')).toBe(stroke);
  }
  await page.goto('/services');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await page.goto('/posts/harbour');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'みなと新聞' })).toHaveAttribute('href', '/posts/harbour');
  await expect(banner.getByRole('link', { name: 'Kawaraban' })).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kawaraban' }).click();
  await expect(page.getByRole('region', { name: 'みなと新聞' })).toBeVisible();
  expect(await colorOf(page, '--accent')).toBe('');

  await callAs(page, 'POST', '/admin/services/harbour', { configs: { siteLogoUrl: '', siteAccentColor: null } });
  await page.reload();
  await expect(page.getByRole('region', { name: 'みなと新聞' }).locator('.service-logo')).toHaveCount(0);
  expect(await strokeOf(page, 'みなと新聞')).toBe(await colorOf(page, '--ink'));
});

test('configured service fills the front page once it exists', { tag: '@extended' }, async ({
  browser,
  startProduct,
}) => {
  const choices = {
    siteName: 'Waterfront',
    frontPageServiceId: 'harbour',
    contactUrl: 'mailto:desk@example.com',
    description: { en: 'Two papers of one town', ja: 'ひとつの町の、ふたつの新聞' },
  };
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-services-'));
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${JSON.stringify(choices)};\n`);
  const { url, output } = await startProduct({}, folder);
  expect(output()).toContain('frontPageServiceId names harbour, which does not exist');
  const page = await browser.newPage({ baseURL: url, locale: 'ja-JP', javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByText(choices.description.ja)).toBeVisible();
  await expect(page.getByRole('link', { name: '記事を書く' })).toBeVisible();

  await asAdmin(browser, url, givenService);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('harbour');
  await expect(page.getByText(choices.description.ja)).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${url}/`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', choices.description.ja);
  await expect(page.getByRole('link', { name: '記事を書く' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Tides' }).first().click();
  await expect(page).toHaveURL(/\/posts\/harbour\/categories\//);

  await page.goto('/about');
  await expect(page.getByText(choices.description.ja)).toBeVisible();
  await expect(page.getByRole('link', { name: 'desk@example.com' })).toHaveAttribute('href', choices.contactUrl);
  await expect(page.getByRole('main').locator('a[href="/posts/news"]')).toBeVisible();
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

async function givenService(admin: Page): Promise<void> {
  await callAs(admin, 'POST', '/admin/services', { serviceId: 'harbour', label: 'harbour', functions: ['post'] });
  await callAs(admin, 'POST', '/admin/categories/harbour', { slug: 'tides', label: 'Tides' });
  for (const [slug, title] of Object.entries({ may: 'The harbour in May', fog: 'A morning of fog' })) {
    const post = { slug, title, body: 'Boats, nets and the weather.', bodyFormat: 'markdown', category: 'tides' };
    await callAs(admin, 'POST', '/admin/posts/harbour', { ...post, status: 'publish' });
  }
}

async function strokeOf(page: Page, name: string): Promise<string> {
  const head = page.getByRole('region', { name }).locator('header');
  return head.evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
}

async function colorOf(page: Page, name: string): Promise<string> {
  return page.evaluate((property) => {
    if (getComputedStyle(document.documentElement).getPropertyValue(property) === '') return '';
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${property})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}
