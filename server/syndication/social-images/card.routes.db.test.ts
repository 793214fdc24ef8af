import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { cardPath, cardVersion, serviceCardPath } from '#contract/cards.ts';
import { postApi } from '#contract/posts.ts';
import type { Storage } from '#server/storage/index.ts';
import { sharedCards, type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenSettings } from '#testing/media-app.ts';
import { testStorage } from '#testing/storage.ts';
import { createCardRenderer } from './card-renderer.ts';
import type { Card } from './drawing/draw-card.ts';
import { cleanCards } from './stored-cards.ts';

const path = cardPath({ serviceId: 'news', slug: 'one' });

function countingCards() {
  const drawn: Card[] = [];
  const draw = (card: Card) => {
    drawn.push(card);
    return sharedCards.draw(card);
  };
  return { cards: { ...sharedCards, draw }, drawn };
}

async function pictureAt({ app }: Pick<TestApp, 'app'>, url: string) {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer;
}

async function keysOf(storage: Awaited<ReturnType<typeof testStorage>>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('_private/cards/')) keys.push(key);
  return keys.sort();
}

test('serves a social image of a post', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'one', title: '瓦版とは何か' });
  const { headers, rawPayload } = await pictureAt(app, path);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(rawPayload.length).toBeLessThan(100_000);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  });
});

test.for([
  'A title',
  '組版のための、行分割の規則とその実装について考えたこと',
  '😀🎉 🏳️‍🌈',
  'שלום עולם مرحبا بالعالم',
  '한국어 제목',
  'x'.repeat(300),
  'あ'.repeat(300),
  '<script>alert(1)</script> &amp; "quotes"',
  '\u202Eright to left\u202C\u0000 and \uD800 half a letter',
  `Z${'\u0301'.repeat(250)}algo`,
  '𠮷野家と葛󠄀城と﨑',
  'Привет, Ελλάδα! Tiếng Việt, Őszi',
])('draws the title %s', async (title) => {
  const { cards } = countingCards();
  const look = { detail: '', publisher: 'News', accentColor: '#ffee00', hasSeal: true };
  expect(await sharp(await cards.draw({ ...look, title })).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('only the current version is cached for long', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'one' });
  const post = await app.call(postApi.find, { params: { serviceId: 'news', slug: 'one' } });
  const newest = await pictureAt(app, cardPath({ ...post, version: cardVersion(post) }));
  expect(newest.headers['cache-control']).toBe('public, max-age=86400');
  for (const query of ['v=1', 'v=', 'v=1&v=2', 'v[]=1', 'other=1']) {
    expect((await pictureAt(app, `${path}?${query}`)).headers['cache-control'], query).toBe('public, max-age=300');
  }
});

test('returns 304 without drawing', async () => {
  const { cards, drawn } = countingCards();
  const app = await testApp({ cards });
  await givenPost(app, { slug: 'one', title: 'One' });
  const { etag } = (await pictureAt(app, path)).headers;
  expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
  for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
    expect(await app.get(path, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' });
  }
  expect((await app.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  expect(drawn).toHaveLength(1);
});

test('HEAD returns the headers of GET', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'one' });
  const whole = await app.get(path);
  const { status, text, headers } = await app.send('HEAD', path);
  expect({ status, text }).toEqual({ status: 200, text: '' });
  for (const name of ['etag', 'cache-control', 'content-type', 'content-length']) {
    expect(String(headers[name]), name).toBe(String(whole.headers[name]));
  }
});

test('concurrent requests across processes draw a card once', async () => {
  const { cards, drawn } = countingCards();
  const storage = await testStorage();
  const app = await testApp({ cards, storage });
  await givenPost(app, { slug: 'one' });
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.app.inject({ url: path })));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  const other = await testApp({ cards, storage, database: app.database });
  expect((await pictureAt(other, path)).rawPayload).toEqual(answers[0]?.rawPayload);
  expect(drawn).toHaveLength(1);
});

test('changed card is redrawn and the old one deleted', async () => {
  const { cards, drawn } = countingCards();
  const storage = await testStorage();
  const app = await testApp({ cards, storage });
  const { postId } = await givenPost(app, { slug: 'one', title: 'One' });
  const before = await pictureAt(app, path);
  await givenSettings(app, 'news', { siteAccentColor: '#087ea4' });
  const after = await pictureAt(app, path);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(drawn.map(({ title, publisher, accentColor }) => [title, publisher, accentColor])).toEqual([
    ['One', 'A service', ''],
    ['One', 'A service', '#087ea4'],
  ]);
  const [key, ...others] = await keysOf(storage);
  expect([key?.startsWith(`_private/cards/news/${postId}/`), others]).toEqual([true, []]);
  expect((await app.get(`/media/${key}`)).status).toBe(404);
});

test('serves a card of a service with name and description', async () => {
  const { cards, drawn } = countingCards();
  const app = await testApp({ cards });
  await givenService(app, { serviceId: 'news', label: '街のニュース' });
  await givenSettings(app, 'news', { siteDescription: '毎週金曜日に発行。' });
  const { rawPayload } = await pictureAt(app, serviceCardPath('news'));
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(drawn[0]).toMatchObject({ title: '街のニュース', detail: '毎週金曜日に発行。', publisher: 'Kawaraban' });
});

test('returns 404 for what visitors cannot see', async () => {
  const { cards, drawn } = countingCards();
  const app = await testApp({ cards });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'later', publishAt: new Date('2027-01-01T00:00:00Z') });
  const { postId } = await givenPost(app, { slug: 'unlisted' });
  await app.database.writer.updateTable('posts').set({ isHiddenInList: 1 }).where('postId', '=', postId).execute();
  for (const below of ['news/draft.png', 'news/later.png', 'news/none.png', 'none/draft.png', 'none.png']) {
    expect(await app.get(`/cards/${below}`), below).toMatchObject({ status: 404, json: { message: 'Not Found' } });
  }
  expect(drawn).toHaveLength(0);
  // Unlisted posts are public to those who know the address.
  expect((await app.get('/cards/news/unlisted.png')).status).toBe(200);
});

const elsewhere = [
  '',
  'news',
  'news/one',
  'news/one.jpg',
  'news/one.png/more',
  'news/..%2Fone.png',
  'news/one%00.png',
  'news/%E6%9D%B1.png',
  'News/one.png',
  `news/${'x'.repeat(129)}.png`,
  '%ff.png',
];

test('returns 404 for other paths', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'one' });
  for (const below of elsewhere) {
    const { status, json } = await app.get(`/cards/${below}`);
    expect([400, 404], below).toContain(status);
    expect(json.message, below).toEqual(expect.any(String));
  }
});

test('returns 503 when overloaded, cached cards still work', async () => {
  const storage = await testStorage();
  const full = createCardRenderer({ maxWaiting: 0 });
  onTestFinished(() => full.close());
  const app = await testApp({ cards: full, storage });
  const slugs = ['one', 'two', 'three', 'four'];
  for (const slug of slugs) await givenPost(app, { slug, title: slug });
  const answers = await Promise.all(slugs.map((slug) => app.get(`/cards/news/${slug}.png`)));
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(rejected).toHaveLength(3);
  for (const { status, headers } of rejected) expect([status, headers['retry-after']]).toEqual([503, '5']);
  const drawn = slugs[answers.findIndex(({ status }) => status === 200)];
  const closed = createCardRenderer();
  await closed.close();
  const later = await testApp({ cards: closed, storage, database: app.database });
  expect((await later.get(`/cards/news/${drawn}.png`)).status).toBe(200);
  expect((await later.get('/cards/news.png')).status).toBe(503);
});

test('draws without caching when the storage is down', async () => {
  const storage = await testStorage();
  const away = async () => {
    throw new Error('away');
  };
  const app = await testApp({ storage: { ...storage, get: away, put: away } });
  await givenPost(app, { slug: 'one' });
  expect((await app.get(path)).status).toBe(200);
});

test('deletes expired cards and the oldest beyond the limit', async () => {
  const storage = await testStorage();
  const app = await testApp({ storage });
  const drawn: string[] = [];
  for (const slug of ['one', 'two', 'three', 'four', 'five']) {
    await givenPost(app, { slug, title: slug });
    await pictureAt(app, `/cards/news/${slug}.png`);
    drawn.push(...(await keysOf(storage)).filter((key) => !drawn.includes(key)));
  }
  const at = (days: number) => ({ now: () => new Date(Date.now() + days * 24 * 60 * 60_000) });
  await cleanCards({ storage, clock: at(29) });
  expect(await keysOf(storage)).toHaveLength(5);
  // Storages list in no particular order: here the oldest come first, then the newest.
  for (const [order, maxKept] of [
    [1, 4],
    [-1, 3],
    [1, 1],
  ] as const) {
    await cleanCards({ storage: listedByAge(storage, order), clock: at(0) }, { maxKept });
    expect(await keysOf(storage)).toEqual(drawn.slice(-maxKept).sort());
  }
  await cleanCards({ storage, clock: at(31) });
  expect(await keysOf(storage)).toEqual([]);
});

function listedByAge(storage: Storage, order: 1 | -1): Pick<Storage, 'list' | 'delete'> {
  return {
    delete: (key) => storage.delete(key),
    list: async function* (prefix) {
      const listed = await Array.fromAsync(storage.list(prefix));
      yield* listed.sort((one, other) => order * (one.modifiedAt.getTime() - other.modifiedAt.getTime()));
    },
  };
}

test('former slug redirects to the current card', async () => {
  const app = await testApp();
  const { postId } = await givenPost(app, { slug: 'one' });
  await app.database.writer
    .insertInto('postSlugRedirects')
    .values({ serviceId: 'news', slug: 'before', postId, createdAt: '2026-11-21T00:00:00Z' })
    .execute();
  const { status, headers } = await app.get('/cards/news/before.png');
  expect([status, headers.location]).toEqual([301, path]);
});

test('aborts a slow drawing and draws the next one', async () => {
  const hasty = createCardRenderer({ timeLimitMs: 1 });
  const { cards } = countingCards();
  onTestFinished(() => hasty.close());
  const card = { title: 'One', detail: '', publisher: 'Site', accentColor: '', hasSeal: false };
  await expect(hasty.draw(card)).rejects.toMatchObject({ status: 503 });
  expect((await cards.draw(card)).length).toBeGreaterThan(0);
});
