import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { loadSearch } from './load-search.server.ts';

const SEARCH = '/api/posts/news/search';
const params = { serviceId: 'news' };
const askFor = (query: string) => new Request(`http://news.example/posts/news/search?${query}`);

/** A search that has looked at enough without finding anything, so often. */
function limitedFor(times: number, then: number | undefined = undefined) {
  const asked: string[] = [];
  const stand = (url: URL) => {
    asked.push(url.searchParams.get('pageToken') ?? '');
    if (asked.length > times)
      return then === undefined ? undefined : Response.json({ message: 'No' }, { status: then });
    const meta = { words: ['ink'], isLimited: true };
    // The application knows no such place, so the last one is none.
    const pageToken = then === undefined && asked.length === times ? '' : `place-${asked.length}`;
    return Response.json({ items: [], pagerKey: {}, pageToken, meta });
  };
  return { asked, stand };
}

async function searched(stand: Parameters<typeof pageContextOf>[1], query = 'q=ink') {
  const app = await testApp();
  await givenPost(app, { slug: 'about-ink', title: 'About ink' });
  return loadSearch({ context: pageContextOf(app, stand), request: askFor(query), params });
}

test('a search that has found nothing yet is looked on with, until it finds', async () => {
  const { asked, stand } = limitedFor(3);
  const found = await searched({ [SEARCH]: stand });
  expect(asked).toEqual(['', 'place-1', 'place-2', '']);
  expect(found).toMatchObject({ posts: [{ slug: 'about-ink' }], more: null, isFirstPage: true, isLimited: false });
});

test('of a search that finds nothing for long the reader is told where it goes on', async () => {
  const { asked, stand } = limitedFor(100);
  const found = await searched({ [SEARCH]: stand });
  expect(asked).toHaveLength(5);
  expect(found).toMatchObject({ posts: [], more: 'place-5', isLimited: true, isRefused: false });
});

test('what was looked at before a refusal counts', async () => {
  const { stand } = limitedFor(2, 429);
  expect(await searched({ [SEARCH]: stand })).toMatchObject({ more: 'place-2', isLimited: true, isRefused: false });
});

test.for(['q=ink', 'q=ink&pageToken=any'])('too many searches are told on the page of %s', async (query) => {
  const found = await searched({ [SEARCH]: 429 }, query);
  expect(found).toMatchObject({ q: 'ink', posts: [], more: null, isRefused: true });
});

test.for([
  [503, 503],
  [500, 500],
  [0, 502],
] as const)('a search that fails with %s is a page with its status', async ([status, shown]) => {
  await expect(searched({ [SEARCH]: status })).rejects.toMatchObject({ init: { status: shown } });
});

test('words that say nothing find nothing, and a page that is none does not exist', async () => {
  expect(await searched({ [SEARCH]: 400 })).toMatchObject({ posts: [], more: null, isRefused: false });
  await expect(searched({}, 'q=ink&pageToken=none')).rejects.toMatchObject({ status: 302 });
});
