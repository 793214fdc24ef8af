import { expect, test, tierOf, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

const readers = ['en-US', 'ja-JP'];

for (const locale of readers) {
  test.describe(`a visitor with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('reads from the front page to a post and back, and axe finds nothing', async ({
      page,
      expectNothingFromAxe,
    }) => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expectNothingFromAxe(page);

      await page.getByRole('link', { name: 'What Kawaraban is' }).first().click();
      await expect(page).toHaveURL(/\/posts\/news\/what-kawaraban-is$/);
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('What Kawaraban is');
      await expect(page).toHaveTitle(/What Kawaraban is/);
      await expectNothingFromAxe(page);

      await page.goBack();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole('link', { name: 'What Kawaraban is' }).first()).toBeVisible();
    });

    test('reads the specimen, in the dark too, with every construct in its place', async ({
      page,
      expectNothingFromAxe,
    }) => {
      await page.goto('/posts/news/type-specimen');
      const article = page.getByRole('article');
      for (const element of ['h2', 'h3', 'ul', 'ol', 'blockquote', 'pre', 'table', 'hr', 'details', 'del', 'kbd']) {
        await expect(article.locator(element).first(), element).toBeAttached();
      }
      await expect(article.locator('.prose')).toHaveAttribute('lang', 'ja');
      await expectNothingFromAxe(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectNothingFromAxe(page);
    });

    test('finds a list, its categories and tags', async ({ page, expectNothingFromAxe }) => {
      await page.goto('/posts/news');
      await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(6);
      await expectNothingFromAxe(page);
      await page.getByRole('link', { name: '使い方' }).first().click();
      await expect(page).toHaveURL(/\/posts\/news\/categories\//);
      await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(3);
      await page.goto('/posts/news/type-specimen');
      await page.getByRole('article').getByRole('link', { name: '組版', exact: true }).click();
      await expect(page.getByRole('heading', { name: '組版見本' })).toBeVisible();
      await expectNothingFromAxe(page);
    });

    test('meets the about page and the error pages, each with its status', async ({ page, expectNothingFromAxe }) => {
      expect((await page.goto('/about'))?.status()).toBe(200);
      await expectNothingFromAxe(page);
      for (const [path, status] of Object.entries({ unauthorized: 401, forbidden: 403, notfound: 404 })) {
        expect((await page.goto(`/error/${path}`))?.status()).toBe(status);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingFromAxe(page);
      }
    });
  });
}

test('an unknown path, post, category, tag or service leads to the page for what is not found', async ({ request }) => {
  for (const path of [
    '/nowhere',
    '/posts/nowhere',
    '/posts/news/nowhere',
    '/posts/news/a.b',
    '/posts/news/categories/nowhere',
    '/posts/news/tags/nowhere',
    '/posts/news?pageToken=nonsense',
  ]) {
    const first = await request.get(path, { maxRedirects: 0 });
    expect([path, first.status(), first.headers().location]).toEqual([path, 302, '/error/notfound']);
  }
  expect((await request.get('/nowhere')).status()).toBe(404);
  const ofConsole = await request.get('/admin/nowhere', { maxRedirects: 0 });
  expect(ofConsole.headers().location).toBe('/error/notfound?from=console');
});

test('an unknown path of the API is no page', async ({ request }) => {
  for (const path of ['/api', '/api/', '/api/nonsense', '/api/posts']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), await answer.json()]).toEqual([path, 404, { message: 'Not Found' }]);
  }
});

test('a click changes the page without loading the document again', async ({ page }) => {
  await page.goto('/posts/news');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: '予約公開' }).first().click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('予約公開');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
