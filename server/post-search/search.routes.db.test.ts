import { expect, test } from 'vitest';
import { postSearchApi } from '#contract/post-search.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';

const params = { serviceId: 'news' };

test('search response has highlights but no body', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note', title: 'Ｉｎｋ notes', body: 'Of paper and *ink*.', tags: ['Press'] });
  const { items, meta, pagerKey } = await app.call(postSearchApi.search, { params, query: { q: 'INK' } });
  expect(meta).toEqual({ words: ['ink'], isLimited: false });
  expect(pagerKey).toBeNull();
  expect(items).toMatchObject([
    {
      slug: 'note',
      tags: [{ label: 'Press' }],
      highlights: {
        title: [
          { text: 'Ｉｎｋ', isMatch: true },
          { text: ' notes', isMatch: false },
        ],
        text: [
          { text: 'Of paper and ', isMatch: false },
          { text: 'ink', isMatch: true },
          { text: '.', isMatch: false },
        ],
      },
    },
  ]);
  for (const name of ['body', 'bodyHtml', 'bodyText', 'links']) expect(items[0]).not.toHaveProperty(name);
});

test('unknown category and tag return 404, invalid year 400', async () => {
  const app = await testApp();
  await givenPost(app, { serviceId: 'other', category: 'foreign', tags: ['foreign'] });
  await givenPost(app, { slug: 'note' });
  const search = async (filter: string) => {
    const { status, json } = await app.get(`/api/posts/news/search?q=a&${filter}`);
    return [status, json.message];
  };
  expect(await search('category=foreign')).toEqual([404, 'Category does not exist']);
  expect(await search('tag=foreign')).toEqual([404, 'Tag does not exist']);
  for (const year of ['1969', '10000', '2025.5', 'x']) expect((await search(`year=${year}`))[0], year).toBe(400);
  expect((await search('category=&tag=&year='))[0]).toBe(200);
});

test('search without words is empty, invalid queries return 400', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  const search = (query: string) => app.get(`/api/posts/news/search?${query}`);
  for (const q of ['', '%20', '%E3%80%80', '!%3F', '%22%22']) {
    expect((await search(`q=${q}`)).json).toEqual({
      items: [],
      pagerKey: null,
      pageToken: null,
      meta: { words: [], isLimited: false },
    });
  }
  const keys = [{ rank: 10 }, { rank: 0.5 }, { postId: 'x' }, { listedAt: 'now' }];
  for (const wrong of keys) {
    const key = { rank: 0, listedAt: '2026-11-21T00:00:00Z', postId: '0'.repeat(26), ...wrong };
    expect((await search(`q=a&pagerKey=${encodeURIComponent(JSON.stringify(key))}`)).status).toBe(400);
  }
  expect(await search(`q=${'a'.repeat(101)}`)).toMatchObject({ status: 400, json: { errors: [{ field: 'q' }] } });
  expect((await app.get('/api/posts/nowhere/search?q=a')).status).toBe(404);
});
