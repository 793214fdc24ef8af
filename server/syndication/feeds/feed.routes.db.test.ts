import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { addressesIn, readXml, statusOf } from '#testing/read-by-programs.ts';
import { testStorage } from '#testing/storage.ts';

const HOSTILE = 'Array<string> & "b" ]]> &amp; <script>alert(1)</script> \u0008\ufffe瓦版📰';
const BODY = `${HOSTILE}\n\n[on](/posts/news/second) [up](#x) ![p](/media/a.png) \`<a href="/x">\``;
const LISTS = ['', '/categories/harbour', '/tags/%E5%A2%A8%20%26%20%3Cink%3E', '/groups/series'];

async function givenFeeds(given: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  const app = await testApp(given);
  const { postId } = await givenPost(app, {
    ...{ slug: 'first', title: HOSTILE, author: 'Hana & <Co>', body: BODY, category: 'harbour' },
    tags: ['墨 & <ink>'],
  });
  await givenPost(app, { slug: 'second', title: '瓦版とは何か', body: '江戸時代の新聞です。', description: '要約' });
  const { call } = await givenUser(app, { role: 'editor', serviceIds: ['news'] });
  await call(adminPostGroupApi.create, {
    params: { serviceId: 'news' },
    body: { slug: 'series', label: 'Series', postIds: [postId] },
  });
  return app;
}

test('RSS of every list is well-formed and complete', async () => {
  const app = await givenFeeds();
  for (const list of LISTS) {
    const { status, headers, text } = await app.get(`/posts/news${list}/rss.xml`);
    expect([status, headers['content-type']], list).toEqual([200, 'application/rss+xml; charset=utf-8']);
    const { rss } = readXml(text);
    expect(rss['@version'], list).toBe('2.0');
    expect(rss.channel, list).toMatchObject({
      title: expect.stringContaining('A service'),
      link: `http://localhost/posts/news${list}`,
      description: expect.any(String),
      'atom:link': { '@rel': 'self', '@href': `http://localhost/posts/news${list}/rss.xml` },
      lastBuildDate: 'Sat, 21 Nov 2026 04:43:00 GMT',
    });
    const item = rss.channel.item.find(({ link }: { link: string }) => link.endsWith('/first'));
    expect(item, list).toMatchObject({
      title: 'Array<string> & "b" ]]> &amp; <script>alert(1)</script> 瓦版📰',
      guid: { '#text': expect.stringMatching(/^urn:kawaraban:[0-9a-z]{26}$/), '@isPermaLink': 'false' },
      pubDate: 'Sat, 21 Nov 2026 04:43:00 GMT',
      'dc:creator': 'Hana & <Co>',
      category: ['harbour', '墨 & <ink>'],
    });
    expect(item['content:encoded'], list).toContain('<a href="http://localhost/posts/news/second">on</a>');
    expect(item['content:encoded'], list).toContain('<code>&#x3C;a href="/x"></code>');
    expect(item['content:encoded'], list).not.toContain('<script');
  }
});

test('Atom of every list is well-formed and complete', async () => {
  const app = await givenFeeds();
  for (const list of LISTS) {
    const { status, headers, text } = await app.get(`/posts/news${list}/atom.xml`);
    expect([status, headers['content-type']], list).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const { feed } = readXml(text);
    const self = `http://localhost/posts/news${list}/atom.xml`;
    expect(feed, list).toMatchObject({
      id: self,
      updated: '2026-11-21T04:43:00Z',
      author: { name: 'A service', uri: 'http://localhost/posts/news' },
    });
    expect(feed.link, list).toEqual([
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': `http://localhost/posts/news${list}` },
    ]);
    const entry = feed.entry.find(({ link }: { link: { '@href': string }[] }) => link[0]?.['@href'].endsWith('/first'));
    expect(entry, list).toMatchObject({
      id: expect.stringMatching(/^urn:kawaraban:[0-9a-z]{26}$/),
      title: expect.stringContaining('Array<string>'),
      published: '2026-11-21T04:43:00Z',
      updated: '2026-11-21T04:43:00Z',
      author: { name: 'Hana & <Co>' },
      category: [{ '@term': 'harbour' }, { '@term': '墨 & <ink>' }],
      content: { '@type': 'html', '#text': expect.stringContaining(']]>') },
    });
  }
});

test('JSON Feed of every list conforms to version 1.1', async () => {
  const app = await givenFeeds();
  for (const list of LISTS) {
    const { status, headers, text } = await app.get(`/posts/news${list}/feed.json`);
    expect([status, headers['content-type']], list).toEqual([200, 'application/feed+json; charset=utf-8']);
    const feed = JSON.parse(text);
    expect(feed, list).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: expect.any(String),
      home_page_url: `http://localhost/posts/news${list}`,
      feed_url: `http://localhost/posts/news${list}/feed.json`,
    });
    const item = feed.items.find(({ url }: { url: string }) => url.endsWith('/first'));
    expect(item, list).toMatchObject({
      id: expect.stringMatching(/^urn:kawaraban:/),
      title: HOSTILE,
      content_html: expect.stringContaining('http://localhost/media/a.png'),
      date_published: '2026-11-21T04:43:00Z',
      authors: [{ name: 'Hana & <Co>' }],
      tags: ['harbour', '墨 & <ink>'],
    });
  }
});

test('regional languages count for the language of the feed', async () => {
  const app = await testApp();
  await givenPost(app, { title: '瓦版' });
  for (const language of ['en-GB', 'en-US']) await givenPost(app, { title: 'News', language });
  expect(JSON.parse((await app.get('/posts/news/feed.json')).text)).toMatchObject({ language: 'en' });
});

test('posts state their language, feeds the prevailing one', async () => {
  const app = await givenFeeds();
  await givenPost(app, { title: '二つ目の瓦版', body: '日本語の本文です。' });
  await givenPost(app, { title: 'Neuigkeiten', language: 'de' });
  const { language, items } = JSON.parse((await app.get('/posts/news/feed.json')).text);
  expect([language, items.map((item: { language: string }) => item.language).toSorted()]).toEqual([
    'ja',
    ['de', 'en', 'ja', 'ja'],
  ]);
  expect((await app.get('/posts/news/atom.xml')).text).toContain('<entry xml:lang="ja">');
});

test('addresses in feeds are absolute and exist', async () => {
  const app = await givenFeeds();
  for (const list of LISTS) {
    for (const file of ['rss.xml', 'atom.xml']) {
      const { text } = await app.get(`/posts/news${list}/${file}`);
      const addresses = addressesIn(text.replace('&#x3C;a href="/x"', '')).filter((url) => !url.endsWith('/a.png'));
      expect(addresses.length).toBeGreaterThan(3);
      for (const address of addresses) expect([address, await statusOf(app, address)]).toEqual([address, 200]);
    }
  }
});

test('contains the twenty newest listed posts, scheduled ones later', async () => {
  const app = await testApp();
  for (let day = 1; day <= 22; day += 1) {
    const publishAt = new Date(Date.UTC(2026, 9, day));
    await givenPost(app, { slug: `day-${day}`, publishAt });
  }
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'reserved', publishAt: new Date('2026-11-21T05:05:00Z') });
  const { postId } = await givenPost(app, { slug: 'hidden' });
  await app.database.writer
    .updateTable('posts')
    .set({ isHiddenInList: 1, listedAt: null })
    .where('postId', '=', postId)
    .execute();
  const slugs = async () => {
    const { items } = JSON.parse((await app.get('/posts/news/feed.json')).text);
    return items.map(({ url }: { url: string }) => url.split('/').at(-1));
  };
  const newest = Array.from({ length: 20 }, (_, index) => `day-${22 - index}`);
  expect(await slugs()).toEqual(newest);
  app.clock.moveTo('2026-11-21T05:09:59Z');
  expect(await slugs()).toEqual(newest);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(await slugs()).toEqual(['reserved', ...newest.slice(0, 19)]);
});

test('group feed contains its twenty newest posts', async () => {
  const app = await testApp();
  const postIds: string[] = [];
  for (let day = 25; day >= 1; day -= 1) {
    const publishAt = new Date(Date.UTC(2026, 9, day));
    postIds.push((await givenPost(app, { slug: `day-${day}`, publishAt })).postId);
  }
  postIds.unshift((await givenPost(app, { slug: 'draft', status: 'draft' })).postId);
  const { call } = await givenUser(app);
  const body = { slug: 'series', label: 'Series', postIds };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  const { items } = JSON.parse((await app.get('/posts/news/groups/series/feed.json')).text);
  expect(items.map(({ url }: { url: string }) => url.split('/').at(-1))).toEqual(
    Array.from({ length: 20 }, (_, index) => `day-${25 - index}`),
  );
});

test('group without public posts has an empty feed', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const { call } = await givenUser(app);
  const body = { slug: 'series', label: 'Series', postIds: [] };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  expect(JSON.parse((await app.get('/posts/news/groups/series/feed.json')).text).items).toEqual([]);
});

test('shortens texts beyond the size limit to summaries', async () => {
  const app = await testApp();
  const sentence = '瓦版は江戸時代の新聞です。';
  const given = [
    ['short-4', 1],
    ['long-3', 9000],
    ['short-2', 1],
    ['longest-1', 20_000],
    ['long-0', 9000],
  ] as const;
  for (const [index, [slug, count]] of given.entries()) {
    await givenPost(app, { slug, body: sentence.repeat(count), publishAt: new Date(Date.UTC(2026, 9, 1 + index)) });
  }
  const { text } = await app.get('/posts/news/feed.json');
  const items: { url: string; content_html?: string; content_text?: string }[] = JSON.parse(text).items;
  expect(items.map(({ url, content_html }) => [url.split('/').at(-1), content_html !== undefined])).toEqual([
    ['long-0', true],
    ['longest-1', false],
    ['short-2', true],
    ['long-3', false],
    ['short-4', true],
  ]);
  expect(items[1]?.content_text).toContain(sentence);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
});

test('encloses the lead picture of a post', async () => {
  const storage = await testStorage();
  const app = await testApp({ storage });
  const { fileId, size, width, height } = await givenStoredFile({ ...app, storage }, { width: 600, height: 400 });
  const { postId } = await givenPost(app, { slug: 'first' });
  await app.database.writer
    .updateTable('posts')
    .set({ thumbnail: JSON.stringify({ fileId, mimeType: 'image/jpeg' }) })
    .where('postId', '=', postId)
    .execute();
  const item = readXml((await app.get('/posts/news/rss.xml')).text).rss.channel.item[0];
  const { enclosure } = item;
  expect(enclosure).toEqual({ '@url': expect.any(String), '@length': String(size), '@type': 'image/jpeg' });
  expect(await statusOf(app, enclosure['@url'])).toBe(200);
  const media = {
    'media:content': {
      ...{ '@url': enclosure['@url'], '@fileSize': String(size), '@type': 'image/jpeg', '@medium': 'image' },
      ...{ '@width': String(width), '@height': String(height) },
    },
    'media:thumbnail': { '@url': expect.stringContaining('/400x400.'), '@width': '400', '@height': expect.any(String) },
  };
  expect(item).toMatchObject(media);
  expect(await statusOf(app, item['media:thumbnail']['@url'])).toBe(200);
  expect(readXml((await app.get('/posts/news/atom.xml')).text).feed.entry[0]).toMatchObject(media);
  expect(JSON.parse((await app.get('/posts/news/feed.json')).text).items[0]).toMatchObject({
    image: enclosure['@url'],
    attachments: [{ url: enclosure['@url'], mime_type: 'image/jpeg', size_in_bytes: size }],
  });
});

test('services and lists without posts have empty feeds', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', label: 'News' });
  await givenCategory(app, { serviceId: 'news', slug: 'empty' });
  for (const list of ['', '/categories/empty']) {
    expect(readXml((await app.get(`/posts/news${list}/rss.xml`)).text).rss.channel.item).toBeUndefined();
    const { feed } = readXml((await app.get(`/posts/news${list}/atom.xml`)).text);
    expect([feed.updated, feed.entry]).toEqual(['2026-11-21T04:43:00Z', undefined]);
    expect(JSON.parse((await app.get(`/posts/news${list}/feed.json`)).text).items).toEqual([]);
  }
});

test('returns 404 for feeds of unknown lists', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  for (const url of [
    '/posts/none/rss.xml',
    '/posts/NEWS/rss.xml',
    '/posts/news/categories/none/atom.xml',
    '/posts/news/categories/%00/atom.xml',
    '/posts/news/tags/none/feed.json',
    '/posts/news/tags/%00/feed.json',
    '/posts/news/tags/%20/feed.json',
    '/posts/news/groups/none/rss.xml',
    '/posts/news/groups/NONE/rss.xml',
  ]) {
    expect(await app.get(url), url).toMatchObject({ status: 404, json: { message: 'Not Found' } });
  }
});

test('returns 304 when unchanged, HEAD without body', async () => {
  const app = await givenFeeds();
  const { headers } = await app.get('/posts/news/rss.xml');
  expect(headers).toMatchObject({
    'last-modified': 'Sat, 21 Nov 2026 04:43:00 GMT',
    'cache-control': 'public, max-age=0, must-revalidate',
    'access-control-allow-origin': '*',
  });
  const etag = String(headers.etag);
  expect(await app.get('/posts/news/rss.xml', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  expect(await app.send('HEAD', '/posts/news/rss.xml')).toMatchObject({ status: 200, text: '' });
  await givenPost(app, { title: 'One more' });
  expect((await app.get('/posts/news/rss.xml', { 'if-none-match': etag })).status).toBe(200);
});

test('uses the public origin, otherwise the requested host', async () => {
  const asked = await givenFeeds();
  expect((await asked.get('/posts/news/rss.xml', { host: 'news.example' })).text).toContain(
    '<link>http://news.example/',
  );
  expect((await asked.get('/posts/news/rss.xml', { host: 'user@evil' })).status).toBe(400);
  const config = await loadConfig({ PUBLIC_URL: 'https://news.example' }, '/nonexistent');
  const { text } = await (await givenFeeds({ config })).get('/posts/news/atom.xml', { host: 'evil.example' });
  expect(text).toContain('https://news.example/posts/news/first');
  expect(text).not.toMatch(/evil|localhost/);
});

test('redirects common feed addresses', async () => {
  const app = await givenFeeds();
  await givenService(app, { serviceId: 'aaa' });
  for (const [from, to] of [
    ['/posts/news/feed', '/posts/news/rss.xml'],
    ['/posts/news/rss', '/posts/news/rss.xml'],
    ['/posts/news/atom', '/posts/news/atom.xml'],
  ] as const) {
    expect(await app.get(from)).toMatchObject({ status: 301, headers: { location: to } });
  }
  expect(await app.get('/feed')).toMatchObject({ status: 302, headers: { location: '/posts/aaa/rss.xml' } });
  const config = await loadConfig({}, '/nonexistent');
  const site = { ...config.site, frontPageServiceId: 'news' };
  const led = await testApp({ database: app.database, config: { ...config, site } });
  for (const [from, to] of [
    ['/feed', '/posts/news/rss.xml'],
    ['/rss', '/posts/news/rss.xml'],
    ['/atom', '/posts/news/atom.xml'],
    ['/feed.json', '/posts/news/feed.json'],
  ] as const) {
    expect(await led.get(from)).toMatchObject({ status: 302, headers: { location: to } });
  }
  expect((await (await testApp()).get('/feed')).status).toBe(404);
});

test('never returns 500 below feeds and sitemaps', async () => {
  const app = await givenFeeds();
  const part = fc.oneof(
    fc.constantFrom('news', 'tags', 'categories', 'groups', 'harbour', 'series', 'sitemap-', 'posts', '.xml'),
    fc.constantFrom('%', '%00', '%ff', '%2e%2e', '%2F', "'", '"', '\\', '..', '*', ':', ';', 'x'.repeat(1500), '墨'),
  );
  const address = fc.tuple(
    fc.array(fc.oneof(part, fc.constant('/')), { maxLength: 6 }),
    fc.constantFrom('/rss.xml', '/atom.xml', '/feed.json', '.xml', '/feed', ''),
  );
  await fc.assert(
    fc.asyncProperty(address, async ([parts, end]) => {
      const { status } = await app.get(encodeURI(`/posts/${parts.join('')}${end}`).replaceAll('%25', '%'));
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
});
