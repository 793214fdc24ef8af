import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { connect } from '#server/database/connect.ts';
import { raiseServiceRevision } from '#server/database/service-revision.ts';
import { ListeningServers } from '#server/http/listening-servers.ts';
import { MAX_WAITING, OutputLimits } from '#server/http/output-limits.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type ListeningApp, listeningApp, type Received } from '#testing/listening-app.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import type { ResponseCacheOptions } from './response-cache.ts';

function lasting({ headers, ...answer }: Received): Received {
  const {
    date: _d,
    connection: _c,
    'keep-alive': _k,
    'x-request-id': _x,
    etag: _e,
    vary: _v,
    'cache-control': _cc,
    ...rest
  } = headers;
  return { ...answer, headers: rest };
}

const cachedResponseLines = (logged: Record<string, unknown>[]) => logged.filter(({ isKept }) => isKept);

test('cached responses equal the rendered ones', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'first', category: 'harbour', tags: ['墨'] });
  for (const url of [
    '/api/posts/news',
    '/api/posts/news?count=1&withBody=0',
    '/api/posts/news?category=harbour&withCategory=1',
    '/api/posts/news?tag=%E5%A2%A8',
    '/api/posts/news/first',
    '/api/categories/news',
    '/api/categories/news/harbour?withParents=1',
    '/api/categories/news/harbour/children',
    '/api/tags/news',
    '/api/tags/news/%E5%A2%A8',
    '/api/services',
    '/api/services/news',
    '/api/config',
  ]) {
    app.logged.length = 0;
    const cold = await app.requestUncached(url);
    expect(cold.status, url).toBe(200);
    const first = await app.ask(url);
    const second = await app.ask(url);
    expect(lasting(first), url).toEqual(lasting(cold));
    expect(lasting(second), url).toEqual(lasting(cold));
    expect(cachedResponseLines(app.logged), url).toHaveLength(1);
    expect(second.headers, url).toMatchObject({
      etag: first.headers.etag,
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'content-length': String(Buffer.byteLength(cold.body)),
      date: expect.any(String),
    });
    expect(second.headers['x-request-id'], url).not.toBe(first.headers['x-request-id']);
  }
});

test('X-Request-Id of the proxy appears in response and log', async () => {
  const config = await loadConfig({ TRUST_PROXY: 'loopback' }, '/nonexistent');
  const app = await listeningApp({ trustProxy: 'loopback' }, { config });
  await givenPost(app);
  await app.ask('/api/posts/news');
  app.logged.length = 0;
  const { headers } = await app.ask('/api/posts/news?order=desc', { headers: { 'x-request-id': 'abc-1' } });
  expect(headers['x-request-id']).toBe('abc-1');
  const again = await app.ask('/api/posts/news?order=desc', { headers: { 'x-request-id': 'abc-2' } });
  expect(again.headers['x-request-id']).toBe('abc-2');
  expect(app.logged).toEqual([
    expect.objectContaining({ reqId: 'abc-1', path: '/api/posts/news', statusCode: 200, level: 'info' }),
    expect.objectContaining({ reqId: 'abc-2', msg: 'request answered', isKept: true, remoteAddress: '127.0.0.1' }),
  ]);
});

test('matching ETags get 304', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'first' });
  const { headers } = await app.ask('/api/posts/news/first');
  const etag = String(headers.etag);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await app.ask('/api/posts/news/first', { headers: { 'if-none-match': tag } });
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(answer.headers).toMatchObject({ etag, 'access-control-allow-origin': '*', 'cache-control': /public/ });
    expect(answer.headers['content-type']).toBeUndefined();
  }
  expect((await app.ask('/api/posts/news/first', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  await givenPost(app, { slug: 'second', title: 'Second' });
  await app.database.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
  const unchanged = await app.ask('/api/posts/news/first', { headers: { 'if-none-match': etag } });
  expect(unchanged.status).toBe(304);
});

test('HEAD responses share the cache with GET', async () => {
  const app = await listeningApp();
  await givenPost(app);
  const head = await app.ask('/api/posts/news', { method: 'HEAD' });
  const get = await app.ask('/api/posts/news');
  expect(head).toMatchObject({ status: 200, body: '' });
  expect(lasting(head).headers).toEqual(lasting(get).headers);
  expect(cachedResponseLines(app.logged)).toHaveLength(1);
  expect(await app.ask('/api/posts/news', { method: 'HEAD' })).toMatchObject({ body: '' });
});

test('uncacheable requests are passed to the application', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'first' });
  for (const [name, url, options] of [
    ['a signed request', '/api/posts/news', { headers: { authorization: 'Bearer abc' } }],
    ['a preview', '/api/posts/news/first?token=abc', {}],
    ['a request with a body', '/api/posts/news', { headers: { 'content-length': '0' } }],
    ['another method', '/api/posts/news', { method: 'POST' }],
    ['a misspelt filter', '/api/posts/news?cuont=1', {}],
    ['a repeated parameter', '/api/posts/news?count=1&count=1', {}],
    ['a value that is invalid', '/api/posts/news?count=0', {}],
    ['a post that is not there', '/api/posts/news/none', {}],
    ['a service that is not there', '/api/posts/none', {}],
  ] as const) {
    app.logged.length = 0;
    const { statusCode, body } = await app.app.inject({ url, ...(options as object) });
    for (let round = 0; round < 3; round += 1) {
      expect(await app.ask(url, options), name).toMatchObject({ status: statusCode, body });
    }
    expect(cachedResponseLines(app.logged), name).toEqual([]);
    expect(
      app.logged.filter(({ msg }) => msg === 'request answered'),
      name,
    ).toHaveLength(4);
  }
});

test('cached responses depend on nothing but the URL', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'first' });
  const cold = await app.requestUncached('/api/posts/news/first');
  const headers = {
    cookie: 'session=secret',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'accept-language': 'ja',
    accept: 'text/html',
    range: 'bytes=0-9',
    host: 'evil.example',
    'x-http-method-override': 'DELETE',
  };
  const answerAfterForgedHeaders = await app.ask('/api/posts/news/first', { headers });
  expect(lasting(answerAfterForgedHeaders)).toEqual(lasting(cold));
  expect(lasting(await app.ask('/api/posts/news/first'))).toEqual(lasting(cold));
  expect(cachedResponseLines(app.logged)).toHaveLength(1);
});

test('writes invalidate the responses of their service only', async () => {
  const app = await listeningApp();
  await givenPost(app, { serviceId: 'news', slug: 'first' });
  await givenPost(app, { serviceId: 'other', slug: 'first', title: 'Of the other' });
  for (const url of ['/api/posts/news', '/api/posts/other', '/api/services']) await app.ask(url);
  app.logged.length = 0;
  await givenPost(app, { serviceId: 'news', title: 'Brand new' });
  expect((await app.ask('/api/posts/news')).body).toContain('Brand new');
  expect(cachedResponseLines(app.logged)).toEqual([]);
  expect((await app.ask('/api/posts/other')).body).toContain('Of the other');
  expect(cachedResponseLines(app.logged)).toHaveLength(1);
  await givenService(app, { serviceId: 'third', label: 'Third' });
  expect((await app.ask('/api/services')).body).toContain('Third');
});

test('invisible writes keep cached responses', async () => {
  const app = await listeningApp();
  await givenPost(app);
  await app.ask('/api/posts/news');
  await app.database.writer.transaction().execute(async (trx) => {
    await trx.updateTable('posts').set({ updatedBy: 'somebody' }).execute();
  });
  await app.ask('/api/posts/news');
  expect(cachedResponseLines(app.logged)).toHaveLength(1);
});

test('writes of other processes appear within a second', async () => {
  const app = await listeningApp();
  await givenPost(app);
  await app.ask('/api/posts/news');
  const other = connect(app.target);
  onTestFinished(() => other.close());
  await givenPost({ database: other, clock: app.clock }, { title: 'From beside' });
  if (app.database.engine === 'postgres') {
    expect((await app.ask('/api/posts/news')).body).not.toContain('From beside');
    app.clock.moveTo('2026-11-21T04:43:01Z');
  }
  expect((await app.ask('/api/posts/news')).body).toContain('From beside');
});

test('setting the clock back does not extend validity', async () => {
  const app = await listeningApp();
  await givenPost(app);
  await app.ask('/api/posts/news');
  const other = connect(app.target);
  onTestFinished(() => other.close());
  await givenPost({ database: other, clock: app.clock }, { title: 'From beside' });
  app.clock.moveTo('2026-11-21T04:42:00Z');
  expect((await app.ask('/api/posts/news')).body).not.toContain('post-');
  app.clock.moveTo('2026-11-21T04:42:59.999Z');
  await app.ask('/api/posts/news');
  app.clock.moveTo('2026-11-21T04:43:00Z');
  expect((await app.ask('/api/posts/news')).body).toContain('From beside');
});

test('scheduled posts appear on time without a write', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'due', title: 'Due', publishAt: new Date('2026-11-21T04:47:00Z') });
  app.clock.moveTo('2026-11-21T04:49:59.999Z');
  expect((await app.ask('/api/posts/news')).body).not.toContain('Due');
  expect((await app.ask('/api/posts/news/due')).status).toBe(404);
  await app.ask('/api/posts/news');
  expect(cachedResponseLines(app.logged)).toHaveLength(1);
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect((await app.ask('/api/posts/news')).body).toContain('Due');
  expect((await app.ask('/api/posts/news/due')).status).toBe(200);
});

test('comments open on time below a scheduled post that is hidden in lists', async () => {
  const app = await listeningApp();
  await givenService(app, { serviceId: 'diary', functions: ['post', 'comment'] });
  const publishAt = new Date('2026-11-21T04:47:00Z');
  const { postId } = await givenPost(app, { serviceId: 'diary', publishAt });
  const hidden = { isHiddenInList: 1, listedAt: null };
  await app.database.writer.updateTable('posts').set(hidden).where('postId', '=', postId).execute();
  const isOpen = async () => JSON.parse((await app.ask(`/api/comments/diary/${postId}`)).body).meta.isOpen;
  app.clock.moveTo('2026-11-21T04:49:59.999Z');
  expect(await isOpen()).toBe(false);
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect(await isOpen()).toBe(true);
});

async function watchedApp(options: Partial<ResponseCacheOptions> = {}) {
  const database = await testDatabase();
  const queries = watchQueries();
  const watched = { ...database, reader: database.reader.withPlugin(queries.plugin) };
  return { ...(await listeningApp({ database, ...options }, { database: watched })), database, queries };
}

test('responses rendered before a write are not served after it', async () => {
  const app = await watchedApp();
  await givenPost(app, { title: 'Before' });
  // The first query finds the service, the second its posts.
  const held = app.queries.hold(1);
  const early = app.ask('/api/posts/news');
  await held.reached;
  app.queries.pass();
  await givenPost(app, { title: 'After' });
  const late = app.ask('/api/posts/news');
  await app.ask('/api/posts/news?count=3');
  held.release();
  expect((await early).body).not.toContain('After');
  expect((await late).body).toContain('After');
  expect((await app.ask('/api/posts/news')).body).toBe((await late).body);
});

test('waiting too long for a shared rendering falls back', async () => {
  const app = await watchedApp({ maxWaitMs: 100 });
  await givenPost(app);
  const held = app.queries.hold();
  const early = app.ask('/api/posts/news');
  await held.reached;
  app.queries.pass();
  expect((await app.ask('/api/posts/news')).status).toBe(200);
  held.release();
  expect((await early).status).toBe(200);
});

test('shutdown waits for rendering and closes the connection', async () => {
  const app = await watchedApp();
  await givenPost(app);
  const held = app.queries.hold();
  const answer = app.ask('/api/posts/news');
  await held.reached;
  const closed = app.app.close();
  await expect.poll(() => app.app.server.listening).toBe(false);
  held.release();
  expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
});

test('cache size stays within its limit', async () => {
  const app = await listeningApp({ maxBytes: 100_000 });
  await givenPost(app, { slug: 'home' });
  for (let round = 0; round < 3; round += 1) await app.ask('/api/posts/news/home');
  for (let count = 1; count <= 50; count += 1) {
    for (const order of ['asc', 'desc']) await app.ask(`/api/posts/news?count=${count}&order=${order}`);
  }
  app.logged.length = 0;
  await app.ask('/api/posts/news/home');
  await app.ask('/api/posts/news?count=1&order=asc');
  expect(app.logged.map(({ isKept = false }) => isKept)).toEqual([true, false]);
});

test('connections that do not read are closed without affecting others', async () => {
  const outputs = new OutputLimits({ stalledMs: 600 });
  const app = await listeningApp({}, { servers: new ListeningServers(outputs) });
  await givenPost(app, { slug: 'long', body: '瓦版'.repeat(100_000) });
  const bytes = Buffer.byteLength((await app.requestUncached('/api/posts/news/long')).body);
  for (let count = 0; count < 20; count += 1) {
    const socket = connectTo(app.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause().write('GET /api/posts/news/long HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1 + MAX_WAITING));
  }
  await expect.poll(() => outputs.unsentBytes).toBeGreaterThan(0);
  expect(outputs.unsentBytes).toBeLessThan(2 * bytes);
  expect((await app.ask('/api/services')).status).toBe(200);
  await expect.poll(() => openConnections(app)).toBeLessThanOrEqual(1);
  expect((await app.ask('/api/posts/news/long')).status).toBe(200);
});

const openConnections = ({ app: { server } }: ListeningApp) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('connections that pipeline without reading are closed', async () => {
  const app = await listeningApp();
  const socket = connectTo(app.port, 'localhost');
  socket.on('error', () => {});
  socket.write('GET /api/services/ HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));
  await once(socket.resume(), 'close');
  expect((await app.ask('/api/services')).status).toBe(200);
});
