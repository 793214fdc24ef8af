import { expect, test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing in the console, ${colorScheme}, ${width} px`, async ({
      page,
      signIn,
      expectNothingFromAxe,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/admin/signin');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Input required').first()).toBeVisible();
      await expectNothingFromAxe(page);
      await signIn(page);
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Signed in as admin' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await expectNothingFromAxe(page);
      for (const path of ['/admin/services', '/admin/services/create', '/admin/services/news/edit']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingFromAxe(page);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect([path, scrollWidth]).toEqual([path, clientWidth]);
      }
    });
  }
}

test('public pages load nothing of the console', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  for (const path of ['/', '/posts/news', '/posts/news/what-kawaraban-is', '/about', '/error/forbidden']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const bodies = await Promise.all(
    loaded
      .filter((url) => /\.(js|css)$/.test(url))
      .map(async (url) => [url, await (await page.request.get(url)).text()]),
  );
  expect(bodies.length).toBeGreaterThan(5);
  const ofConsole = bodies.filter(([, body]) => /mantine|CognitoIdentity|Admin Top/i.test(body ?? ''));
  expect(ofConsole.map(([url]) => url)).toEqual([]);
});
