import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { loadSearch } from './load-search.server.ts';

const SEARCH = '/api/posts/news/search';
const params = { serviceId: 'news' };
const askFor = (query: string) => new Request(`http://news.example/posts/news/search?${query}`);

/** The first `times` requests are limited and find nothing; `then` is the status afterwards. */
function limitedFor(times: number, then: number | undefined = undefined) {
  const asked: string[] = [];
  const stand = (url: URL) => {
    asked.push(url.searchParams.get('pageToken') ?? '');
    if (asked.length > times)
      return then === undefined ? undefined : Response.json({ message: 'No' }, { status: then });
    const meta = { words: ['ink'], isLimited: true };
    // The real endpoint rejects made-up page tokens, so the last one is empty.
    const pageToken = then === undefined && asked.length === times ? '' : `place-${asked.length}`;
    return Response.json({ items: [], pagerKey: {}, pageToken, meta });
  };
  return { asked, stand };
}

async function searched(stand: Parameters<typeof pageContextOf>[1], query = 'q=ink') {
  const app = await testApp();
  await givenPost(app, { slug: 'about-ink', title: 'About ink' });
  const answers = { [`${SEARCH}/languages`]: () => undefined, ...stand };
  return loadSearch({ context: pageContextOf(app, answers), request: askFor(query), params });
}

test('continues a limited search until something is found', async () => {
  const { asked, stand } = limitedFor(3);
  const found = await searched({ [SEARCH]: stand });
  expect(asked).toEqual(['', 'place-1', 'place-2', '']);
  expect(found).toMatchObject({ posts: [{ slug: 'about-ink' }], more: null, isFirstPage: true, isLimited: false });
});

test('returns page token when the search stays without results', async () => {
  const { asked, stand } = limitedFor(100);
  const found = await searched({ [SEARCH]: stand });
  expect(asked).toHaveLength(5);
  expect(found).toMatchObject({ posts: [], more: 'place-5', isLimited: true, isRejected: false });
});

test('429 after partial search keeps the progress', async () => {
  const { stand } = limitedFor(2, 429);
  expect(await searched({ [SEARCH]: stand })).toMatchObject({ more: 'place-2', isLimited: true, isRejected: false });
});

test.for(['q=ink', 'q=ink&pageToken=any'])('rate-limited search renders a page for %s', async (query) => {
  const found = await searched({ [SEARCH]: 429 }, query);
  expect(found).toMatchObject({ q: 'ink', posts: [], more: null, isRejected: true });
});

test.for([
  [503, 503],
  [500, 500],
  [0, 502],
] as const)('search failing with %s sets the page status', async ([status, shown]) => {
  await expect(searched({ [SEARCH]: status })).rejects.toMatchObject({ init: { status: shown } });
});

test('filters are passed on, unknown ones ignored', async () => {
  const app = await testApp();
  const ink = { title: 'Ink', publishAt: new Date('2024-05-01T00:00:00Z') };
  await givenPost(app, { ...ink, slug: 'a', category: 'coast', tags: ['紙'] });
  await givenPost(app, { ...ink, slug: 'b', publishAt: new Date('2026-05-01T00:00:00Z') });
  await givenPost(app, { ...ink, serviceId: 'other', category: 'foreign', tags: ['foreign'] });
  const load = async (query: string) => {
    const { posts, filters, years } = await loadSearch({ context: pageContextOf(app), request: askFor(query), params });
    return { slugs: posts.map(({ slug }) => slug).join(''), filters: Object.values(filters), years };
  };
  expect(await load('q=ink&category=coast&tag=紙&year=2024&language=en')).toEqual({
    slugs: 'a',
    filters: ['coast', '紙', '2024', 'en'],
    years: ['2026', '2025', '2024'],
  });
  expect(await load('q=ink&year=2025')).toMatchObject({ slugs: '', filters: ['', '', '2025', ''] });
  for (const odd of [
    'category=foreign&tag=foreign&year=1999&language=fr',
    'category=%00&tag=..&year=x&language=..',
    'category=&tag=&year=&language=',
  ]) {
    expect(await load(`q=ink&${odd}`), odd).toMatchObject({ slugs: 'ba', filters: ['', '', '', ''] });
  }
  expect(await load('year=2024')).toMatchObject({ slugs: '', filters: ['', '', '2024', ''] });
});

test('unsearchable words find nothing; invalid page token redirects', async () => {
  expect(await searched({ [SEARCH]: 400 })).toMatchObject({ posts: [], more: null, isRejected: false });
  await expect(searched({}, 'q=ink&pageToken=none')).rejects.toMatchObject({ status: 302 });
});

test('offers the languages of posts by their own names', async () => {
  const app = await testApp();
  await givenPost(app, { title: 'Ink' });
  const load = async (query: string) => loadSearch({ context: pageContextOf(app), request: askFor(query), params });
  expect((await load('q=ink')).languages).toEqual([{ code: 'en', name: 'English' }]);
  await givenPost(app, { title: '墨', body: '墨です。' });
  await givenPost(app, { title: 'Encre', language: 'fr-CA' });
  const { languages, filters } = await load('q=encre&language=fr');
  expect(languages.map(({ name }) => name)).toEqual(['English', 'français', '日本語']);
  expect(filters.language).toBe('fr');
  expect((await load('q=ink&language=de')).filters.language).toBe('');
});
