import { expect, test } from './fixtures.ts';

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
  const ofConsole = bodies.filter(([, body]) =>
    /mantine|AWSCognitoIdentityProviderService|Admin Top/i.test(body ?? ''),
  );
  expect(ofConsole.map(([url]) => url)).toEqual([]);
});
