import { expect, test } from 'vitest';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { listeningApp } from '#testing/listening-app.ts';
import {
  attempt,
  createKawaraban,
  itemsOf,
  KawarabanError,
  type KawarabanOptions,
  orMissing,
  pagesOf,
} from './index.ts';

async function readSite(options: Partial<KawarabanOptions> = {}) {
  const app = await listeningApp();
  const asked: { path: string; status: number }[] = [];
  const baseUrl = `http://127.0.0.1:${app.port}`;
  const fetch: KawarabanOptions['fetch'] = async (address, init) => {
    const response = await globalThis.fetch(address, init);
    asked.push({ path: address.replace(`${baseUrl}/api`, ''), status: response.status });
    return response;
  };
  const kawaraban = createKawaraban({ baseUrl, serviceId: 'news', fetch, ...options });
  return { app, asked, baseUrl, kawaraban };
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('client reads configuration, services, categories, tags and posts', async () => {
  const { app, kawaraban } = await readSite();
  await givenCategory(app, { serviceId: 'news', slug: 'guide' });
  await givenPost(app, { slug: 'first', category: 'guide', tags: ['東京/2026'], body: 'Ink on paper.' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await givenPost(app, { slug: 'second' });
  expect((await kawaraban.config.read()).siteName).toBe('Kawaraban');
  expect((await kawaraban.services.list()).items.map(({ serviceId }) => serviceId)).toEqual(['news']);
  expect(await kawaraban.services.find()).toMatchObject({ serviceId: 'news' });
  const guide = await kawaraban.posts.list({ category: 'guide', withBody: false, withTags: true });
  expect(guide.items.map(({ slug, body, tags }) => [slug, body, tags?.[0]?.label])).toEqual([
    ['first', undefined, '東京/2026'],
  ]);
  expect(guide.meta?.category?.label).toBe('guide');
  const post = await kawaraban.posts.find({ slug: 'first' });
  expect([post.bodyText, post.category?.slug]).toEqual(['Ink on paper.', 'guide']);
  expect((await kawaraban.posts.adjacent({ slug: 'first' })).next?.slug).toBe('second');
  expect((await kawaraban.posts.related({ slug: 'first', count: 5 })).items).toEqual([]);
  expect((await kawaraban.posts.search({ q: 'paper' })).items.map(({ slug }) => slug)).toEqual(['first']);
  expect((await kawaraban.tags.find({ label: '東京/2026' })).label).toBe('東京/2026');
  expect((await kawaraban.categories.children({ slug: 'root' })).map(({ slug }) => slug)).toEqual(['guide']);
});

test('client reads several services and requires one per call', async () => {
  const { app, kawaraban, baseUrl } = await readSite();
  await givenPost(app, { slug: 'here' });
  await givenPost(app, { slug: 'there', serviceId: 'letters' });
  expect((await kawaraban.posts.find({ serviceId: 'letters', slug: 'there' })).slug).toBe('there');
  const unbound = createKawaraban({ baseUrl: `${baseUrl}/` });
  expect((await unbound.posts.find({ serviceId: 'news', slug: 'here' })).slug).toBe('here');
  // @ts-expect-error It has to say which service.
  await expect(unbound.posts.find({ slug: 'here' })).rejects.toThrow(
    new TypeError('This call needs serviceId: GET /posts/:serviceId/:slug'),
  );
});

test('client accepts the API URL as base URL, rejects others', async () => {
  const { app, baseUrl } = await readSite();
  await givenPost(app, { slug: 'here' });
  for (const end of ['/api', '/api/', '//', '?from=a#b']) {
    const kawaraban = createKawaraban({ baseUrl: baseUrl + end, serviceId: 'news' });
    expect((await kawaraban.posts.find({ slug: 'here' })).slug).toBe('here');
  }
  for (const none of [undefined, '', 'news.example.com', 'localhost:3000', '/news', 'https://'])
    expect(() => createKawaraban({ baseUrl: none as string })).toThrow(
      new TypeError('baseUrl must begin with https:// or http://'),
    );
});

test('iterators follow pages and respect their limits', async () => {
  const { app, kawaraban, asked } = await readSite();
  for (const slug of ['a', 'b', 'c', 'd', 'e']) await givenPost(app, { slug, body: 'print' });
  const slugs = (posts: { slug: string }[]) =>
    posts
      .map(({ slug }) => slug)
      .toSorted()
      .join('');
  expect(slugs(await collected(kawaraban.posts.all({ count: 2, withBody: false })))).toBe('abcde');
  expect(asked).toHaveLength(3);
  expect(await collected(kawaraban.posts.all({ count: 2 }, { maxItems: 3 }))).toHaveLength(3);
  expect(asked).toHaveLength(5);
  expect(await collected(kawaraban.posts.pages({ count: 2 }, { maxPages: 1 }))).toHaveLength(1);
  const found = itemsOf(kawaraban.posts.search, { q: 'print', count: 2 });
  expect(slugs(await collected(found))).toBe('abcde');
  for await (const page of pagesOf(kawaraban.tags.list, undefined)) expect(page.items).toEqual([]);
});

test('itemsOf iterates over the posts of a group', async () => {
  const { app, kawaraban } = await readSite();
  const { key } = await givenApiKey(app);
  const ids: string[] = [];
  for (const slug of ['a', 'b', 'c']) ids.push((await givenPost(app, { slug })).postId);
  const made = await app.send('POST', '/api/admin/posts/news/groups', {
    body: { slug: 'picks', label: 'Picks', postIds: ids },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(made.status).toBe(200);
  const posts = await collected(itemsOf(kawaraban.groups.find, { slug: 'picks', count: 2 }));
  expect(posts.map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
});

test('client revalidates by ETag and reloads changed responses', async () => {
  const { app, kawaraban, asked } = await readSite();
  await givenPost(app, { slug: 'first' });
  const once = await kawaraban.posts.list();
  once.items.length = 0;
  expect((await kawaraban.posts.list()).items).toHaveLength(1);
  await givenPost(app, { slug: 'second' });
  expect((await kawaraban.posts.list()).items).toHaveLength(2);
  expect(asked.map(({ status }) => status)).toEqual([200, 304, 200]);
});

test('concurrent equal calls share one request unless caching is off', async () => {
  const { app, kawaraban, asked, baseUrl } = await readSite();
  await givenPost(app, { slug: 'first' });
  const [one, other] = await Promise.all([kawaraban.posts.list(), kawaraban.posts.list()]);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  expect(asked).toHaveLength(1);
  let alone = 0;
  const plain = createKawaraban({
    baseUrl,
    serviceId: 'news',
    cache: false,
    fetch: (...given) => {
      alone += 1;
      return fetch(...given);
    },
  });
  await Promise.all([plain.posts.list(), plain.posts.list()]);
  expect(alone).toBe(2);
});

test('client reads previews by token without caching them', async () => {
  const { app, kawaraban, asked } = await readSite();
  const { key } = await givenApiKey(app);
  const { postId } = await givenPost(app, { slug: 'draft', publishAt: undefined, status: 'draft' } as object);
  const headers = { authorization: `Bearer ${key}` };
  const { json } = await app.send('POST', `/api/admin/posts/news/${postId}/preview-token`, { headers });
  expect(await orMissing(kawaraban.posts.find({ slug: 'draft' }))).toBeUndefined();
  const preview = { slug: 'draft', token: json.previewToken as string };
  expect((await kawaraban.posts.find(preview)).status).toBe('draft');
  await kawaraban.posts.find(preview);
  expect(asked.map(({ status }) => status)).toEqual([404, 200, 200]);
});

test('KawarabanError reports status, code, fields, call and request id', async () => {
  const { app, kawaraban, asked, baseUrl } = await readSite();
  await givenService(app, { serviceId: 'news' });
  const rejected = await attempt(kawaraban.posts.list({ count: 99 }));
  expect(rejected.ok).toBe(false);
  expect(rejected.ok ? undefined : rejected.error).toMatchObject({
    reason: 'refused',
    status: 400,
    code: 'Validation Failed',
    asked: `GET ${baseUrl}/api/posts/news`,
    message: `400 Validation Failed: GET ${baseUrl}/api/posts/news`,
    fields: [{ field: 'count', message: 'InvalidInput' }],
    requestId: expect.any(String),
    isMissing: false,
  });
  const other = await attempt(kawaraban.posts.list({ serviceId: 'none' }));
  expect(other).toMatchObject({ error: { status: 404, code: 'ServiceId does not exist', isMissing: true } });
  const before = asked.length;
  for (const slug of ['', '.', '..']) expect(await orMissing(kawaraban.posts.find({ slug }))).toBeUndefined();
  expect(asked).toHaveLength(before);
  expect(await attempt(kawaraban.posts.find({ slug: '..' }))).toMatchObject({
    error: { message: `404 Not Found: GET ${baseUrl}/api/posts/news/..` },
  });
  const keyed = await attempt(kawaraban.posts.find({ slug: 'nowhere', token: 'a-key-of-somebody' }));
  expect(keyed).toMatchObject({ error: { message: `400 Validation Failed: GET ${baseUrl}/api/posts/news/nowhere` } });
  expect(await attempt(kawaraban.tags.find({ label: 'a\ud800' }))).toMatchObject({ error: { isMissing: true } });
});

test('names that match another endpoint return 404 without a request', async () => {
  const { app, kawaraban, asked } = await readSite();
  await givenPost(app, { slug: 'adjacent' });
  const before = asked.length;
  for (const call of [
    ...['groups', 'search'].map((slug) => kawaraban.posts.find({ slug })),
    kawaraban.posts.adjacent({ slug: 'groups' }),
    kawaraban.comments.list({ contentId: 'counts' }),
    kawaraban.votes.find({ contentId: 'own' }),
  ])
    expect(await attempt<unknown>(call)).toMatchObject({ ok: false, error: { status: 404, code: 'Not Found' } });
  expect(asked).toHaveLength(before);
  expect((await kawaraban.posts.find({ slug: 'adjacent' })).slug).toBe('adjacent');
  expect((await kawaraban.posts.search({ q: 'ink' })).items).toEqual([]);
  expect(await orMissing(kawaraban.groups.find({ slug: 'adjacent' }))).toBeUndefined();
  expect(asked.at(-1)).toEqual({ path: '/posts/news/groups/adjacent', status: 404 });
});

test('client posts comments and casts votes', async () => {
  const { app, kawaraban } = await readSite();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const { contentId } = await kawaraban.posts.find({ slug: (await givenPost(app)).slug });
  const comment = await kawaraban.comments.create({ contentId, body: 'Well said', profiles: { nickname: '花子' } });
  expect(comment).toMatchObject({ body: 'Well said', profiles: { nickname: '花子' } });
  expect((await kawaraban.comments.list({ contentId })).meta.isOpen).toBe(true);
  expect(await kawaraban.votes.cast({ contentId })).toMatchObject([{ voteType: 'like', voteCount: 1 }]);
  const counts = await collected(kawaraban.votes.all({ contentIds: contentId }));
  expect(counts.map(({ voteType, voteCount }) => [voteType, voteCount])).toEqual([['like', 1]]);
  expect(await collected(kawaraban.votes.pages({ contentIds: contentId }))).toHaveLength(1);
  expect(await kawaraban.votes.takeBack({ contentId, type: 'like' })).toEqual([]);
  expect((await kawaraban.guests.enter()).guestId).toEqual(expect.any(String));
});

test('client sends the API key; wrong keys are rejected', async () => {
  const { app, baseUrl } = await readSite();
  const { key } = await givenApiKey(app);
  const read = (apiKey: string) => createKawaraban({ baseUrl, serviceId: 'news', apiKey }).posts.list();
  expect((await read(key)).items).toEqual([]);
  await expect(read(`${key.slice(0, -4)}abcd`)).rejects.toMatchObject({ status: 401 });
});

test('client sends the key in the configured header', async () => {
  const sent: RequestInit[] = [];
  const fetch: KawarabanOptions['fetch'] = async (_address, init) => {
    sent.push(init);
    return Response.json({});
  };
  const options = { baseUrl: 'https://site.example', apiKey: 'kwb_x', fetch };
  await createKawaraban(options).config.read();
  await createKawaraban({ ...options, authHeader: 'X-Admin-Token', authTokenPrefix: 'JWT' }).config.read();
  await createKawaraban({ ...options, authHeader: 'X-Admin-Token', authTokenPrefix: '' }).config.read();
  expect(sent.map(({ headers }) => headers)).toEqual([
    { accept: 'application/json', Authorization: 'Bearer kwb_x' },
    { accept: 'application/json', 'X-Admin-Token': 'JWT kwb_x' },
    { accept: 'application/json', 'X-Admin-Token': 'kwb_x' },
  ]);
});

test('client reports an unreachable server', async () => {
  const { app, kawaraban, baseUrl } = await readSite();
  await app.app.close();
  const error = await kawaraban.config.read().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(KawarabanError);
  expect(error).toMatchObject({ reason: 'unreachable', status: 0, message: `unreachable: GET ${baseUrl}/api/config` });
});
