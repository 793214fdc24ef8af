import { expect, test } from './fixtures.ts';

const pages = [
  '/',
  '/posts/news',
  '/posts/news-ja/type-specimen',
  '/posts/news/what-kawaraban-is',
  '/about',
  '/error/notfound',
];

test('pages are byte-identical per language, without nonces', async ({ request }) => {
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

test('texts load in one language and only where needed', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const texts = () => loaded.filter((path) => /\/assets\/(en|ja)-/.test(path));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => path.startsWith('/api') || path.startsWith('/identity'))).toEqual([]);
  expect(texts()).toHaveLength(1);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  expect(texts()).toHaveLength(2);
});

test('hashed files are cached a year; missing ones return 404', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, script = ''] = /<link rel="modulepreload" href="([^"]+)"/.exec(html) ?? [];
  const response = await request.get(script);
  expect(response.status()).toBe(200);
  expect(response.headers()['cache-control']).toContain('immutable');
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
});
