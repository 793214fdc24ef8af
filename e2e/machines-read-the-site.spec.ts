import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

async function headOf(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'text/html');
    const contents = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute('content') ?? '');
    const addresses = (selector: string) =>
      [...document.querySelectorAll<HTMLLinkElement>(selector)].map(({ href }) => href);
    const described = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      canonical: addresses('link[rel=canonical]'),
      feeds: addresses('link[rel=alternate]'),
      robots: contents('meta[name=robots]'),
      description: contents('meta[name=description]'),
      image: contents('meta[property="og:image"]'),
      locale: contents('meta[property="og:locale"]'),
      card: contents('meta[name="twitter:card"]'),
      published: contents('meta[property="article:published_time"]'),
      things: described.flatMap(({ textContent }) => JSON.parse(textContent ?? '')['@graph']) as Thing[],
    };
  }, html);
}

interface Thing {
  readonly '@type': string;
  readonly [name: string]: unknown;
}

async function expectAll(request: APIRequestContext, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const response = await request.get(address, { maxRedirects: 0 });
    expect(`${response.status()} ${address}`).toBe(`200 ${address}`);
  }
}

const typesOf = (things: readonly Thing[]) => things.map((thing) => thing['@type']);

test('pages have canonical URLs, feeds and structured data', async ({ page, request, baseURL }) => {
  const found = new Set<string>();
  for (const [path, types, feeds] of [
    ['/', ['WebSite'], 0],
    ['/about', [], 0],
    ['/posts/news', ['Blog'], 3],
    ['/posts/news/reading-by-api', ['BlogPosting', 'BreadcrumbList'], 3],
  ] as const) {
    const head = await headOf(page, path);
    expect(head.canonical).toEqual([`${baseURL}${path}`]);
    expect(head.robots).toEqual([]);
    expect(head.description.join('').length).toBeGreaterThan(10);
    expect(head.locale).toEqual(['en_US']);
    expect(typesOf(head.things)).toEqual(types);
    expect(head.feeds).toHaveLength(feeds);
    for (const address of [...head.feeds, ...head.image]) found.add(address);
  }
  await expectAll(request, [...found]);
});

test('Japanese post has its own language and image', async ({ page }) => {
  const path = '/posts/news-ja/scheduling';
  const { locale, card, image, published, things } = await headOf(page, path);
  expect([locale, card]).toEqual([['ja_JP'], ['summary_large_image']]);
  expect(image[0]).toMatch(/^http/);
  expect(published[0]).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  expect(things[0]).toMatchObject({
    '@type': 'BlogPosting',
    inLanguage: 'ja',
    publisher: { '@type': 'Organization', logo: { url: expect.stringMatching(/^http/) } },
    image: { url: image[0] },
  });
});

test('search, sign-in and error pages are not indexed', async ({ page }) => {
  for (const path of ['/posts/news/search?q=ink', '/signin', '/error/notfound']) {
    const { robots, canonical } = await headOf(page, path);
    expect([path, robots, canonical]).toEqual([path, ['noindex'], []]);
  }
});

test('sitemap pages are canonical, and common feed URLs redirect', async ({ request }) => {
  const read = async (url: string) => (await request.get(url)).text();
  const places = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = '']) => place);
  const robots = await read('/robots.txt');
  const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  const pages: string[] = [];
  for (const part of places(await read(index))) pages.push(...places(await read(part)));
  expect(pages.length).toBeGreaterThan(10);
  expect(new Set(pages).size).toBe(pages.length);
  for (const address of pages) {
    expect(await read(address)).toContain(`<link rel="canonical" href="${address}"/>`);
  }
  for (const habit of ['/feed', '/rss', '/posts/news/feed']) {
    expect((await request.get(habit)).status()).toBe(200);
  }
  const feed = await request.get('/posts/news/feed.json');
  const { items } = await feed.json();
  await expectAll(
    request,
    items.map(({ url }: { url: string }) => url),
  );
});
