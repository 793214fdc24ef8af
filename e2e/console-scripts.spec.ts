import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { ADMIN, expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

/** Brotli bytes of scripts, styles and the texts of one language. */
const FIRST_LOAD_BUDGET = 316_000;
const FIRST_LOAD_FILES = 66;

for (const locale of ['en-US', 'ja-JP']) {
  test.describe(locale, locale === 'ja-JP' ? {} : { tag: '@extended' }, () => {
    test.use({ locale });

    test('first console screens stay within their size budget', async ({ page, signIn }) => {
      const addresses = watchFiles(page);
      await page.goto('/admin/signin', { waitUntil: 'networkidle' });
      await signIn(page, ADMIN);
      await page.waitForLoadState('networkidle');
      const files = await Promise.all([...addresses()].map((address) => sizeOf(page, address)));
      const sum = files.reduce((total, { bytes }) => total + bytes, 0);
      const largest = files
        .toSorted((one, other) => other.bytes - one.bytes)
        .map(({ file, bytes }) => `${file} ${bytes}`);
      test.info().annotations.push({ type: 'first load', description: `${files.length} files, ${sum} bytes` });
      expect(files.length).toBeGreaterThan(5);
      expect(files.length, `files:\n${largest.join('\n')}`).toBeLessThanOrEqual(FIRST_LOAD_FILES);
      expect(sum, `${sum} bytes of scripts and styles:\n${largest.join('\n')}`).toBeLessThan(FIRST_LOAD_BUDGET);
    });
  });
}

test('public pages load no console code', { tag: '@extended' }, async ({ page }) => {
  const addresses = watchFiles(page);
  for (const path of ['/', '/posts/news', '/posts/news/what-kawaraban-is', '/about', '/error/forbidden']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const files = await Promise.all(
    [...addresses()].map(async (url) => ({ url, content: await (await page.request.get(url)).text() })),
  );
  expect(files.length).toBeGreaterThan(5);
  const ofConsole = files.filter(({ content }) =>
    /mantine-|AWSCognitoIdentityProviderService|Admin Top|"admin\//i.test(content),
  );
  expect(ofConsole.map(({ url }) => url)).toEqual([]);
});

function watchFiles(page: Page): () => ReadonlySet<string> {
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) addresses.add(request.url());
  });
  return () => addresses;
}

async function sizeOf(page: Page, address: string): Promise<{ file: string; bytes: number }> {
  const { pathname: file } = new URL(address);
  const headers = (await page.request.head(address, { headers: { 'accept-encoding': 'br' } })).headers();
  if (headers['content-encoding'] === 'br') return { file, bytes: Number(headers['content-length']) };
  // The server does not compress files of a few hundred bytes.
  const content = await (await page.request.get(address)).body();
  return { file, bytes: brotliCompressSync(content).length };
}
