import { brotliCompressSync, constants } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { shiftOf } from './page-measures.ts';
import { type PublicPage, test } from './public-pages.ts';

// Runs serially in one worker, so that posts are imported once.
test.describe.configure({ mode: 'default' });

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const LARGEST_SHIFT = 0.01;
/** Bytes as brotli sends them. Pictures of a post are not counted. */
const BUDGET = { requests: 12, scripts: 10, scriptBytes: 139_500, styles: 1, styleBytes: 15_000 };
const CRAWLED = 100;

test('read pages do not shift while loading', { tag: '@extended' }, async ({ browser, product, publicPages }) => {
  for (const viewport of [PHONE, DESKTOP]) {
    const context = await browser.newContext({ viewport, baseURL: product.url });
    const page = await context.newPage();
    for (const { name, path } of publicPages.filter(isRead)) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await shiftOf(page), `${name}, ${viewport.width} px`).toBeLessThan(LARGEST_SHIFT);
    }
    await context.close();
  }
});

test('read pages stay within their size budget', async ({ browser, product, publicPages }) => {
  for (const { name, path } of publicPages.filter(isRead)) {
    const context = await browser.newContext({ locale: 'ja-JP', baseURL: product.url });
    const files = await filesOf(await context.newPage(), path);
    const scripts = files.filter(({ file }) => file.endsWith('.js'));
    const styles = files.filter(({ file }) => file.endsWith('.css'));
    const load = {
      requests: files.length,
      scripts: scripts.length,
      scriptBytes: sumOf(scripts),
      styles: styles.length,
      styleBytes: sumOf(styles),
    };
    const list = files.map(({ file, bytes }) => `${file} ${bytes}`).join('\n');
    for (const [measure, limit] of Object.entries(BUDGET)) {
      expect(load[measure as keyof typeof load], `${measure} of ${name}:\n${list}`).toBeLessThanOrEqual(limit);
    }
    test.info().annotations.push({ type: 'size', description: `${name}: ${JSON.stringify(load)}` });
    await context.close();
  }
});

test('hundred links from the front page work', { tag: '@extended' }, async ({ page, request, publicPages }) => {
  test.setTimeout(300_000);
  expect(publicPages.length).toBeGreaterThan(0);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
  });
  const seen = new Set(['/']);
  const canonicals: string[] = [];
  const feeds = new Set<string>();
  let crawled = 0;
  for (const path of seen) {
    if (crawled === CRAWLED) break;
    crawled += 1;
    expect(await statusOf(request, path), path).toBe(200);
    if (!isPage(path)) continue;
    await page.goto(path);
    const found = await linksOf(page);
    for (const link of found.links) seen.add(link);
    for (const feed of found.feeds) feeds.add(feed);
    // Further pages of a list have the first page as canonical URL.
    if (!path.includes('?')) canonicals.push(...found.canonical);
  }
  expect(problems).toEqual([]);
  expect(canonicals.filter((canonical, at) => canonicals.indexOf(canonical) !== at)).toEqual([]);
  expect(feeds.size).toBeGreaterThan(2);
  for (const feed of feeds) expect(await statusOf(request, feed), feed).toBe(200);
});

function isRead({ name }: PublicPage): boolean {
  return /list|older|post|specimen|group/.test(name);
}

interface LoadedFile {
  readonly file: string;
  readonly bytes: number;
}

async function filesOf(page: Page, path: string): Promise<LoadedFile[]> {
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') addresses.add(request.url());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const files = [...addresses].map(async (address) => {
    const content = await (await page.request.get(address)).body();
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    return { file: new URL(address).pathname, bytes: brotliCompressSync(content, best).length };
  });
  return (await Promise.all(files)).toSorted((a, b) => b.bytes - a.bytes);
}

function sumOf(files: readonly LoadedFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

async function statusOf(request: APIRequestContext, address: string): Promise<number> {
  return (await request.get(address)).status();
}

function isPage(path: string): boolean {
  return !/\.\w+(\?.*)?$|^\/(api|admin)\b/.test(path);
}

function linksOf(page: Page) {
  return page.evaluate(() => {
    const hrefs = (selector: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(selector)].map(({ href }) => href);
    const here = (href: string) => new URL(href).origin === location.origin;
    const paths = (found: string[]) =>
      found.filter(here).map((href) => href.slice(location.origin.length).split('#')[0] ?? '');
    return {
      links: paths(hrefs('a[href]')),
      feeds: paths(hrefs('link[rel=alternate][type]')),
      canonical: hrefs('link[rel=canonical]'),
    };
  });
}
