import type { Page, Route } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';
import { openHydrated } from './visitor-page.ts';

test.use({ baseURL: unchangedBaseURL });

const DATA = /\.data(\?|$)/;

const POST = { name: '予約公開', url: /\/posts\/news-ja\/[^/]+$/ };

test('visitor stays on the page when the next one fails', { tag: '@extended' }, async ({ page }) => {
  await openHydrated(page, '/posts/news-ja');
  const search = page.locator('.site-search input');
  await search.fill('瓦版');
  const next = page.getByRole('main').getByRole('link', { name: POST.name }).first();

  for (const [text, response] of Object.entries({
    'Server error': (route: Route) => route.abort('connectionrefused'),
    'Service is unavailable': rejection(503, { message: 'Service is unavailable' }),
    'Invalid input': rejection(400, { message: 'Field x is not accepted' }),
    'Error occurred': rejection(502, 'Bad gateway'),
  })) {
    await whileData(page, response, async () => {
      await next.click();
      const toast = page.locator('.toast').filter({ hasText: text });
      await expect(toast).toBeVisible();
      await expect(toast).toHaveCSS('opacity', '0.9');
      await expect(page).toHaveURL(/\/posts\/news-ja$/);
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
    });
  }
  await expect(search).toHaveValue('瓦版');
  await next.click();
  await expect(page).toHaveURL(POST.url);

  // On Back, the browser has changed the URL already when loading fails.
  const noAnswer = (route: Route) => route.abort();
  await whileData(page, noAnswer, async () => {
    await page.goBack();
    await expect(page.locator('.toast')).toContainText('Server error');
    await expect(page).toHaveURL(POST.url);
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(POST.name);
  });
  await page.goBack();
  await expect(page).toHaveURL(/\/posts\/news-ja$/);
  await page.goForward();
  await expect(page).toHaveURL(POST.url);
});

test('visitor is led to error pages and to sign-in', { tag: '@extended' }, async ({ page }) => {
  for (const [status, path] of [
    [403, /\/error\/forbidden\?service=news-ja$/],
    [404, /\/error\/notfound\?service=news-ja$/],
    [401, /\/signin\?redirect=%2Fposts%2Fnews-ja%2F/],
  ] as const) {
    await openHydrated(page, '/posts/news-ja');
    await whileData(page, rejection(status, { message: 'No' }, '/posts/news-ja/'), async () => {
      await page.getByRole('main').getByRole('link', { name: POST.name }).first().click();
      await expect(page).toHaveURL(path);
    });
    if (status === 401) continue;
    await expect(page.getByRole('main').getByRole('search')).toBeVisible();
    await expect(page.locator('.site-home')).toHaveAttribute('href', '/posts/news-ja');
  }
});

test('visitor sees a loading indicator', { tag: '@extended' }, async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/posts/news-ja');
  const status = page.locator('.loading');
  const held = Promise.withResolvers<Route>();
  // On a busy machine a running clock would exceed the delay already.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.route(DATA, (route) => held.resolve(route));
  await page.getByRole('main').getByRole('link', { name: POST.name }).first().click();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  expect(await status.textContent()).toBe('');
  await page.clock.runFor(1000);
  await expect(status).toHaveText('Loading');
  await page.clock.runFor(30_000);
  await expect(status).toContainText('This is taking longer than expected.');
  await expect(status.getByRole('button', { name: 'Reload this page' })).toBeVisible();
  await status.getByRole('button', { name: 'Keep waiting' }).click();
  await expect(status).toHaveText('');
  await page.clock.resume();
  await (await held.promise).continue();
  await expect(page).toHaveURL(POST.url);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
});

test('visitor returns to the scroll position and to a heading', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.clock.install();
  await openHydrated(page, '/posts/news-ja');
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(() => scrolled(page)).toBe(500);
  await page.getByRole('main').getByRole('link', { name: POST.name }).first().click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(POST.name);
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(500);

  await page.goto('/posts/news-ja/type-specimen');
  const heading = page
    .locator('.prose :is(h2, h3)[id]:not(.sr-only)')
    .filter({ hasText: /[ぁ-ん一-龠]/ })
    .last();
  const id = await heading.getAttribute('id');
  await page.goto(`/posts/news-ja/type-specimen#${encodeURIComponent(id ?? '')}`);
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(heading).toBeInViewport();
  await push(page);
  await page.clock.runFor(2500);
  await expect(heading).toBeInViewport();
});

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** Shifts the text like a late image without scroll anchoring. */
async function push(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none';
    const picture = document.createElement('div');
    picture.style.blockSize = '2000px';
    document.querySelector('.prose')?.prepend(picture);
  });
}

function rejection(status: number, body: object | string, path = '') {
  return (route: Route) =>
    route.request().url().includes(`${path}`)
      ? route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
      : route.continue();
}

async function whileData(page: Page, response: (route: Route) => unknown, work: () => Promise<void>): Promise<void> {
  await page.route(DATA, async (route) => {
    // The router leaves a rejection unhandled while it waits for a style sheet.
    await expect(page.locator('link[rel=preload][as=style]')).toHaveCount(0);
    await response(route);
  });
  await work();
  await page.unroute(DATA);
}
