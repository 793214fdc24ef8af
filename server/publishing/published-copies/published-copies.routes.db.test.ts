import { beforeAll, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type PublishedCopy, publishedCopyApi } from '#contract/publishing.ts';
import { loadConfig } from '#server/config.ts';
import { type WebBuild, webApp } from '#server/web-host.ts';
import { builtWeb } from '#testing/built-web.ts';
import { startCachingProxy } from '#testing/caching-proxy.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { listeningApp } from '#testing/listening-app.ts';

const PLACES = ['page', 'list', 'api', 'feed', 'sitemap'];
const params = { serviceId: 'news', idOrSlug: 'tour' };

let build: WebBuild;

beforeAll(async () => {
  build = await builtWeb();
});

async function siteWithPosts({ publicUrl }: { publicUrl?: string } = {}) {
  const config = await loadConfig(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }, '/nonexistent');
  const web = webApp({ build, mode: 'production', clientDir: undefined, publicUrl: config.publicUrl });
  const app = await listeningApp({ publicUrl: config.publicUrl }, { config, web });
  await givenPost(app, { slug: 'tour', title: 'A tour' });
  await givenPost(app, { slug: 'other', title: 'Another post' });
  const user = await givenUser(app, { role: 'editor' });
  const check = async () => (await user.call(publishedCopyApi.check, { params })).copies;
  const update = async (body: object) => {
    app.clock.moveTo('2026-11-21T04:50:00Z');
    await user.call(adminPostApi.update, { params, body });
  };
  const setStatus = (status: string) => user.call(adminPostApi.setStatus, { params, body: { status } });
  return { ...app, user, check, update, setStatus };
}

async function siteBehindProxy() {
  const proxy = await startCachingProxy();
  const site = await siteWithPosts({ publicUrl: proxy.url });
  proxy.target = site.port;
  return { ...site, proxy };
}

const statesOf = (copies: readonly PublishedCopy[]) => copies.map(({ place, state }) => [place, state]);
const everywhere = (state: string) => PLACES.map((place) => [place, state]);

test('every public address is fetched through PUBLIC_URL without credentials', async () => {
  const { check, update, proxy } = await siteBehindProxy();
  await update({ title: 'A longer tour' });
  const copies = await check();
  expect(copies).toEqual(
    [
      '/posts/news/tour',
      '/posts/news',
      '/api/posts/news/tour',
      '/posts/news/rss.xml',
      '/posts/news/sitemap-posts.xml',
    ].map((path, index) => ({
      place: PLACES[index],
      url: `${proxy.url}${path}`,
      state: 'current',
      error: null,
      status: 200,
      durationMs: expect.any(Number),
      ageSeconds: null,
      secondsLeft: null,
      cacheControl: expect.any(String),
      servedBy: '1.1 test-proxy',
    })),
  );
  expect(proxy.received).toHaveLength(5);
  for (const headers of proxy.received) expect(headers).not.toHaveProperty('authorization');
  for (const headers of proxy.received) expect(headers).not.toHaveProperty('cookie');
});

test.for([
  [{ title: 'A longer tour' }, everywhere('stale')],
  // The list shows the reading time.
  [{ body: `Some *text*.\n\n${'More. '.repeat(200)}\n\nThe end.` }, everywhere('stale')],
  [{ label: 'Tour' }, PLACES.map((place) => [place, place === 'list' || place === 'feed' ? 'current' : 'stale'])],
] as const)('an old copy is stale after saving case %$', async ([body, states]) => {
  const { check, update, proxy } = await siteBehindProxy();
  proxy.isStoring = true;
  await check();
  proxy.ageSeconds = 180;
  await update(body);
  const copies = await check();
  expect(statesOf(copies)).toEqual(states);
  expect(copies[0]).toMatchObject({
    ...{ status: 200, error: null, ageSeconds: 180, secondsLeft: 120 },
    ...{ cacheControl: 'public, max-age=300', servedBy: '1.1 test-proxy, HIT' },
  });
  proxy.purge();
  expect(statesOf(await check())).toEqual(everywhere('current'));
});

test('a published post is missing where a cache does not show it yet', async () => {
  const { check, setStatus, proxy } = await siteBehindProxy();
  await setStatus('unpublish');
  proxy.isStoring = true;
  expect(statesOf(await check())).toEqual(everywhere('absent'));
  await setStatus('publish');
  expect(statesOf(await check())).toEqual(everywhere('missing'));
  proxy.purge();
  expect(statesOf(await check())).toEqual(everywhere('current'));
});

test('an unpublished post remains where a cache still shows it', async () => {
  const { check, setStatus, proxy } = await siteBehindProxy();
  proxy.isStoring = true;
  await check();
  await setStatus('unpublish');
  expect(statesOf(await check())).toEqual(everywhere('remains'));
  proxy.purge();
  expect(statesOf(await check())).toEqual(everywhere('absent'));
});

test('a post is absent from lists that do not show it', async () => {
  const { check, update } = await siteWithPosts();
  await update({ isHiddenInList: true });
  expect(statesOf(await check())).toEqual([
    ['page', 'current'],
    ['list', 'absent'],
    ['api', 'current'],
    ['feed', 'absent'],
    ['sitemap', 'absent'],
  ]);
});

test('an old post is absent from the first page and the feed', async () => {
  const { check, ...site } = await siteWithPosts();
  for (let day = 1; day <= 25; day += 1) {
    await givenPost(site, { slug: `day-${day}`, publishAt: new Date(Date.UTC(2026, 9, day)) });
  }
  await site.database.writer
    .updateTable('posts')
    .set({ effectiveAt: '2026-09-01T00:00:00Z', listedAt: '2026-09-01T00:00:00Z' })
    .where('slug', '=', 'tour')
    .execute();
  expect(statesOf(await check())).toEqual([
    ['page', 'current'],
    ['list', 'absent'],
    ['api', 'current'],
    ['feed', 'absent'],
    ['sitemap', 'current'],
  ]);
});

test('places that the site does not have are left out', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'tour' });
  const { call } = await givenUser(app);
  const { copies } = await call(publishedCopyApi.check, { params });
  expect(statesOf(copies)).toEqual([
    ['api', 'current'],
    ['feed', 'current'],
    ['sitemap', 'current'],
  ]);
});

test('without PUBLIC_URL the server fetches from its own address and ignores the Host header', async () => {
  const { ask, user, port } = await siteWithPosts();
  const { status, body } = await ask('/api/admin/posts/news/tour/published-copies', {
    headers: { authorization: `Bearer ${user.accessToken}`, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  const { copies } = JSON.parse(body) as { copies: PublishedCopy[] };
  expect([status, statesOf(copies)]).toEqual([200, everywhere('current')]);
  for (const { url } of copies) expect(new URL(url).host).toBe(`127.0.0.1:${port}`);
});

test('failures of one address do not affect the others', async () => {
  const { check, proxy } = await siteBehindProxy();
  proxy.answers.set('/posts/news', (_, response) => response.writeHead(503).end());
  proxy.answers.set('/posts/news/rss.xml', (request) => request.socket.destroy());
  const copies = await check();
  expect(copies.map(({ state, error, status }) => [state, error, status])).toEqual([
    ['current', null, 200],
    ['unreachable', 'status', 503],
    ['current', null, 200],
    ['unreachable', 'connection', null],
    ['current', null, 200],
  ]);
});

test('unknown host of PUBLIC_URL is reported', async () => {
  const { check } = await siteWithPosts({ publicUrl: 'http://kawaraban.invalid' });
  expect((await check()).map(({ state, error }) => [state, error])).toEqual(
    PLACES.map(() => ['unreachable', 'address-unknown']),
  );
});

test('viewers may check, twenty times a minute', async () => {
  const app = await siteWithPosts();
  await expect(
    app.user.call(publishedCopyApi.check, { params: { ...params, idOrSlug: 'none' } }),
  ).rejects.toMatchObject({
    status: 404,
  });
  const viewer = await givenUser(app, { role: 'viewer' });
  for (let times = 0; times < 20; times += 1) await viewer.call(publishedCopyApi.check, { params });
  await expect(viewer.call(publishedCopyApi.check, { params })).rejects.toMatchObject({ status: 429 });
  expect(await app.check()).toHaveLength(5);
});
