import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { type PickedFile, png } from './media-page.ts';
import { overflowOf } from './page-measures.ts';
import { callAs } from './posts-page.ts';

const POSTS = 23;
const LONG = `A title that goes on: ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`;
const MANY_TAGS = Array.from({ length: 20 }, (_, at) => ({ label: `tag ${String(at).padStart(2, '0')}` }));

const english = {
  locale: 'en-US',
  older: 'Older posts',
  newer: 'Newer posts',
  newest: 'Newest posts',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  here: 'You are here',
  below: 'Subcategories',
  of: 'Posts in Harbour',
  ofTag: 'Posts tagged “木版”',
  empty: 'No posts yet.',
  tenPosts: '10 posts',
};

const japanese: typeof english = {
  locale: 'ja-JP',
  older: '以前の記事',
  newer: '新しい記事',
  newest: '最新の記事',
  nextPage: '次のページ',
  previousPage: '前のページ',
  here: '現在位置',
  below: 'サブカテゴリー',
  of: '「Harbour」の記事',
  ofTag: 'タグ「木版」の記事',
  empty: '記事はまだありません。',
  tenPosts: '10件',
};

const test = base.extend<{ lists: undefined }>({
  lists: async ({ once }, use) => {
    await once(givenLists);
    await use(undefined);
  },
});

const visits = [
  { reader: english, javaScriptEnabled: true, viewport: { width: 1280, height: 900 }, tag: [] },
  { reader: japanese, javaScriptEnabled: false, viewport: { width: 320, height: 800 }, tag: ['@extended'] },
] as const;

for (const { reader, tag, viewport, javaScriptEnabled } of visits) {
  const { locale } = reader;
  test.describe(`${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { tag: [...tag] }, () => {
    test.use({ locale, viewport, javaScriptEnabled });

    test('visitor browses lists, categories, tags and groups', async ({ page, lists: _ }) => {
      await turnPages(page, reader);
      await walkCategories(page, reader);
      await followTag(page, reader);
      await readGroup(page, reader);
    });
  });
}

type Reader = typeof english;

async function turnPages(page: Page, { older, newer, newest }: Reader): Promise<void> {
  await page.goto('/posts/walks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Walks');
  await expect(page.locator('.list-description')).toHaveText('Where we went, and how.');
  await expect(titles(page)).toHaveText([LONG, ...namesOf(22, 14)]);
  const [first, second] = await page.locator('.post-list img').all();
  await expect(first as NonNullable<typeof first>).not.toHaveAttribute('loading');
  await expect(second as NonNullable<typeof second>).toHaveAttribute('loading', 'lazy');
  await expect(page.locator('.post-list time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT[\d:]+Z$/);
  await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/posts\/walks$/);
  await expectNoOverflow(page);

  await page.getByRole('link', { name: older }).click();
  await expect(titles(page)).toHaveText(namesOf(13, 4));
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('.list-description')).toHaveCount(0);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: older }).click();
  await expect(titles(page)).toHaveText(namesOf(3, 1));
  await expect(page.getByRole('link', { name: older })).toHaveCount(0);
  await page.getByRole('link', { name: newer }).click();
  await expect(titles(page)).toHaveText(namesOf(13, 4));
  await page.getByRole('link', { name: newer }).click();
  await expect(titles(page)).toHaveText([LONG, ...namesOf(22, 14)]);
  await expect(page.getByRole('link', { name: newer })).toHaveCount(0);
  await page.getByRole('link', { name: older }).click();
  await page.getByRole('link', { name: newest }).click();
  await expect(page).toHaveURL(/\/posts\/walks$/);
}

async function walkCategories(page: Page, { below, here, of, empty }: Reader): Promise<void> {
  await page.goto('/posts/walks/categories/coast');
  const children = page.getByRole('navigation', { name: below });
  await expect(children.getByRole('link')).toHaveText(['Harbour', 'Pier', '灯台']);
  await expect(titles(page)).toHaveText([LONG, ...namesOf(22, 14)]);
  await children.getByRole('link', { name: 'Harbour' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(of);
  await expect(page).toHaveTitle(new RegExp(of));
  await expect(page.locator('.list-description')).toHaveText('Where the ships come in.');
  await expect(titles(page)).toHaveText(namesOf(1, 1));
  await expectNoOverflow(page);
  const trail = page.getByRole('navigation', { name: here });
  await expect(trail.getByRole('link')).toHaveText(['Walks', 'Coast']);
  await children.getByRole('link', { name: 'Pier' }).click();
  await expect(page.getByRole('main')).toContainText(empty);
  await expect(trail.getByRole('link')).toHaveText(['Walks', 'Coast', 'Harbour']);
  await expectNoOverflow(page);
  await trail.getByRole('link', { name: 'Coast' }).click();
  await expect(page).toHaveURL(/\/categories\/coast$/);
  await trail.getByRole('link', { name: 'Walks' }).click();
  await expect(page).toHaveURL(/\/posts\/walks$/);
}

async function followTag(page: Page, { ofTag, here, nextPage, previousPage, tenPosts }: Reader): Promise<void> {
  const item = page.getByRole('article').filter({ hasText: LONG });
  await expect(item.locator('.post-item-tags li')).toHaveCount(6);
  await page.getByRole('article').filter({ hasText: 'Walk 22' }).getByRole('link', { name: '木版' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ofTag);
  await expect(page.locator('.post-item-tags')).toHaveCount(0);
  await expect(titles(page)).toHaveText(namesOf(22, 13));
  await expectNoOverflow(page);
  await page.getByRole('navigation', { name: here }).getByRole('link').last().click();
  await expect(page).toHaveURL(/\/posts\/walks\/tags$/);
  await expect(page.locator('.overview a')).toHaveText([...MANY_TAGS.map(({ label }) => label), '木版']);
  await expect(page.locator('.overview li').last()).toHaveText(`木版 ${tenPosts}`);
  await expectNoOverflow(page);
  await page.goto('/posts/many/tags');
  await expect(page.locator('.overview a')).toHaveCount(50);
  await page.getByRole('link', { name: nextPage }).click();
  await expect(page.locator('.overview a')).toHaveCount(10);
  await page.getByRole('link', { name: previousPage }).click();
  await expect(page.locator('.overview a')).toHaveCount(50);
}

async function readGroup(page: Page, { nextPage, previousPage, here }: Reader): Promise<void> {
  await page.goto('/posts/walks/groups');
  await page.locator('.overview').getByRole('link', { name: '一日の散歩' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('一日の散歩');
  await expect(titles(page)).toHaveText(namesOf(1, 10));
  await expect(page.locator('.post-item-number')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: nextPage }).click();
  await expect(titles(page)).toHaveText(namesOf(11, 12));
  await expect(page.locator('.post-item-number')).toHaveText(['11', '12']);
  await page.getByRole('link', { name: previousPage }).click();
  await expect(titles(page)).toHaveText(namesOf(1, 10));
  await page.getByRole('navigation', { name: here }).getByRole('link').last().click();
  await expect(page).toHaveURL(/\/posts\/walks\/groups$/);
  await page.goto('/posts/walks/groups/nowhere');
  await expect(page).toHaveURL(/\/error\/notfound\?service=walks$/);
  await expect(titles(page).first()).toHaveText(LONG);
}

const titles = (page: Page) => page.locator('.post-list .post-item-title');

const nameOf = (number: number) => `Walk ${number}`;

function namesOf(from: number, to: number): string[] {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => nameOf(from + at * step));
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await overflowOf(page);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Uses a separate service, so that lists contain no starter content, with more tags than fit a page. */
async function givenLists(page: Page): Promise<void> {
  const configs = { siteDescription: 'Where we went, and how.' };
  await callAs(page, 'POST', '/admin/services', { serviceId: 'walks', label: 'Walks', functions: ['post'], configs });
  for (const category of [
    { slug: 'coast', label: 'Coast' },
    { slug: 'harbour', label: 'Harbour', description: 'Where the ships come in.', parentCategorySlug: 'coast' },
    { slug: 'lighthouse', label: '灯台', parentCategorySlug: 'coast' },
    { slug: 'pier', label: 'Pier', parentCategorySlug: 'harbour' },
  ]) {
    await callAs(page, 'POST', '/admin/categories/walks', category);
  }
  const thumbnail = await givenPicture(page, await png('harbour.png', { width: 600, height: 400 }));
  const ids: string[] = [];
  for (let number = 1; number < POSTS; number += 1) {
    ids.push(
      await publish(page, 'walks', {
        slug: `walk-${number}`,
        title: nameOf(number),
        body: 'On foot, *slowly*.',
        publishAt: daysAgo(99 - number),
        category: number === 1 ? 'harbour' : 'coast',
        ...(number >= 13 && { tags: [{ label: '木版' }], thumbnail }),
      }),
    );
  }
  const long = { slug: 'long', title: LONG, body: '', category: 'coast', tags: MANY_TAGS, thumbnail };
  await publish(page, 'walks', { ...long, publishAt: daysAgo(1) });
  const group = { slug: 'day-walks', label: '一日の散歩', postIds: ids.slice(0, 12) };
  await callAs(page, 'POST', '/admin/posts/walks/groups', group);

  await callAs(page, 'POST', '/admin/services', { serviceId: 'many', label: 'Many', functions: ['post'] });
  for (const letter of ['a', 'b']) {
    const tags = Array.from({ length: 30 }, (_, at) => ({ label: `${letter} ${at}` }));
    await publish(page, 'many', { slug: `post-${letter}`, title: `Post ${letter}`, body: '', tags });
  }
}

async function publish(page: Page, serviceId: string, post: object): Promise<string> {
  const body = { bodyFormat: 'markdown', status: 'publish', ...post };
  const { postId } = (await callAs(page, 'POST', `/admin/posts/${serviceId}`, body)) as { readonly postId: string };
  return postId;
}

async function givenPicture(page: Page, { name, mimeType, buffer }: PickedFile) {
  const announced = { fileType: 'image', mimeType, name, size: buffer.length };
  const reserved = await callAs(page, 'POST', '/admin/files/walks', announced);
  const { fileId, url } = reserved as { readonly fileId: string; readonly url: string };
  const put = await page.request.put(url, { data: buffer, headers: { 'content-type': mimeType } });
  expect(put.status()).toBe(200);
  return { fileId, mimeType };
}

function daysAgo(days: number): string {
  return `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}Z`;
}
