import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../../i18n/i18n.ts';
import { PRODUCT, SiteContext } from '../../ui/site-context.ts';
import type { OfferedFile, ShownImage } from '../post-media.ts';
import type { PostData } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';

const post: PostData = {
  serviceId: 'news',
  slug: 'first',
  contentId: 'post-1',
  thread: undefined,
  title: '瓦版とは',
  description: '江戸の一枚刷り。',
  lede: '',
  author: 'Hanako',
  publishedAt: '2026-11-21T04:43:00Z',
  updatedAt: undefined,
  modifiedAt: undefined,
  changedAt: undefined,
  readingSeconds: undefined,
  bodyHtml: '<p>江戸の町で売られました。</p>',
  bodyFormat: 'markdown',
  language: 'ja',
  toc: [],
  categories: [
    { slug: 'culture', label: 'Culture' },
    { slug: 'print', label: 'Print' },
  ],
  tags: ['a tag/with a slash'],
  links: [],
  series: [],
  neighbors: { previous: null, next: null },
  related: [],
  isIncomplete: false,
  cover: undefined,
  languageTag: undefined,
  translations: [],
  hidden: undefined,
  isHiddenInList: false,
  isIndexed: true,
  isPreview: false,
  media: { lead: undefined, images: [], files: [] },
};

async function pageOf(changes: Partial<PostData> = {}, language: Language = 'en'): Promise<string> {
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <SiteContext value={{ ...PRODUCT, origin: 'https://example.com' }}>
        <MemoryRouter>
          <PostPage post={{ ...post, ...changes }} serviceLabel="News" />
        </MemoryRouter>
      </SiteContext>
    </I18nextProvider>,
  );
}

const articleOf = (page: string) => page.slice(page.indexOf('<article'));

test('Japanese post on English page has lang ja, English date', async () => {
  const page = await pageOf();
  expect(page).toContain('<h1 lang="ja">瓦版とは</h1>');
  expect(page).toContain('<div class="prose" data-format="markdown" lang="ja"><p>江戸の町で売られました。</p></div>');
  expect(page).toContain('<time dateTime="2026-11-21T04:43:00Z">November 21, 2026</time>');
});

test('chosen language replaces the detected one', async () => {
  const page = await pageOf({ title: 'Neuigkeiten', lede: 'Kurz', language: undefined, languageTag: 'de' });
  expect(page).toContain('<h1 lang="de">Neuigkeiten</h1>');
  expect(page).toContain('<p class="post-lede" lang="de">');
  expect(page).toContain('data-format="markdown" lang="de">');
  expect(page).toContain('"inLanguage":"de"');
});

test('post on Japanese page has a Japanese date', async () => {
  expect(await pageOf({}, 'ja')).toContain('<time dateTime="2026-11-21T04:43:00Z">2026年11月21日</time>');
});

test('published post has title, canonical URL and JSON-LD', async () => {
  const page = await pageOf();
  expect(page).toContain('<title>瓦版とは – Kawaraban</title>');
  expect(page).toContain('<link rel="canonical" href="https://example.com/posts/news/first"/>');
  expect(page).toContain('<script type="application/ld+json">');
  expect(page).not.toContain('noindex');
});

test('breadcrumbs lead from the service through the categories', async () => {
  const links = [...articleOf(await pageOf()).matchAll(/href="(\/posts[^"]*)"/g)].map(([, href]) => href);
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
] as const)('%s post shows a notice and is noindex', async (hidden, notice) => {
  const page = await pageOf({ hidden });
  expect(page).toContain(notice);
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toContain('canonical');
  expect(page).not.toContain('ld+json');
});

test.for([
  ['en', 'This is a draft. Only people with this link can read it.'],
  ['ja', 'この記事は下書きです。このリンクを知っている人だけが読めます。'],
] as const)('draft preview shows its notice in %s', async ([language, notice]) => {
  const page = await pageOf({ hidden: 'draft', isPreview: true }, language);
  expect(page).toMatch(new RegExp(`role="note"[^>]*>(<[^>]*>)*${notice}`));
  expect(page).toContain('<meta name="robots" content="noindex"/>');
});

test('reserved post shows its planned time', async () => {
  const notice = /link can read it\. Scheduled for: <time[^>]*>November 21, 2026 at 4:43 AM UTC</;
  expect(await pageOf({ hidden: 'reserved' })).toMatch(notice);
  expect(await pageOf({ hidden: 'reserved' }, 'ja')).toContain('公開予定：<time');
});

test('publication date is labeled by status, omitted for drafts', async () => {
  const named = async (hidden: PostData['hidden'], language: Language) =>
    [...(await pageOf({ hidden }, language)).matchAll(/<dt[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(await named(undefined, 'en')).toEqual(['Published', 'By']);
  expect(await named('unpublished', 'en')).toEqual(['Published', 'By']);
  expect(await named('reserved', 'en')).toEqual(['Scheduled', 'By']);
  expect(await named('reserved', 'ja')).toEqual(['公開予定', '著者']);
  expect(await named('draft', 'en')).toEqual(['By']);
  expect(await pageOf({ hidden: 'draft' })).not.toContain('article:published_time');
});

test('unindexed post is noindex without notice', async () => {
  const page = await pageOf({ isIndexed: false });
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toContain('canonical');
  expect(page).not.toContain('role="note"');
});

test('preview URL of a published post is noindex without notice', async () => {
  const page = await pageOf({ isPreview: true });
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toContain('canonical');
  expect(page).not.toContain('role="note"');
});

test('preview shows notice for posts hidden in lists', async () => {
  expect(await pageOf({ isPreview: true, isHiddenInList: true })).toContain('This post is hidden from lists.');
  const page = await pageOf({ hidden: 'unpublished', isHiddenInList: true }, 'ja');
  expect(page).toContain('この記事は非公開です。');
  expect(page).toContain('この記事は一覧には表示されません。');
});

test('authors are named at the end, in metadata and in JSON-LD', async () => {
  const page = await pageOf({ author: '佐藤花、Ken Mori' });
  expect(page).toContain('>Authors</h2>');
  expect(page).toMatch(/<li lang="ja">佐藤花<\/li><li lang="en">Ken Mori<\/li>/);
  for (const name of ['佐藤花', 'Ken Mori']) {
    expect(page).toContain(`<meta name="author" content="${name}"/>`);
    expect(page).toContain(`<meta property="article:author" content="${name}"/>`);
    expect(page).toContain(`{"@type":"Person","name":"${name}"}`);
  }
  expect(await pageOf({ author: '佐藤花' }, 'ja')).toContain('>著者</h2>');
  const anonymous = await pageOf({ author: '' });
  for (const part of ['Author', 'article:author', 'name="author"']) expect(anonymous).not.toContain(part);
});

test('share links are hidden for previews and drafts', async () => {
  expect(await pageOf()).toContain('class="share"');
  expect(await pageOf({ isPreview: true })).not.toContain('class="share"');
  expect(await pageOf({ hidden: 'draft' })).not.toContain('class="share"');
});

test('lede is shown in its own language', async () => {
  expect(await pageOf({ lede: 'A sheet of news.' })).toContain('<p class="post-lede" lang="en">A sheet of news.</p>');
});

test('reading time rounds up to minutes, omitted when short', async () => {
  expect(await pageOf({ readingSeconds: 29 })).not.toContain('Reading time');
  expect(await pageOf({ readingSeconds: 30 })).toContain('<dd>1 min read</dd>');
  expect(await pageOf({ readingSeconds: 121 }, 'ja')).toContain('<dd>約3分で読めます</dd>');
  expect(await pageOf({ readingSeconds: 3600 })).toContain('<dd>60 min read</dd>');
  expect(await pageOf({ readingSeconds: 3601 })).toContain('<dd>60+ min read</dd>');
  expect(await pageOf({ readingSeconds: 90_000 }, 'ja')).toContain('<dd>読むのに1時間以上かかります</dd>');
});

test("table of contents links headings in the post's language", async () => {
  const part = (id: string, children: PostData['toc'] = []) => ({ id, text: id, children });
  const page = await pageOf({ toc: [part('瓦版', [part('b')]), part('c')] });
  const list = '<ol lang="ja"><li><a href="#%E7%93%A6%E7%89%88">瓦版</a><ol><li><a href="#b">b</a></li></ol></li>';
  expect(page.split(list)).toHaveLength(3);
  expect(page).toContain('<summary>Contents</summary>');
  expect(await pageOf()).not.toContain('Contents');
});

test('post groups and adjacent posts are linked with positions', async () => {
  const [first, third] = [
    { slug: 'one', title: '一' },
    { slug: 'three', title: 'Three' },
  ];
  const place = { slug: 'steps', label: 'First steps', position: 2, count: 3 };
  const page = await pageOf({
    series: [{ ...place, previous: first, next: third }],
    neighbors: { previous: third, next: null },
  });
  expect(page).toContain('aria-label="First steps, part 2 of 3"');
  expect(page).toContain('href="/posts/news/groups/steps"');
  const links = [...page.matchAll(/<a rel="(prev|next)" href="([^"]*)"/g)].map(([, rel, href]) => [rel, href]);
  expect(links).toEqual([
    ['prev', '/posts/news/one'],
    ['next', '/posts/news/three'],
    ['prev', '/posts/news/three'],
  ]);
  expect(page).toContain('<span class="side-title" lang="ja">一</span>');
});

test('related posts are listed with titles and dates', async () => {
  const old = { slug: 'old', title: '一', excerpt: '', publishedAt: '2026-11-20T04:43:00Z', tags: [] };
  const related = [{ ...old, category: undefined, picture: undefined }];
  const page = await pageOf({ related });
  expect(page).toContain(
    '<section class="related" aria-labelledby="site:related"><h2 id="site:related">Related posts</h2>',
  );
  expect(page).toMatch(/<h3[^>]* lang="ja"><a href="\/posts\/news\/old"[^>]*>一<\/a><\/h3>.*November 20, 2026/);
  expect(await pageOf({ related }, 'ja')).toContain('>関連記事</h2>');
  expect(await pageOf()).not.toContain('related');
});

test('related links show label, else host, else URL', async () => {
  const links = [
    { id: 1, url: 'https://www.example.com/a?b=c', label: '瓦版の歴史', host: 'example.com' },
    { id: 2, url: 'http://日本語.example/x', label: '', host: '日本語.example' },
    { id: 3, url: 'https://[', label: '', host: '' },
  ];
  const page = await pageOf({ links });
  expect(page).toContain(
    '<a href="https://www.example.com/a?b=c" rel="external noopener" lang="ja">瓦版の歴史</a><span class="post-link-host ui-quiet ui-small">example.com</span>',
  );
  expect(page).toContain('rel="external noopener" lang="ja">日本語.example</a>');
  expect(page).toContain('<a href="https://[" rel="external noopener">https://[</a>');
});

test('long titles are marked', async () => {
  expect(await pageOf({ title: 'あ'.repeat(300) })).toContain('<h1 lang="ja" data-long="true">');
  expect(await pageOf({ title: 'A'.repeat(90) })).toContain('<h1 lang="en">');
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

test('lead image precedes text with dimensions and high priority', async () => {
  const page = await pageOf({ media: { lead: bridge, images: [], files: [] } });
  const [img = ''] = /<img[^>]*>/.exec(page) ?? [];
  for (const given of [
    'width="600"',
    'height="400"',
    'alt="A bridge"',
    'fetchPriority="high"',
    'sizes="',
    'srcSet="',
  ]) {
    expect(img).toContain(given);
  }
  expect(img).not.toContain('loading');
  expect(img).toContain('url(&quot;data:image/webp;base64,AAAA&quot;)');
  expect(page).toContain('<figcaption lang="en">In spring</figcaption>');
  expect(page.indexOf('<img')).toBeLessThan(page.indexOf('class="prose"'));
});

test('wide lead image spans the columns below the head of the page', async () => {
  const media = (width: number, height: number) => ({ lead: { ...bridge, width, height }, images: [], files: [] });
  const page = await pageOf({ media: media(1600, 900) });
  expect(page).toMatch(/<\/header><figure class="post-lead columns-cover"><img/);
  expect(page).toContain(
    'sizes="(min-width: 82rem) min(59rem, 1600px, 80vh * 1.7778), (min-width: 75rem) min(92vw - 17',
  );
  expect(page.match(/<figure/g)).toHaveLength(1);
  for (const [width, height] of [
    [736, 400],
    [1600, 1500],
  ] as const) {
    expect(await pageOf({ media: media(width, height) })).toMatch(
      /<div class="columns-body"><figure class="post-lead"><img/,
    );
  }
});

test('images follow the text and load lazily', async () => {
  const second = { ...bridge, fileId: 'three', alt: undefined, captions: undefined, caption: 'Here' };
  const page = await pageOf({ media: { lead: undefined, images: [bridge, second], files: [] } }, 'ja');
  expect(page.match(/loading="lazy"/g)).toHaveLength(2);
  expect(page).toContain('aria-label="橋（原寸で表示）"');
  expect(page).toContain('<figcaption lang="ja">春に</figcaption>');
  expect(page).toContain('<figcaption lang="en">Here</figcaption>');
  expect(page).toContain('alt=""');
  expect(page.indexOf('<img')).toBeGreaterThan(page.indexOf('class="prose"'));
});

test('documents show type and size with a download link', async () => {
  const page = await pageOf({ media: { lead: undefined, images: [], files: [paper] } });
  expect(page).toContain('<a class="post-file-name" href="/media/news/docs/two.pdf" lang="ja">案内.pdf</a>');
  expect(page).toContain('PDF · 1.4 MB');
  expect(page).toContain('href="/media/news/docs/two.pdf?download" aria-label="Download 案内.pdf">Download</a>');
});

test('post caption replaces document name; file caption is added', async () => {
  const captions = { en: 'For visitors' };
  const media = { lead: undefined, images: [], files: [{ ...paper, captions }] };
  expect(await pageOf({ media })).toContain(
    '<p class="post-file-caption ui-quiet ui-small" lang="en">For visitors</p>',
  );
  const page = await pageOf({ media: { ...media, files: [{ ...paper, captions, caption: 'Programme' }] } });
  expect(page).toContain('href="/media/news/docs/two.pdf" lang="en">Programme</a>');
  expect(page).toContain('aria-label="Download Programme"');
  for (const other of ['案内.pdf', 'For visitors', 'post-file-caption']) expect(page).not.toContain(other);
});

test('metadata has the time of any change apart from that of the text', async () => {
  const page = await pageOf({ changedAt: '2026-11-22T05:00:00Z' });
  expect(page).toContain('<meta property="og:updated_time" content="2026-11-22T05:00:00Z"/>');
  expect(page).toContain('"dateModified":"2026-11-21T04:43:00Z"');
  expect(page).not.toContain('article:modified_time');
  expect(articleOf(page)).not.toContain('2026-11-22');
});

test('an edit on the day of publication appears in metadata only', async () => {
  const modifiedAt = '2026-11-21T05:00:00Z';
  const page = await pageOf({ modifiedAt });
  expect(page).toContain(`<meta property="article:modified_time" content="${modifiedAt}"/>`);
  expect(page).toContain(`"dateModified":"${modifiedAt}"`);
  expect(articleOf(page)).not.toContain(modifiedAt);
});

test.for([
  ['en', 'Also in'],
  ['ja', 'ほかの言語'],
] as const)('translations are linked in their own languages, in %s', async ([language, name]) => {
  const translation = { title: 'About', relation: undefined, isDefault: undefined, isIndexed: true };
  const translations = [
    { ...translation, language: 'en', name: 'English', path: '/posts/news/about' },
    { ...translation, language: 'fr', name: 'français', path: '/posts/intl/propos' },
  ];
  const html = await pageOf({ translations, languageTag: 'ja' }, language);
  expect(html).toContain(`${name}</span>`);
  expect(html).toMatch(/<a [^>]*href="\/posts\/news\/about"[^>]*>English<\/a>/);
  expect(html).toMatch(/<a lang="fr" hrefLang="fr" href="\/posts\/intl\/propos"[^>]*>français<\/a>/);
  expect(await pageOf({}, language)).not.toContain(name);
});
