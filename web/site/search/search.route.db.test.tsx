import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { SERVICE_LAYOUT } from '../service/service-context.tsx';
import { PRODUCT, SiteContext } from '../ui/site-context.ts';
import type { SearchData } from './load-search.server.ts';
import SearchRoute, { headers, loader } from './search.route.tsx';

const NOTHING: SearchData = {
  q: 'ink',
  filters: { category: '', tag: '', year: '', language: '' },
  years: ['2026', '2025'],
  languages: [],
  posts: [],
  more: null,
  isFirstPage: true,
  isLimited: false,
  isRejected: false,
  isIncomplete: false,
};

async function pageOf(found: Partial<SearchData>, language: Language = 'en', menu?: object): Promise<string> {
  const props = { loaderData: { ...NOTHING, ...found }, params: { serviceId: 'news' } };
  const element = <SearchRoute {...(props as ComponentProps<typeof SearchRoute>)} />;
  const router = createMemoryRouter([{ path: '*', id: SERVICE_LAYOUT, element, loader: () => null }], {
    initialEntries: ['/posts/news/search'],
    hydrationData: { loaderData: { [SERVICE_LAYOUT]: menu && { menu } } },
  });
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <SiteContext value={{ ...PRODUCT, origin: 'https://example.com' }}>
        <RouterProvider router={router} />
      </SiteContext>
    </I18nextProvider>,
  );
  return page.slice(page.indexOf('<header'));
}

test('reports no results only after a complete search', async () => {
  expect(await pageOf({})).toContain('No results for “ink”');
  const limited = await pageOf({ more: 'further', isLimited: true });
  expect(limited).not.toContain('No results for');
  expect(limited).toMatch(
    /No results so far\..*Not all posts have been searched.*href="[^"]*pageToken=further"[^>]*>More results/,
  );
  const last = await pageOf({ isFirstPage: false });
  expect(last).not.toContain('No results for');
  expect(last).toMatch(/No more results\..*Back to first results/);
});

const category = { slug: 'coast', label: 'Coast', children: [{ slug: 'pier', label: 'Pier', children: [] }] };
const found = {
  slug: 'a',
  title: 'Ink notes',
  excerpt: 'About ink.',
  publishedAt: '2026-11-20T00:00:00Z',
  category: undefined,
  tags: [],
  picture: undefined,
  highlights: {
    title: [
      { text: 'Ink', isMatch: true },
      { text: ' notes', isMatch: false },
    ],
    text: [],
  },
};

test('filters are fields of the form and stay in links to other pages', async () => {
  const filters = { category: 'pier', tag: '木版', year: '2025', language: 'ja' };
  const languages = [
    { code: 'en', name: 'English' },
    { code: 'ja', name: '日本語' },
  ];
  const page = await pageOf({ filters, languages, posts: [found], more: 'further' }, 'en', {
    categories: [category],
    tags: ['ink'],
  });
  const form = /<form[^>]* id="([^"]*)"[^>]* action="\/posts\/news\/search"/.exec(page)?.[1] ?? '';
  for (const name of ['category', 'tag', 'year', 'language'])
    expect(page).toContain(`<select form="${form}" name="${name}">`);
  expect(page).toContain(`type="submit" form="${form}">Filter</button>`);
  expect([...page.matchAll(/<option [^>]*selected=""[^>]*>([^<]*)/g)].map(([, text]) => text?.trim())).toEqual([
    'Pier',
    '木版',
    '2025',
    '日本語',
  ]);
  expect(page).toContain(
    `?q=ink&amp;category=pier&amp;${new URLSearchParams({ tag: '木版' })}&amp;year=2025&amp;language=ja&amp;pageToken=further`,
  );
  expect(page).toMatch(/href="[^"]*\?q=ink"[^>]*>Clear filters/);
  expect(page).toMatch(/<ol class="post-list search-results">.*<mark>Ink<\/mark> notes/);
  expect(await pageOf({}, 'ja')).not.toContain('絞り込みを解除');
  expect(await pageOf({ languages: languages.slice(1) })).not.toContain('name="language"');
});

test.for([
  ['en', 'Too many searches. Please try again in a moment.'],
  ['ja', '検索の回数が多すぎます。'],
] as const)('rate-limited search keeps the query and shows %s message', async ([language, text]) => {
  const page = await pageOf({ isRejected: true }, language);
  expect(page).toMatch(/<input[^>]* value="ink"/);
  expect(page).toContain(text);
  expect(page).not.toMatch(/Nothing found|見つかりませんでした/);
});

async function sentWith(answers: Parameters<typeof pageContextOf>[1]) {
  const app = await testApp();
  await givenPost(app);
  const url = new URL('http://news.example/posts/news/search?q=ink&tag=ink');
  const args = {
    url,
    request: new Request(url),
    pattern: '/posts/:serviceId/search',
    context: pageContextOf(app, answers),
    params: { serviceId: 'news' },
  };
  const { init } = await loader(args as Parameters<typeof loader>[0]);
  const loaderHeaders = new Headers(init?.headers);
  const none = new Headers();
  const sent = headers({ loaderHeaders, parentHeaders: none, actionHeaders: none, errorHeaders: undefined });
  return [init?.status, sent.get('cache-control')];
}

test('rate-limited search returns 429 and no-store', async () => {
  expect(await sentWith({ '/api/posts/news/search': 429 })).toEqual([429, 'no-store']);
});

test('search page without a filter after an error is not cached', async () => {
  expect(await sentWith({})).toEqual([undefined, null]);
  expect(await sentWith({ '/api/tags': 503 })).toEqual([undefined, 'no-store']);
  const list = ({ searchParams }: URL) => (searchParams.has('q') ? undefined : Response.json({}, { status: 503 }));
  expect(await sentWith({ '/api/posts/news': list })).toEqual([undefined, 'no-store']);
});
