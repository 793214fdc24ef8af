import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { test as base, signIn } from './fixtures.ts';
import { callAs, type MadePost } from './posts-page.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Posts of two blogs, which are not in the repository. Without them, only the starter content is tested. */
const { KAWARABAN_TEST_DATA } = process.env;
const hasRealPosts = Boolean(KAWARABAN_TEST_DATA);

export interface PublicPage {
  readonly name: string;
  readonly path: string;
}

export const test = base.extend<object, { publicPages: readonly PublicPage[] }>({
  publicPages: [
    async ({ browser, product }, use) => {
      const page = await browser.newPage({ baseURL: product.url });
      await signIn(page);
      const pages = await givenPublicPages(page, product.dataDir);
      await page.close();
      await use(pages);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/**
 * Adds what the starter service lacks (a subcategory, a group, more posts than a list page holds, an unpublished post),
 * and imports the real posts if available.
 */
async function givenPublicPages(page: Page, dataDir: string): Promise<PublicPage[]> {
  await callAs(page, 'POST', '/admin/categories/news', {
    slug: 'first-steps',
    label: 'はじめの一歩',
    description: '最初の一枚を刷るまで。',
    parentCategorySlug: 'guide',
  });
  const preview = await givenPreview(page);
  await givenSeries(page);
  if (KAWARABAN_TEST_DATA) await importRealPosts(dataDir, KAWARABAN_TEST_DATA);
  await page.goto(`${new URL(page.url()).origin}/posts/news`);
  const older = await page.getByRole('main').locator('a[href*="pageToken="]').first().getAttribute('href');
  return [
    { name: 'front', path: '/' },
    { name: 'about', path: '/about' },
    { name: 'services', path: '/services' },
    { name: 'list', path: '/posts/news' },
    { name: 'older', path: older ?? '' },
    { name: 'category', path: '/posts/news/categories/guide' },
    { name: 'tag', path: `/posts/news-ja/tags/${encodeURIComponent('組版')}` },
    { name: 'group', path: '/posts/news/groups/first-sheets' },
    { name: 'all-tags', path: '/posts/news/tags' },
    { name: 'all-groups', path: '/posts/news/groups' },
    { name: 'search', path: `/posts/news/search?q=${encodeURIComponent('瓦版')}` },
    { name: 'search-empty', path: `/posts/news/search?q=${encodeURIComponent('存在しない言葉')}` },
    { name: 'post-en', path: '/posts/news/what-kawaraban-is' },
    { name: 'post-ja', path: '/posts/news-ja/scheduling' },
    { name: 'specimen', path: '/posts/news-ja/type-specimen' },
    { name: 'preview', path: preview },
    { name: 'unauthorized', path: '/error/unauthorized' },
    { name: 'forbidden', path: '/error/forbidden' },
    { name: 'notfound', path: '/error/notfound' },
    { name: 'notfound-in-service', path: '/error/notfound?service=news' },
    { name: 'signin', path: '/signin' },
    { name: 'signup', path: '/signup' },
    ...(hasRealPosts ? realPages : []),
  ];
}

const realPages: PublicPage[] = [
  { name: 'real-list-en', path: '/posts/node' },
  { name: 'real-list-ja', path: '/posts/react' },
  { name: 'real-post-en', path: '/posts/node/july-2026-security-releases' },
  { name: 'real-post-ja', path: '/posts/react/react-19-upgrade-guide' },
  { name: 'real-search', path: '/posts/node/search?q=security' },
];

async function givenPreview(page: Page): Promise<string> {
  const path = '/posts/news/not-yet';
  await callAs(page, 'POST', '/admin/posts/news', {
    slug: 'not-yet',
    title: 'まだ刷っていない一枚',
    body: '下書き。',
    bodyFormat: 'markdown',
    status: 'draft',
  });
  const { previewToken } = (await callAs(page, 'GET', `/admin${path}`)) as { previewToken: string };
  return `${path}?token=${previewToken}`;
}

async function givenSeries(page: Page): Promise<void> {
  const postIds: string[] = [];
  for (const [at, title] of ['The block', '紙', 'Ink', '摺り', 'The bridge'].entries()) {
    const { postId } = (await callAs(page, 'POST', '/admin/posts/news', {
      slug: `sheet-${at}`,
      title,
      body: `${title}.`,
      bodyFormat: 'markdown',
      status: 'publish',
      category: 'first-steps',
      publishAt: `2026-10-0${at + 1}T09:00:00Z`,
    })) as MadePost;
    postIds.push(postId);
  }
  const group = { slug: 'first-sheets', label: '最初の数枚', postIds };
  await callAs(page, 'POST', '/admin/posts/news/groups', group);
}

async function importRealPosts(dataDir: string, folder: string): Promise<void> {
  const cli = join(root, 'cli', 'kawaraban.js');
  for (const [source, service] of [
    ['nodejs-blog-en', 'node'],
    ['react-blog-ja', 'react'],
  ] as const) {
    const args = [cli, 'import', 'markdown', join(folder, source), '--service', service, '--create-service'];
    await run(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 });
  }
}
