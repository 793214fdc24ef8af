import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { PRODUCT, SiteContext } from '../ui/site-context.ts';
import type { PostData } from './load-post.server.ts';
import type { OfferedFile, ShownImage } from './post-media.ts';
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
  media: { lead: undefined, images: [], files: [] },
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

const bridge: ShownImage = {
  fileId: 'one',
  mimeType: 'image/jpeg',
  name: 'bridge.jpg',
  src: '/media/news/images/one/raw.jpg',
  srcSet: '/media/news/images/one/400x400.jpg 400w, /media/news/images/one/raw.jpg 600w',
  width: 600,
  height: 400,
  placeholder: 'data:image/webp;base64,AAAA',
  alt: { en: 'A bridge', ja: '橋' },
  captions: { en: 'In spring', ja: '春に' },
};
const paper: OfferedFile = {
  fileId: 'two',
  mimeType: 'application/pdf',
  name: '案内.pdf',
  size: 1_500_000,
  src: '/media/news/docs/two.pdf',
};

test('a post begins with its picture, which keeps its place on the page and comes first', async () => {
  const page = await pageOf({ media: { lead: bridge, images: [], files: [] } });
  const [img = ''] = /<img[^>]*>/.exec(page) ?? [];
  for (const said of ['width="600"', 'height="400"', 'alt="A bridge"', 'fetchPriority="high"', 'sizes="', 'srcSet="']) {
    expect(img).toContain(said);
  }
  expect(img).not.toContain('loading');
  expect(img).toContain('url(&quot;data:image/webp;base64,AAAA&quot;)');
  expect(page).toContain('<figcaption lang="en">In spring</figcaption>');
  expect(page).toContain('<meta property="og:image" content="https://example.com/media/news/images/one/raw.jpg"/>');
  expect(page.indexOf('<img')).toBeLessThan(page.indexOf('class="prose"'));
});

test('the pictures of a post come after its text, when they are scrolled to, and lead to themselves', async () => {
  const second = { ...bridge, fileId: 'three', alt: undefined, captions: undefined, caption: 'Here' };
  const page = await pageOf({ media: { lead: undefined, images: [bridge, second], files: [] } }, 'ja');
  expect(page.match(/loading="lazy"/g)).toHaveLength(2);
  expect(page).toContain('aria-label="橋（原寸で表示）"');
  expect(page).toContain('<figcaption lang="ja">春に</figcaption>');
  expect(page).toContain('<figcaption lang="en">Here</figcaption>');
  expect(page).toContain('alt=""');
  expect(page.indexOf('<img')).toBeGreaterThan(page.indexOf('class="prose"'));
});

test('documents say what they are and how large, and can be saved', async () => {
  const page = await pageOf({ media: { lead: undefined, images: [], files: [paper] } });
  expect(page).toContain('<a class="post-file-name" href="/media/news/docs/two.pdf" lang="ja">案内.pdf</a>');
  expect(page).toContain('PDF · 1.4 MB');
  expect(page).toContain('href="/media/news/docs/two.pdf?download" aria-label="Download 案内.pdf">Download</a>');
});

test('what a post calls a document stands in place of its name, and what the document says of itself beside it', async () => {
  const captions = { en: 'For visitors' };
  const media = { lead: undefined, images: [], files: [{ ...paper, captions }] };
  expect(await pageOf({ media })).toContain('<p class="post-file-caption" lang="en">For visitors</p>');
  const page = await pageOf({ media: { ...media, files: [{ ...paper, captions, caption: 'Programme' }] } });
  expect(page).toContain('href="/media/news/docs/two.pdf" lang="en">Programme</a>');
  expect(page).toContain('aria-label="Download Programme"');
  for (const other of ['案内.pdf', 'For visitors', 'post-file-caption']) expect(page).not.toContain(other);
});
