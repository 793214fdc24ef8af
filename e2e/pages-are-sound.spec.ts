import { expect, test } from './fixtures.ts';

const pages = [
  '/',
  '/posts/news',
  '/posts/news/type-specimen',
  '/posts/news/what-kawaraban-is',
  '/about',
  '/error/notfound',
];

test('a page is the same bytes for everybody with the same language, and names its scripts', async ({ request }) => {
  for (const path of pages) {
    const english = { headers: { 'accept-language': 'en' } };
    const first = await request.get(path, english);
    const second = await request.get(path, english);
    expect(await second.text()).toBe(await first.text());
    expect(await first.text()).not.toContain('nonce=');
    const policy = first.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(first.headers().vary).toContain('Accept-Language');
    const japanese = await request.get(path, { headers: { 'accept-language': 'ja' } });
    expect(await japanese.text()).not.toBe(await first.text());
  }
});

test('a browser loads one language’s texts only', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => /\/assets\/(en|ja)-/.test(url))).toHaveLength(1);
});

test('files whose names hold a hash are kept for a year, one that is not there is 404', async ({ page, request }) => {
  await page.goto('/');
  const script = await page.locator('link[rel=modulepreload]').first().getAttribute('href');
  const answer = await request.get(script ?? '');
  expect(answer.headers()['cache-control']).toContain('immutable');
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
});
