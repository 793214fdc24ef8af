import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { PageHead, type PageHeadProps } from './page-head.tsx';
import { PRODUCT, SiteContext } from './site-context.ts';

async function headOf(props: Partial<PageHeadProps>, origin = 'https://example.com'): Promise<string> {
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n('en')}>
      <SiteContext value={{ ...PRODUCT, origin }}>
        <PageHead title="A page" {...props} />
      </SiteContext>
    </I18nextProvider>,
  );
}

test('pages without path or origin are not indexed', async () => {
  const found = await headOf({ path: '/about' });
  expect(found).toContain('<link rel="canonical" href="https://example.com/about"/>');
  expect(found).toContain('<meta property="og:url" content="https://example.com/about"/>');
  expect(found).not.toContain('noindex');
  for (const hidden of [await headOf({}), await headOf({ path: '/about' }, '')]) {
    expect(hidden).toContain('<meta name="robots" content="noindex"/>');
    expect(hidden).not.toMatch(/canonical|og:url/);
  }
});

test("title contains the site's name once", async () => {
  expect(await headOf({})).toContain('<title>A page – Kawaraban</title>');
  expect(await headOf({ title: 'Kawaraban' })).toContain('<title>Kawaraban</title>');
});

test('shared title can differ from the page title', async () => {
  expect(await headOf({})).toContain('<meta property="og:title" content="A page"/>');
  const front = await headOf({ title: 'Top', isFrontPage: true, sharedTitle: 'Kawaraban' });
  expect(front).toContain('<title>Kawaraban – Top</title>');
  expect(front).toContain('<meta property="og:title" content="Kawaraban"/>');
});

test('article metadata contains dates, section, tags, language and image', async () => {
  const head = await headOf({
    path: '/posts/news/a',
    type: 'article',
    language: 'ja',
    image: { src: '/cards/news/a.png', width: 1200, height: 630, alt: '瓦版' },
    article: {
      publishedAt: '2026-11-20T00:00:00Z',
      updatedAt: '2026-11-21T00:00:00Z',
      section: 'Prints',
      tags: ['wood', 'ink'],
    },
  });
  const facts = [...head.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, ...fact]) => fact);
  expect(facts).toEqual(
    expect.arrayContaining([
      ['og:type', 'article'],
      ['og:locale', 'ja_JP'],
      ['article:published_time', '2026-11-20T00:00:00Z'],
      ['article:modified_time', '2026-11-21T00:00:00Z'],
      ['article:section', 'Prints'],
      ['article:tag', 'wood'],
      ['article:tag', 'ink'],
      ['og:image', 'https://example.com/cards/news/a.png'],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', '瓦版'],
      ['twitter:card', 'summary_large_image'],
    ]),
  );
});

test('page without image uses small card and page language', async () => {
  const head = await headOf({ path: '/about' });
  expect(head).toContain('<meta name="twitter:card" content="summary"/>');
  expect(head).toContain('<meta property="og:locale" content="en_US"/>');
  expect(head).not.toContain('og:image');
});

test('list pages link feeds in every format', async () => {
  const head = await headOf({ path: '/posts/news', feed: { path: '/posts/news', title: 'News' } });
  expect(head.match(/<link rel="alternate"[^>]*>/g)).toEqual([
    '<link rel="alternate" type="application/rss+xml" title="News (RSS)" href="/posts/news/rss.xml"/>',
    '<link rel="alternate" type="application/atom+xml" title="News (Atom)" href="/posts/news/atom.xml"/>',
    '<link rel="alternate" type="application/feed+json" title="News (JSON Feed)" href="/posts/news/feed.json"/>',
  ]);
});

test('JSON-LD text cannot close its script element', async () => {
  const name = '</script><!-- <script>alert(1)</script>';
  const head = await headOf({ jsonLd: [{ '@type': 'Thing', name }] });
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(head) ?? [];
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@graph': [{ '@type': 'Thing', name }] });
});
