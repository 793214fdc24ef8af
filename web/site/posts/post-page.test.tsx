import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { PRODUCT, SiteContext } from '../ui/site-context.ts';
import type { PostData } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';

const post: PostData = {
  serviceId: 'news',
  serviceLabel: 'News',
  slug: 'first',
  title: '瓦版とは',
  description: '江戸の一枚刷り。',
  author: 'Hanako',
  publishedAt: '2026-11-21T04:43:00Z',
  updatedAt: undefined,
  bodyHtml: '<p>江戸の町で売られました。</p>',
  bodyFormat: 'markdown',
  language: 'ja',
  categories: [
    { slug: 'culture', label: 'Culture' },
    { slug: 'print', label: 'Print' },
  ],
  tags: ['a tag/with a slash'],
  hidden: undefined,
  isPreview: false,
};

async function pageOf(changes: Partial<PostData> = {}, language: Language = 'en'): Promise<string> {
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <SiteContext value={{ ...PRODUCT, origin: 'https://example.com' }}>
        <MemoryRouter>
          <PostPage post={{ ...post, ...changes }} />
        </MemoryRouter>
      </SiteContext>
    </I18nextProvider>,
  );
}

test('a Japanese post on an English page says its own language, and its date is in the reader’s', async () => {
  const page = await pageOf();
  expect(page).toContain('<h1 lang="ja">瓦版とは</h1>');
  expect(page).toContain('<div class="prose" data-format="markdown" lang="ja"><p>江戸の町で売られました。</p></div>');
  expect(page).toContain('<time dateTime="2026-11-21T04:43:00Z">November 21, 2026</time>');
});

test('the same post on a Japanese page has a Japanese date', async () => {
  expect(await pageOf({}, 'ja')).toContain('<time dateTime="2026-11-21T04:43:00Z">2026年11月21日</time>');
});

test('a published post has a title, one address and a description for machines', async () => {
  const page = await pageOf();
  expect(page).toContain('<title>瓦版とは – Kawaraban</title>');
  expect(page).toContain('<link rel="canonical" href="https://example.com/posts/news/first"/>');
  expect(page).toContain('<script type="application/ld+json">');
  expect(page).not.toContain('noindex');
});

test('the way down to the post goes from the service through its categories', async () => {
  const links = [...(await pageOf()).matchAll(/href="(\/posts[^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    '/posts/news',
    '/posts/news/categories/culture',
    '/posts/news/categories/print',
    '/posts/news/tags/a%20tag%2Fwith%20a%20slash',
    '/posts/news',
  ]);
});

test.each([
  ['draft', 'This is a draft.'],
  ['unpublished', 'This post is unpublished.'],
  ['reserved', 'This post is not published yet.'],
] as const)('a %s post says so and is not to be found', async (hidden, notice) => {
  const page = await pageOf({ hidden });
  expect(page).toContain(notice);
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toContain('canonical');
  expect(page).not.toContain('ld+json');
});

test('a post that waits for its time says when it comes', async () => {
  expect(await pageOf({ hidden: 'reserved' })).toContain('November 21, 2026 at 4:43 AM UTC');
});

test('a published post under an address with a token is not to be found there, and hides nothing', async () => {
  const page = await pageOf({ isPreview: true });
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toContain('canonical');
  expect(page).not.toContain('role="note"');
});
