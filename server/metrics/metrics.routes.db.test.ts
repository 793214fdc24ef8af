import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tools } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createMailer } from '#server/mail/index.ts';
import { createVault } from '#server/platform/vault.ts';
import { TEST_SECRET, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { type MetricSample, readMetrics } from '#testing/read-metrics.ts';

const METRICS_TOKEN = 'a-token-that-only-tests-have';
const headers = { authorization: `Bearer ${METRICS_TOKEN}` };

async function measuredApp(tools: Partial<Tools> = {}): Promise<ListeningApp> {
  const config = await loadConfig({ METRICS_TOKEN }, '/nonexistent');
  const app = await listeningApp({}, { config, ...tools });
  // The first request initializes the response cache.
  await app.ask('/healthz');
  return app;
}

async function samplesOf({ ask }: Pick<ListeningApp, 'ask'>): Promise<MetricSample[]> {
  const { status, body } = await ask('/metrics', { headers });
  expect(status).toBe(200);
  return readMetrics(body);
}

type Labels = Record<string, string>;

function sampleOf(samples: readonly MetricSample[], name: string, labels: Labels = {}): number | undefined {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  expect(found.length, `${name} ${JSON.stringify(labels)}`).toBeLessThanOrEqual(1);
  return found[0]?.value;
}

test('returns 404 without a configured token', async () => {
  const { get } = await testApp();
  const { status, json } = await get('/metrics', headers);
  expect([status, json]).toEqual([404, { message: 'Not Found' }]);
});

test('requires the token and forbids caching', async () => {
  const { ask } = await measuredApp();
  for (const authorization of ['', METRICS_TOKEN, `Basic ${METRICS_TOKEN}`, `Bearer ${METRICS_TOKEN}x`, 'Bearer ']) {
    const rejected = await ask('/metrics', { headers: authorization === '' ? {} : { authorization } });
    expect([rejected.status, rejected.headers['www-authenticate'], rejected.headers['cache-control']]).toEqual([
      ...[401, 'Bearer', 'no-store'],
    ]);
    expect(rejected.body).not.toContain('kawaraban_');
  }
  const taken = await ask('/metrics', { headers });
  expect(taken.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  });
});

test('returns all metrics in Prometheus format with worker', async () => {
  const app = await measuredApp({ worker: '2', version: '1.2.3' });
  await givenService(app, { serviceId: 'news' });
  await app.ask('/api/services/news');
  const samples = await samplesOf(app);
  const node = process.version;
  const engine = app.database.engine;
  expect(sampleOf(samples, 'kawaraban_build_info', { version: '1.2.3', database: engine, node })).toBe(1);
  expect(samples.filter(({ labels }) => labels.worker !== '2')).toEqual([]);
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    expect(sampleOf(samples, name), name).toBeGreaterThan(0);
  const buckets = samples.filter(({ name }) => name === 'kawaraban_http_request_duration_seconds_bucket');
  const ofRoute = buckets.filter(({ labels }) => labels.route === '/api/services/:serviceId');
  expect(ofRoute.map(({ value }) => value)).toEqual(ofRoute.map(({ value }) => value).toSorted((a, b) => a - b));
  expect(ofRoute.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 1 });
});

test('reports writability and free space of the storage', async () => {
  const app = await measuredApp();
  const read = async (place: string) => {
    const samples = await samplesOf(app);
    return [
      sampleOf(samples, 'kawaraban_storage_writable', { place }),
      sampleOf(samples, 'kawaraban_storage_free_bytes', { place }),
    ];
  };
  expect(await read('files')).toEqual([1, expect.any(Number)]);
});

test('counts responses from cache and others', async () => {
  const app = await measuredApp();
  await givenPost(app, { serviceId: 'news', slug: 'first' });
  for (let times = 0; times < 3; times += 1) await app.ask('/api/posts/news/first');
  await app.ask('/api/posts/news/none');
  await app.ask('/api/admin/posts/news');
  await app.ask('/api/nonsense', { method: 'POST' });
  const samples = await samplesOf(app);
  const requests = (labels: Labels) => sampleOf(samples, 'kawaraban_http_requests_total', labels);
  const route = '/api/posts/:serviceId/:slug';
  expect(requests({ method: 'GET', route, status: '2xx' })).toBe(3);
  expect(requests({ method: 'GET', route, status: '4xx' })).toBe(1);
  expect(requests({ method: 'GET', route: '/api/admin/posts/:serviceId', status: '4xx' })).toBe(1);
  expect(requests({ method: 'POST', route: 'none', status: '4xx' })).toBe(1);
  expect(sampleOf(samples, 'kawaraban_http_request_duration_seconds_count', { method: 'GET', route })).toBe(4);
  const kept = (how: string) => sampleOf(samples, 'kawaraban_kept_answer_requests_total', { how });
  expect([kept('memory'), kept('made')]).toEqual([2, 2]);
  expect(sampleOf(samples, 'kawaraban_kept_answers')).toBe(1);
  expect(sampleOf(samples, 'kawaraban_kept_answers_bytes')).toBeGreaterThan(1000);
});

test('reports queries, failures, commits and connections', async () => {
  const app = await measuredApp();
  const before = await samplesOf(app);
  await givenPost(app, { slug: 'first' });
  await app.ask('/api/admin/posts/many', { headers: { authorization: 'Bearer kwb_nobody' } });
  const after = await samplesOf(app);
  for (const [name, labels] of [
    ['kawaraban_database_query_duration_seconds_count', { pool: 'writer' }],
    ['kawaraban_database_query_duration_seconds_count', { pool: 'reader' }],
    ['kawaraban_database_commits_total', {}],
  ] as const)
    expect(sampleOf(after, name, labels), name).toBeGreaterThan(sampleOf(before, name, labels) ?? 0);
  await expect(
    app.database.reader
      .selectFrom('nothing' as 'posts')
      .selectAll()
      .execute(),
  ).rejects.toThrow();
  let release = () => {};
  const held = app.database.writer.transaction().execute(() => new Promise<void>((resolve) => (release = resolve)));
  const during = await samplesOf(app);
  release();
  await held;
  expect(sampleOf(during, 'kawaraban_database_connections_busy', { pool: 'writer' })).toBe(1);
  expect(sampleOf(during, 'kawaraban_database_waiting', { pool: 'writer' })).toBe(0);
  expect(sampleOf(during, 'kawaraban_database_query_failures_total', { pool: 'reader' })).toBe(1);
});

test('reports late posts and queues of background work', async () => {
  const app = await measuredApp();
  const { database, clock } = app;
  const vault = createVault(TEST_SECRET);
  const mailer = createMailer({ database, clock, vault, site: { name: '瓦版', url: 'https://news.example.org' } });
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-11-21T04:50:00Z') });
  await mailer.send({ kind: 'mfa-enabled', to: 'a@example.org', language: 'en', values: {} });
  clock.moveTo('2026-11-21T05:00:00Z');
  const samples = await samplesOf(app);
  const waiting = Object.fromEntries(
    samples
      .filter(({ name }) => /_(late|oldest|mails|uploads|search|pictures)_/.test(name))
      .map((one) => [one.name, one.value]),
  );
  expect(waiting).toEqual({
    kawaraban_clock_late_seconds: 600,
    kawaraban_oldest_due_post_seconds: 600,
    kawaraban_mails_waiting: 1,
    kawaraban_mails_failed: 0,
    kawaraban_oldest_waiting_mail_seconds: 17 * 60,
    kawaraban_uploads_open: 0,
    kawaraban_search_backlog: 0,
    kawaraban_pictures_queued: 0,
  });
  for (const reading of ['clock', 'mail', 'uploads', 'search'])
    expect(sampleOf(samples, 'kawaraban_reading_up', { reading })).toBe(1);
  for (const work of ['pictures', 'cards']) expect(sampleOf(samples, 'kawaraban_jobs_waiting', { work })).toBe(0);
});

test('unknown addresses add no time series', async () => {
  const app = await measuredApp();
  await givenService(app, { serviceId: 'news' });
  const rowsOf = async () => {
    const names = (await samplesOf(app)).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
    return names.filter((name) => /^kawaraban_(http|kept|database)/.test(name));
  };
  const part = fc.stringMatching(/^[\w.~%-]{1,12}$/);
  const path = fc.tuple(fc.constantFrom('', 'api/', 'api/posts/', 'api/posts/news/', 'api/tags/news/'), part, part);
  const asked = fc.sample(
    path.map(([start, one, other]) => `/${start}${one}?${other}=1`),
    { numRuns: 300, seed: 7 },
  );
  const askAll = async (urls: readonly string[]) => {
    for (const url of urls) await app.ask(url);
    for (const method of ['PROPFIND', 'SEARCH', 'PATCH', 'OPTIONS', 'HEAD'])
      await app.ask('/api/posts/news', { method });
  };
  await rowsOf();
  await askAll(asked.slice(0, 100));
  const before = await rowsOf();
  await askAll(asked.slice(100));
  expect((await rowsOf()).filter((row) => !before.includes(row))).toEqual([]);
  expect(before.length).toBeLessThan(500);
});
