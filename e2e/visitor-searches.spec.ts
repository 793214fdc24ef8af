import type { CDPSession, Page } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

const FIELD = 'Search posts';

/** Longer than the debounce of suggestions. */
const PAUSE_MS = 500;

test('search form works without JavaScript', { tag: '@extended' }, async ({ browser, request, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/posts/news-ja');
  await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(0);
  await page.getByRole('banner').getByRole('textbox', { name: FIELD }).fill('publish');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/posts/news-ja/search?q=publish');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/“publish” in 瓦版/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.locator('.search-results mark').first()).toHaveText(/^publish/i);
  await page.getByRole('main').getByRole('textbox', { name: FIELD }).fill('予約');
  await page.keyboard.press('Enter');
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first.locator('h2 mark')).toHaveText('予約');
  await page.getByRole('combobox', { name: 'Year' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/\/search\?q=[^&]+&category=&tag=&year=\d{4}$/);
  await expect(first.locator('h2 mark')).toHaveText('予約');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue('');
  await first.getByRole('link', { name: '予約公開' }).click();
  await expect(page).toHaveURL('/posts/news-ja/scheduling');
  await page.goto('/posts/news-ja/search?q=zzyzx');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No results for “zzyzx”');
  await expect(page.getByRole('main').locator('a[href="/posts/news-ja"]').last()).toBeVisible();
  for (const [q, heading] of [
    ['publish', /<h1[^>]*>「publish」の検索結果/],
    ['zzyzx', /<h1[^>]*>「zzyzx」に一致する記事はありません/],
  ] as const) {
    const japanese = await request.get(`/posts/news-ja/search?q=${q}`, { headers: { 'accept-language': 'ja' } });
    expect(await japanese.text()).toMatch(heading);
  }
  for (const odd of ['', '?q=', '?q=%00%E3%80%80', `?q=${'a'.repeat(500)}`, '?q=%22', '?q=.']) {
    expect((await page.goto(`/posts/news-ja/search${odd}`))?.status(), odd).toBe(200);
    await expect(page).toHaveURL(/\/search/);
  }
  await context.close();
});

test('suggestions follow typing and arrow keys', async ({ page }) => {
  await page.goto('/posts/news-ja');
  const field = await fieldOf(page, 'banner', FIELD);
  await field.pressSequentially('publ');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await field.press('ArrowDown');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await field.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue('publ');
  await field.press('Enter');
  await expect(page).toHaveURL('/posts/news-ja/search?q=publ');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const again = await fieldOf(page, 'main', FIELD);
  await expect(again).toHaveValue('publ');
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('組版');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(`/posts/news-ja/search?${new URLSearchParams({ q: 'publ', tag: '組版' })}`);
  await expect(again).toHaveValue('publ');
  await again.fill('組版');
  await expect(options.first()).toContainText('組版見本');
  await again.press('ArrowDown');
  await again.press('Enter');
  await expect(page).toHaveURL('/posts/news-ja/type-specimen');
});

test('composition is neither searched nor submitted', { tag: '@extended' }, async ({ page }) => {
  const requests = watchSearches(page);
  await page.goto('/posts/news-ja/search');
  const field = await fieldOf(page, 'main', FIELD);
  await field.click();
  const ime = await page.context().newCDPSession(page);
  await compose(ime, ['k', 'く', 'くm', 'くみ', '組']);
  await page.waitForTimeout(PAUSE_MS);
  await pressEnterWhileComposing(ime);
  await expect(page).toHaveURL('/posts/news-ja/search');
  expect(requests).toEqual([]);
  await ime.send('Input.insertText', { text: '組版' });
  await expect(page.getByRole('option').first()).toContainText('組版見本');
  expect(requests).toEqual(['組版']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/posts/news-ja/search?q=${encodeURIComponent('組版')}`);
  await expect(page.locator('.search-results h2').first()).toHaveText('組版見本');
});

test('late and failed responses do not replace newer suggestions', { tag: '@extended' }, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/posts/news-ja/search?q=publ&**', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.route('**/api/posts/news-ja/search?q=broken&**', (route) => route.abort());
  await page.goto('/posts/news-ja');
  const field = await fieldOf(page, 'banner', FIELD);
  await field.fill('publ');
  await page.waitForTimeout(PAUSE_MS);
  await field.fill('予約');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('予約公開');
  release();
  await page.waitForTimeout(PAUSE_MS);
  await expect(options.first()).toContainText('予約公開');
  await field.fill('broken');
  await expect(options).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
  await field.fill('予約');
  await options.first().click();
  await expect(page).toHaveURL('/posts/news-ja/scheduling');
  await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue('');
});

async function fieldOf(page: Page, part: 'banner' | 'main', name: string) {
  const field = page.getByRole(part).getByRole('combobox', { name });
  await field.waitFor();
  return field;
}

function watchSearches(page: Page): (string | null)[] {
  const requests: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/posts/news-ja/search') requests.push(searchParams.get('q'));
  });
  return requests;
}

async function compose(ime: CDPSession, states: readonly string[]): Promise<void> {
  for (const text of states) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
}

async function pressEnterWhileComposing(ime: CDPSession): Promise<void> {
  const event = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}
