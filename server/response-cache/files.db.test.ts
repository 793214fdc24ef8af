import { expect, test } from 'vitest';
import { givenPost } from '#testing/given.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';

const FILES = [
  '/posts/news/rss.xml',
  '/posts/news/categories/harbour/atom.xml',
  '/posts/news/tags/%E5%A2%A8/feed.json',
  '/sitemap.xml',
  '/posts/news/sitemap-posts.xml',
  '/posts/news/sitemap-pages.xml',
  '/posts/news/sitemap-tags.xml',
  '/robots.txt',
];

async function appWithPosts(options: Parameters<typeof listeningApp>[0] = {}): Promise<ListeningApp> {
  const app = await listeningApp(options);
  await givenPost(app, { slug: 'first', category: 'harbour', tags: ['墨'] });
  // The cache learns Fastify's request getters from the first request.
  await app.ask('/healthz');
  app.logged.length = 0;
  return app;
}

const cachedResponseLines = ({ logged }: ListeningApp) => logged.filter(({ isKept }) => isKept);

test('files are cached for all languages and revalidate', async () => {
  const app = await appWithPosts();
  for (const url of FILES) {
    app.logged.length = 0;
    const host = 'news.example';
    const cold = await app.requestUncached(url, { headers: { host } });
    expect(cold.status, url).toBe(200);
    expect((await app.ask(url, { headers: { host, 'accept-language': 'en' } })).body, url).toBe(cold.body);
    const cached = await app.ask(url, { headers: { host, 'accept-language': 'ja' } });
    expect(cachedResponseLines(app), url).toHaveLength(1);
    expect([cached.status, cached.body], url).toEqual([200, cold.body]);
    expect(cached.headers, url).toMatchObject({
      etag: cold.headers.etag,
      'content-type': cold.headers['content-type'],
    });
    const headers = { host, 'if-none-match': String(cached.headers.etag) };
    expect(await app.ask(url, { headers }), url).toMatchObject({ status: 304, body: '' });
    expect(await app.ask(url, { method: 'HEAD', headers: { host } }), url).toMatchObject({ status: 200, body: '' });
  }
});

test('each host gets files with its own URLs', async () => {
  const app = await appWithPosts();
  for (const url of FILES) {
    const [one, other] = [
      await app.ask(url, { headers: { host: 'one.example' } }),
      await app.ask(url, { headers: { host: 'other.example' } }),
    ];
    expect(one.body).toContain('http://one.example/');
    expect(one.body).not.toContain('other.example');
    expect(other.body).toContain('http://other.example/');
  }
});

test('files show writes at once and scheduled posts on time', async () => {
  const app = await appWithPosts();
  const shown = async (url: string) => (await app.ask(url)).body;
  for (const url of FILES) await shown(url);
  await givenPost(app, { slug: 'second' });
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-11-21T05:05:00Z') });
  for (const url of ['/posts/news/rss.xml', '/posts/news/sitemap-posts.xml']) {
    expect(await shown(url)).toContain('/posts/news/second');
    expect(await shown(url)).not.toContain('/posts/news/later');
  }
  app.clock.moveTo('2026-11-21T05:10:00Z');
  for (const url of ['/posts/news/rss.xml', '/posts/news/sitemap-posts.xml']) {
    expect(await shown(url)).toContain('/posts/news/later');
  }
});
