import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowOf, shiftOf } from './page-measures.ts';
import { callAs, type MadePost } from './posts-page.ts';

const readers = [
  {
    locale: 'en-US',
    minutes: /^\d min read$/,
    contents: 'Contents',
    place: 'Part 2 of 3',
    nextPart: /^Next part/,
    older: /^Older/,
    back: 'Back to Reading',
    places: ['X', 'Bluesky', 'Mail'],
    copy: 'Copy link',
    copied: 'Copied',
    footnotes: 'Footnotes',
  },
  {
    locale: 'ja-JP',
    minutes: /^約\d分で読めます$/,
    contents: '目次',
    place: '全3回の第2回',
    nextPart: /^次の回/,
    older: /^前の記事/,
    back: 'Readingへ戻る',
    places: ['X', 'はてなブックマーク', 'LINE', 'Bluesky', 'メール'],
    copy: 'リンクをコピー',
    copied: 'コピーしました',
    footnotes: '脚注',
  },
] as const;

for (const reader of readers) {
  for (const javaScriptEnabled of [true, false]) {
    const { locale } = reader;

    test(`a visitor with ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript, reads all that a post has`, async ({
      page,
      signIn,
      browser,
      product,
      expectNothingFromAxe,
    }) => {
      test.slow();
      await signIn(page);
      const serviceId = `reading-${locale.toLowerCase()}-${javaScriptEnabled ? 'with' : 'without'}`;
      await givenSeries(page, serviceId);
      for (const width of [390, 1280]) {
        const options = { locale, javaScriptEnabled, baseURL: product.url, viewport: { width, height: 800 } };
        await asReader(browser, options, async (visitor) => {
          await visitor.goto(`/posts/${serviceId}/second`);
          await expect(visitor.locator('.post-lede')).toHaveText('一枚の紙ができるまで。');
          await expect(visitor.locator('.post-facts time').first()).toHaveAttribute('datetime', /^2026-11-01T/);
          await expect(visitor.locator('.post-facts')).toContainText('Hanako');
          await expect(visitor.locator('.post-facts dd', { hasText: reader.minutes })).toBeVisible();
          const shared = visitor.locator('.share li').filter({ visible: true });
          const buttons = javaScriptEnabled ? [reader.copy] : [];
          await expect(shared).toHaveText([...reader.places, ...buttons]);
          const links = visitor.locator('.post-links a');
          await expect(links).toHaveText(['瓦版の歴史', '日本語.example']);
          await expect(links.first()).toHaveAttribute('rel', /noopener/);

          const contents = visitor.getByRole('navigation', { name: reader.contents, exact: true });
          if (width < 1000) await contents.getByText(reader.contents).click();
          await contents.getByRole('link', { name: '摺る' }).click();
          await expect(visitor).toHaveURL(/#%E6%91%BA%E3%82%8B$/);
          await expect(visitor.getByRole('heading', { name: '摺る' })).toBeInViewport();
          await visitor.locator('sup a').first().click();
          const note = visitor.locator('section[data-footnotes] li').first();
          await expect(note).toBeInViewport();
          await note.getByRole('link').last().click();
          await expect(visitor.locator('sup a').first()).toBeInViewport();

          if (javaScriptEnabled) await expectNothingFromAxe(visitor);
          expect(await overflowOf(visitor)).toBeLessThanOrEqual(0);
          if (javaScriptEnabled) expect(await shiftOf(visitor)).toBeLessThan(0.01);

          const series = visitor.locator('.series');
          await expect(series).toContainText(reader.place);
          await expect(visitor.getByRole('link', { name: reader.older })).toHaveAttribute('href', /\/third$/);
          await series.getByRole('link', { name: reader.nextPart }).click();
          await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Third');
          await visitor.getByRole('link', { name: reader.back }).click();
          await expect(visitor).toHaveURL(new RegExp(`/posts/${serviceId}$`));
        });
      }
    });
  }
}

test('links in a text lead to other posts without loading the document again, unless the reader says otherwise', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page);
  await givenSeries(page, 'reading-links');
  await page.goto('/posts/reading-links/second');
  await whenAlive(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isSameDocument = () => page.evaluate(() => 'isSameDocument' in window);
  const link = page.locator('.prose').getByRole('link', { name: 'the first sheet' });

  const opened = context.waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  await expect(page).toHaveURL(/\/second$/);

  // To a note and back by the browser's own button, which shows the same page.
  await page.locator('sup a').first().click();
  await expect(page).toHaveURL(/#user-content-fn-1$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/second$/);
  expect(await isSameDocument()).toBe(true);

  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First');
  expect(await isSameDocument()).toBe(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('二枚目');
  expect(await isSameDocument()).toBe(true);
  await page.locator('.prose').getByRole('link', { name: 'the feed' }).click();
  await expect.poll(isSameDocument).toBe(false);
});

test('the contents stay in view beside the text and show what is being read', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await givenSeries(page, 'reading-contents');
  await page.goto('/posts/reading-contents/second');
  await whenAlive(page);
  const contents = page.locator('.toc-beside');
  const current = contents.locator('[aria-current]');
  await expect(current).toHaveCount(0);
  for (const name of ['版を彫る', '摺る', '下絵を描く']) {
    await page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView());
    await expect(current).toHaveText(name);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});

test('a link to a post is copied, and the page says so', async ({ page, context, product, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await givenSeries(page, 'reading-copies');
  await page.goto('/posts/reading-copies/second#place');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.url}/posts/reading-copies/second`);
});

test('a preview says that lists leave the post out, to nobody without the key, and is in no cache', async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page);
  const { third } = await givenSeries(page, 'reading-hidden');
  await callAs(page, 'POST', `/admin/posts/reading-hidden/${third.postId}`, { isHiddenInList: true });
  const path = '/posts/reading-hidden/third';
  const { previewToken } = (await callAs(page, 'GET', `/admin${path}`)) as { previewToken: string };
  const preview = await page.goto(`${path}?token=${previewToken}`);
  await expect(page.getByRole('note')).toHaveText(
    'This post is hidden in lists. Readers can reach it only by its address.',
  );
  expect(preview?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  await expect(page.locator('.share')).toHaveCount(0);
  await expectNothingFromAxe(page);
  await page.goto(`${path}?token=0000`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Third');
  await expect(page.getByRole('note')).toHaveCount(0);
  await expect(page.locator('.neighbours')).toHaveCount(0);
});

async function asReader(browser: Browser, options: BrowserContextOptions, read: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options);
  await read(await context.newPage());
  await context.close();
}

/** Once the copy button can be pressed, everything else can. */
async function whenAlive(page: Page): Promise<void> {
  await page.locator('.share-by-script[data-ready=true]').first().waitFor();
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, () => '版木に墨をのせ、紙をあてて馬楝でこする。'.repeat(14)).join('\n\n');

const BODY = `
前の回は [the first sheet](/posts/SERVICE/first) を、続きは [the feed](/posts/SERVICE/rss.xml) を。[^1]

## 下絵を描く

${paragraphs(3)}

### 版を彫る

${paragraphs(3)}

## 摺る

${paragraphs(3)}

## 売る

${paragraphs(4)}

[^1]: 墨と紙。
`;

/** Three posts of a series in a service of their own; the second has every part that a post can have. */
async function givenSeries(page: Page, serviceId: string) {
  await callAs(page, 'POST', '/admin/services', { serviceId, label: 'Reading', functions: ['post'] });
  const given = async (slug: string, publishAt: string, post: object) =>
    (await callAs(page, 'POST', `/admin/posts/${serviceId}`, {
      ...{ slug, publishAt, status: 'publish', bodyFormat: 'markdown', body: 'Text.' },
      ...post,
    })) as MadePost;
  const third = await given('third', '2026-10-30T10:00:00Z', { title: 'Third' });
  const second = await given('second', '2026-11-01T10:00:00Z', {
    ...{ title: '二枚目', description: '一枚の紙ができるまで。', author: 'Hanako', tags: [{ label: '版画' }] },
    body: BODY.replaceAll('SERVICE', serviceId),
    links: [
      { id: 1, url: 'https://www.example.com/history', label: '瓦版の歴史' },
      { id: 2, url: 'https://日本語.example/' },
    ],
  });
  const first = await given('first', '2026-11-02T10:00:00Z', { title: 'First' });
  const postIds = [first, second, third].map(({ postId }) => postId);
  await callAs(page, 'POST', `/admin/posts/${serviceId}/groups`, { slug: 'steps', label: '瓦版の作り方', postIds });
  return { first, second, third };
}
