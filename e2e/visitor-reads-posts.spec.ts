import { expect, test, unchangedBaseURL } from './fixtures.ts';
import { openHydrated } from './visitor-page.ts';

test.use({ baseURL: unchangedBaseURL });

test('visitor goes from front page to post, category and tag', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const items = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await openHydrated(page, '/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: 'What Kawaraban is' }).first().click();
  await expect(page).toHaveURL(/\/posts\/news\/what-kawaraban-is$/);
  await expect(heading).toHaveText('What Kawaraban is');
  await expect(page).toHaveTitle(/What Kawaraban is/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'What Kawaraban is' }).first()).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

  await page.goto('/posts/news');
  await expect(items).toHaveCount(6);
  await page.getByRole('link', { name: 'Guide' }).first().click();
  await expect(page).toHaveURL(/\/posts\/news\/categories\//);
  await expect(items).toHaveCount(6);
  await page.goto('/posts/news-ja/type-specimen');
  await page.getByRole('article').getByRole('link', { name: '組版', exact: true }).click();
  await expect(page.getByRole('heading', { name: '組版見本' })).toBeVisible();
});

test('unknown and malformed URLs lead to the not-found page', async ({ request }) => {
  for (const [path, query] of [
    ['/nowhere', ''],
    ['/posts/nowhere', '?service=nowhere'],
    ['/posts/news/nowhere', '?service=news'],
    ['/posts/news/a.b', '?service=news'],
    ['/posts/news/a/b/c', '?service=news'],
    ['/posts/news/categories/nowhere', '?service=news'],
    ['/posts/news/tags/nowhere', '?service=news'],
    ['/posts/news?pageToken=nonsense', '?service=news'],
    ['/%E0%A4%A', ''],
    ['/posts/news/%', ''],
    ['/posts/%ff/x', ''],
    ['/posts/news/tags/%E3%81', ''],
  ]) {
    const first = await request.get(path ?? '', { maxRedirects: 0 });
    expect([path, first.status(), first.headers().location]).toEqual([path, 302, `/error/notfound${query}`]);
  }
  expect((await request.get('/posts/nowhere')).status()).toBe(404);
  const ofConsole = await request.get('/admin/nowhere', { maxRedirects: 0 });
  expect(ofConsole.headers().location).toBe('/error/notfound?from=console');
  for (const [path, status] of Object.entries({ unauthorized: 401, forbidden: 403, notfound: 404 })) {
    expect((await request.get(`/error/${path}`)).status()).toBe(status);
  }
  expect((await request.get('/about')).status()).toBe(200);
  for (const path of ['/api', '/api/', '/api/nonsense', '/api/posts']) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([path, response.status(), await response.json()]).toEqual([path, 404, { message: 'Not Found' }]);
  }
});
