import { expect, test } from 'vitest';
import { givenPost } from '#testing/given.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { type SharedCaching, sharingHeaders } from './shared-caching.ts';

const ADDRESSES = ['/api/posts/news', '/api/services', '/posts/news/rss.xml', '/api/votes/news/first-talk'];
const purge = { url: 'http://localhost' };

async function headersOf(app: ListeningApp, url: string) {
  await app.ask(url);
  return (await app.ask(url)).headers;
}

async function appWithPost(cdn: SharedCaching | undefined): Promise<ListeningApp> {
  const app = await listeningApp({ cdn });
  await givenPost(app, { slug: 'first' });
  // The cache learns Fastify's request getters from the first request.
  await app.ask('/healthz');
  return app;
}

test.each([undefined, { maxAgeSeconds: 0, staleSeconds: 0 }])(
  'shared caches must revalidate by default',
  async (cdn) => {
    const app = await appWithPost(cdn);
    for (const url of ADDRESSES) {
      const headers = await headersOf(app, url);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(headers).not.toHaveProperty('surrogate-key');
    }
  },
);

test('shared caches may store purgeable responses, browsers revalidate', async () => {
  const app = await appWithPost({ maxAgeSeconds: 300, staleSeconds: 30 });
  const keys = ['service-news', 'services', 'service-news', 'service-news talk-news-first-talk'];
  for (const [index, url] of ADDRESSES.entries()) {
    const headers = await headersOf(app, url);
    expect([url, headers]).toEqual([
      url,
      expect.objectContaining({
        'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300',
        'cdn-cache-control': 'public, max-age=300, stale-while-revalidate=30',
        'surrogate-key': keys[index],
        'cache-tag': keys[index]?.replaceAll(' ', ','),
      }),
    ]);
    const unchanged = await app.ask(url, { headers: { 'if-none-match': String(headers.etag) } });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers).toMatchObject({
      'cache-control': headers['cache-control'],
      'surrogate-key': keys[index],
    });
  }
});

test('private responses, previews and errors are not shared', async () => {
  const app = await appWithPost({ maxAgeSeconds: 300, staleSeconds: 30 });
  for (const [url, headers] of [
    ['/api/posts/news', { authorization: 'Bearer abc' }],
    ['/api/posts/news/first?token=abc', {}],
    ['/api/posts/news/none', {}],
    ['/healthz', {}],
  ] as const) {
    const answer = await app.ask(url, { headers });
    expect(String(answer.headers['cache-control'])).not.toContain('s-maxage');
    expect(answer.headers['surrogate-key']).toBeUndefined();
  }
});

test('purging without max-age sends keys only', () => {
  expect(sharingHeaders({ maxAgeSeconds: 0, staleSeconds: 30, purge }, ['services'])).toEqual({
    'surrogate-key': 'services',
    'cache-tag': 'services',
  });
});
