import type { Page } from '@playwright/test';
import { asAdmin, test as base, expect } from './fixtures.ts';
import { overflowOf, shiftOf } from './page-measures.ts';
import { callAs, type MadePost } from './posts-page.ts';

const SERVICE = 'reading';

const english = {
  locale: 'en-US',
  minutes: /^\d min read$/,
  contents: 'Contents',
  place: 'Part 2 of 3',
  nextPart: /^Next part/,
  older: /^Older/,
  back: 'Back to Reading',
  places: ['X', 'Bluesky', 'Email'],
  copy: 'Copy link',
};

const japanese: typeof english = {
  locale: 'ja-JP',
  minutes: /^約\d分で読めます$/,
  contents: '目次',
  place: '全3回の第2回',
  nextPart: /^次の回/,
  older: /^前の記事/,
  back: 'Readingに戻る',
  places: ['X', 'はてなブックマーク', 'LINE', 'Bluesky', 'メール'],
  copy: 'リンクをコピー',
};

/** Covers each pair of a language, a width and JavaScript on or off. */
const visits = [
  { reader: english, width: 1280, javaScriptEnabled: true, tag: [] },
  { reader: english, width: 390, javaScriptEnabled: false, tag: ['@extended'] },
  { reader: japanese, width: 1280, javaScriptEnabled: false, tag: ['@extended'] },
  { reader: japanese, width: 390, javaScriptEnabled: true, tag: ['@extended'] },
] as const;

const test = base.extend<{ series: undefined }>({
  series: async ({ once }, use) => {
    await once(givenSeries);
    await use(undefined);
  },
});

for (const { reader, width, javaScriptEnabled, tag } of visits) {
  const { locale } = reader;
  const browsing = `${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
  test.describe(browsing, { tag: [...tag] }, () => {
    test.use({ locale, javaScriptEnabled, viewport: { width, height: 800 } });

    test('post shows text, contents, notes, links and post group', async ({ page, series: _ }) => {
      await page.goto(`/posts/${SERVICE}/second`);
      await expect(page.locator('.post-lede')).toHaveText('一枚の紙ができるまで。');
      await expect(page.locator('.post-facts time').first()).toHaveAttribute('datetime', /^2026-11-01T/);
      await expect(page.locator('.post-facts')).toContainText('Hanako');
      await expect(page.locator('.post-facts dd', { hasText: reader.minutes })).toBeVisible();
      const shared = page.locator('.share li').filter({ visible: true });
      const buttons = javaScriptEnabled ? [reader.copy] : [];
      await expect(shared).toHaveText([...reader.places, ...buttons]);
      const links = page.locator('.post-links a');
      await expect(links).toHaveText(['瓦版の歴史', '日本語.example']);
      await expect(links.first()).toHaveAttribute('rel', /noopener/);

      const contents = page.getByRole('navigation', { name: reader.contents, exact: true });
      if (width < 1000) await contents.getByText(reader.contents).click();
      await contents.getByRole('link', { name: '摺る' }).click();
      await expect(page).toHaveURL(/#%E6%91%BA%E3%82%8B$/);
      await expect(page.getByRole('heading', { name: '摺る' })).toBeInViewport();
      await page.locator('sup a').first().click();
      const note = page.locator('section[data-footnotes] li').first();
      await expect(note).toBeInViewport();
      await note.getByRole('link').last().click();
      await expect(page.locator('sup a').first()).toBeInViewport();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      if (javaScriptEnabled) expect(await shiftOf(page)).toBeLessThan(0.01);

      const parts = page.locator('.series');
      await expect(parts).toContainText(reader.place);
      await expect(page.getByRole('link', { name: reader.older })).toHaveAttribute('href', /\/third$/);
      await parts.getByRole('link', { name: reader.nextPart }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Third');
      await page.getByRole('link', { name: reader.back }).click();
      await expect(page).toHaveURL(new RegExp(`/posts/${SERVICE}$`));
    });
  });
}

test('contents follow scrolling, and the link is copied', async ({ page, context, baseURL, series: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/posts/${SERVICE}/second#place`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/posts/${SERVICE}/second`);

  const current = page.locator('.toc-beside [aria-current]');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(current).toHaveCount(0);
  for (const name of ['版を彫る', '摺る', '下絵を描く']) {
    await page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView());
    await expect(current).toHaveText(name);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('links lead to headings of the same and other posts', async ({ page, series: _ }) => {
      const steps = page.getByRole('heading', { name: 'Steps', exact: true });
      const colors = page.getByRole('heading', { name: '色分け' });
      await page.goto(`/posts/${SERVICE}/third#improvements-to-suspense`);
      await expect(steps).toBeInViewport();
      await expect(page.locator('.prose :target')).toHaveText('Steps');
      await page.getByRole('link', { name: 'colors' }).click();
      await expect(colors).toBeInViewport();

      await page.goto(`/posts/${SERVICE}/first`);
      await page.locator('.prose').getByRole('link', { name: 'steps' }).click();
      await expect(page).toHaveURL(/\/third#improvements-to-suspense$/);
      await expect(steps).toBeInViewport();
      await page.goto(`/posts/${SERVICE}/first`);
      await page.locator('.prose').getByRole('link', { name: '色分け' }).click();
      await expect(page).toHaveURL(/\/third#/);
      await expect(colors).toBeInViewport();
    });
  });
}

test('navigation to the front page leaves its hidden heading hidden', async ({ page, product: _ }) => {
  await page.goto('/');
  const top = () =>
    page
      .locator('main :is(section, article, li)')
      .first()
      .evaluate((part) => part.getBoundingClientRect().top);
  const before = await top();
  await page.goto('/about');
  await page.locator('header').getByRole('link').first().click();
  const heading = page.locator('main h1');
  await expect(page).toHaveURL(/\/$/);
  await expect(heading).toBeFocused();
  expect(await heading.evaluate((each) => each.getBoundingClientRect().height)).toBe(1);
  expect(await top()).toBe(before);
});

test('text links keep the document, except modified clicks and files', async ({ page, series: _ }) => {
  await page.goto(`/posts/${SERVICE}/second`);
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isSameDocument = () => page.evaluate(() => 'isSameDocument' in window);
  const link = page.locator('.prose').getByRole('link', { name: 'the first sheet' });

  // Checks the event only: the browser would open a tab, which a busy Chromium does not always report.
  await page.evaluate(() => {
    const note = (event: MouseEvent) => {
      Object.assign(window, { isHandledBySite: event.defaultPrevented });
      event.preventDefault();
    };
    window.addEventListener('click', note, { once: true });
  });
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await page.evaluate(() => Reflect.get(window, 'isHandledBySite'))).toBe(false);
  await expect(page).toHaveURL(/\/second$/);

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

test('preview of a hidden post needs its token, bypasses caches', async ({ page, browser, product, series: _ }) => {
  const slug = 'hidden';
  const path = `/posts/${SERVICE}/${slug}`;
  const { previewToken } = await asAdmin(browser, product.url, async (admin) => {
    const post = { slug, title: 'Hidden', body: 'Text.', bodyFormat: 'markdown', isHiddenInList: true };
    await callAs(admin, 'POST', `/admin/posts/${SERVICE}`, { ...post, status: 'publish' });
    return (await callAs(admin, 'GET', `/admin${path}`)) as { previewToken: string };
  });
  const preview = await page.goto(`${path}?token=${previewToken}`);
  await expect(page.getByRole('note')).toHaveText('This post is hidden from lists. Readers need its URL to open it.');
  expect(preview?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  await expect(page.locator('.share')).toHaveCount(0);
  await page.goto(`${path}?token=0000`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hidden');
  await expect(page.getByRole('note')).toHaveCount(0);
  await expect(page.locator('.adjacent-posts')).toHaveCount(0);
});

/** All buttons are hydrated once the copy button is. */
async function waitForHydration(page: Page): Promise<void> {
  await page.locator('.share-by-script[data-ready=true]').first().waitFor();
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, () => '版木に墨をのせ、紙をあてて馬楝でこする。'.repeat(14)).join('\n\n');

const BODY = `
前の回は [the first sheet](/posts/${SERVICE}/first) を、続きは [the feed](/posts/${SERVICE}/rss.xml) を。[^1]

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

const THIRD = `
${paragraphs(4)}

## Steps {#improvements-to-suspense}

${paragraphs(4)} [colors](#色分け)

## 色分け

${paragraphs(4)}
`;

async function givenSeries(page: Page): Promise<void> {
  await callAs(page, 'POST', '/admin/services', { serviceId: SERVICE, label: 'Reading', functions: ['post'] });
  const given = async (slug: string, publishAt: string, post: object) =>
    (await callAs(page, 'POST', `/admin/posts/${SERVICE}`, {
      slug,
      publishAt,
      status: 'publish',
      bodyFormat: 'markdown',
      body: 'Text.',
      ...post,
    })) as MadePost;
  const third = await given('third', '2026-10-30T10:00:00Z', { title: 'Third', body: THIRD });
  const second = await given('second', '2026-11-01T10:00:00Z', {
    title: '二枚目',
    description: '一枚の紙ができるまで。',
    author: 'Hanako',
    tags: [{ label: '版画' }],
    body: BODY,
    links: [
      { id: 1, url: 'https://www.example.com/history', label: '瓦版の歴史' },
      { id: 2, url: 'https://日本語.example/' },
    ],
  });
  const first = await given('first', '2026-11-02T10:00:00Z', {
    title: 'First',
    body: `[steps](/posts/${SERVICE}/third#improvements-to-suspense) [色分け](/posts/${SERVICE}/third#色分け)`,
  });
  const postIds = [first, second, third].map(({ postId }) => postId);
  await callAs(page, 'POST', `/admin/posts/${SERVICE}/groups`, { slug: 'steps', label: '瓦版の作り方', postIds });
}
