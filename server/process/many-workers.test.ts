/** @module-tag extended */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request as startRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { ApiError, createApiClient } from '#contract/api-client.ts';
import { freePort } from '#testing/free-port.ts';
import { pictures } from '#testing/pictures.ts';
import { type PostgresServer, startPostgres, withAdministration } from '#testing/postgres-server.ts';
import { type StartedProduct, startProduct, temporaryFolder } from '#testing/product.ts';
import { readMetrics } from '#testing/read-metrics.ts';
import { startS3Server } from '#testing/s3-server.ts';
import { buildWeb, isWebBuildFresh } from '../building/web-build.ts';

const PASSWORD = 'a long password of tests';
const TIMEOUT = { timeout: 60_000, interval: 50 };
const TEST_MS = 180_000;
const EVERYWHERE_MS = 1000;
const ADDRESSES = ['/api/posts/news/first', '/api/posts/news', '/posts/news/first'];

interface TestServer extends StartedProduct {
  readonly url: Promise<string>;
  readonly dataDir: string;
}

const ends: (() => Promise<void> | void)[] = [];
const later = (end: () => Promise<void> | void) => void ends.push(end);
let postgres: PostgresServer;
let environment: Record<string, string>;
let servers: TestServer[];
const tokens: { access: string; refresh: string } = { access: '', refresh: '' };

/** The first two processes notify each other of commits; the others poll, as behind a connection pooler. */
async function startMember(index: number, more: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await temporaryFolder(later);
  const port = await freePort();
  const env = { ...environment, DATA_DIR: dataDir, PORT: `${port}`, ...(index > 1 && { DATABASE_LISTEN: 'off' }) };
  const product = await startProduct({ ...env, ...more }, undefined, later);
  // The printed URL is the public one, shared by all.
  const url = product.url.then(() => `http://127.0.0.1:${port}`);
  url.catch(() => {});
  return { ...product, url, dataDir };
}

beforeAll(async () => {
  // Builds once instead of in each process.
  if (!(await isWebBuildFresh())) await buildWeb();
  postgres = await startPostgres();
  later(() => postgres.stop());
  await withAdministration(postgres.url, 'create database kawaraban template template0');
  const bucket = await startS3Server();
  later(() => bucket.stop());
  environment = {
    STORAGE_URL: `s3://${bucket.bucket}?endpoint=${bucket.endpoint}&pathStyle=true`,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3999',
    DATABASE_URL: `${postgres.url}/kawaraban`,
    SECRET: 'a secret that only tests have, long enough',
    ADMIN_PASSWORD: PASSWORD,
    ADMIN_EMAIL: 'admin@example.org',
    USER_PASSWORD_AUTH: 'true',
  };
  // Starts all at once, as after a power failure.
  servers = await Promise.all([0, 1, 2, 3].map((index) => startMember(index)));
  await Promise.all(servers.map(({ url }) => url));
}, TEST_MS);

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const urlOf = (index: number) => (servers[index] as TestServer).url;

async function callPool(index: number, operation: string, body: object) {
  const answer = await fetch(`${await urlOf(index)}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}

async function clientId(): Promise<string> {
  const { identity } = await (await fetch(`${await urlOf(0)}/api/config`)).json();
  return identity.userPoolClientId;
}

async function save(index: number, title: string): Promise<void> {
  const call = createApiClient({
    baseUrl: `${await urlOf(index)}/api`,
    headers: { authorization: `Bearer ${tokens.access}` },
    timeoutMs: 20_000,
  });
  await call(adminPostApi.update, { params: { serviceId: 'news', idOrSlug: 'first' }, body: { title } });
}

async function titlesAt(index: number): Promise<string[]> {
  const url = await urlOf(index);
  return Promise.all(
    ADDRESSES.map(async (address) => {
      const answer = await fetch(`${url}${address}`);
      const body = await answer.text();
      return answer.status === 200 ? (/Title \d+/.exec(body)?.[0] ?? 'none') : String(answer.status);
    }),
  );
}

const everywhere = () => Promise.all(servers.map((_, index) => titlesAt(index)));
const all = (title: string) => servers.map(() => ADDRESSES.map(() => title));

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('concurrent starts share one installation and its sessions', async () => {
  const reported = servers.map(({ output }) => output()).join('');
  expect(reported.match(/Created the account admin/g)).toHaveLength(1);
  expect(reported.match(/Created sample posts/g)).toHaveLength(1);
  const ClientId = await clientId();
  const AuthParameters = { USERNAME: 'admin', PASSWORD };
  const signedIn = await callPool(1, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters });
  expect(signedIn.json).toMatchObject({ AuthenticationResult: { RefreshToken: expect.any(String) } });
  tokens.refresh = signedIn.json.AuthenticationResult.RefreshToken;
  const refreshed = await callPool(2, 'InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId,
    AuthParameters: { REFRESH_TOKEN: tokens.refresh },
  });
  tokens.access = refreshed.json.AuthenticationResult.AccessToken;
  const me = await fetch(`${await urlOf(3)}/api/account`, { headers: { authorization: `Bearer ${tokens.access}` } });
  expect(me.status).toBe(200);
});

test('rate limits apply across processes', { timeout: TEST_MS }, async () => {
  const enter = async (index: number) => {
    const answer = await fetch(`${await urlOf(index % servers.length)}/api/guests`, { method: 'POST' });
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: 70 }, (_, index) => enter(index)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('sends a mail once', { timeout: TEST_MS }, async () => {
  const ClientId = await clientId();
  const requests = await callPool(3, 'ForgotPassword', { ClientId, Username: 'admin' });
  expect(requests.status).toBe(200);
  const outboxes = async () => {
    const lists = servers.map(({ dataDir }) => readdir(join(dataDir, 'outbox')).catch(() => []));
    return (await Promise.all(lists)).flat();
  };
  await expect.poll(outboxes, TIMEOUT).toHaveLength(1);
  await pause(EVERYWHERE_MS);
  expect(await outboxes()).toHaveLength(1);
});

test('any process handles the steps of an upload', { timeout: TEST_MS }, async () => {
  const at = async (index: number) =>
    createApiClient({ baseUrl: `${await urlOf(index)}/api`, headers: { authorization: `Bearer ${tokens.access}` } });
  const bytes = Buffer.from(pictures.png, 'base64');
  const body = { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: bytes.length, isKept: true } as const;
  const { fileId, url, mimeType } = await (await at(0))(adminFileApi.reserve, { params: { serviceId: 'news' }, body });
  const put = await fetch(url, { method: 'PUT', headers: { 'content-type': mimeType }, body: new Uint8Array(bytes) });
  expect(put.status).toBe(200);
  const completed = await (await at(1))(adminFileApi.complete, { params: { serviceId: 'news', fileId } });
  expect(completed).toMatchObject({ fileId });
  const pictureAt = async (index: number) => {
    const answer = await fetch(`${await urlOf(index)}/media/news/images/${fileId}/raw.png`);
    return [answer.status, answer.headers.get('etag'), Buffer.from(await answer.arrayBuffer()).toString('base64')];
  };
  const shown = await Promise.all(servers.map((_, index) => pictureAt(index)));
  expect(shown[0]?.[0]).toBe(200);
  expect(shown).toEqual(servers.map(() => shown[0]));
});

test('writes are visible at once locally, elsewhere within a second', {
  timeout: TEST_MS,
}, async () => {
  const call = createApiClient({
    baseUrl: `${await urlOf(0)}/api`,
    headers: { authorization: `Bearer ${tokens.access}` },
  });
  const body = { title: 'Title 0', slug: 'first', bodyFormat: 'markdown', status: 'publish' } as const;
  await call(adminPostApi.create, { params: { serviceId: 'news' }, body });
  const random = seeded(20_261_122);
  for (let number = 1; number <= 8; number += 1) {
    const writer = random(servers.length);
    // Fills the caches with data that becomes stale.
    const reading = Promise.all([everywhere(), everywhere()]);
    await save(writer, `Title ${number}`);
    expect(await titlesAt(writer), `at ${writer}, which has written`).toEqual(ADDRESSES.map(() => `Title ${number}`));
    await reading;
    await pause(EVERYWHERE_MS);
    expect(await everywhere(), 'a second later').toEqual(all(`Title ${number}`));
    if (number % 4 !== 0) continue;
    const killed = random(servers.length);
    const cut = save(killed, `Title ${number}00`).catch(() => {});
    await pause(random(20));
    servers[killed]?.child.kill('SIGKILL');
    await cut;
    servers[killed] = await startMember(killed);
    await urlOf(killed);
    await pause(EVERYWHERE_MS);
    const [[title = ''] = []] = await everywhere();
    expect([`Title ${number}`, `Title ${number}00`]).toContain(title);
    expect(await everywhere(), 'after one was killed').toEqual(all(title));
  }
});

test('PostgreSQL outage serves cached responses and recovers', {
  timeout: TEST_MS,
}, async () => {
  await save(2, 'Title 41');
  await pause(EVERYWHERE_MS);
  await everywhere();
  await save(1, 'Title 42');
  await titlesAt(1);
  await pause(EVERYWHERE_MS);
  expect(await everywhere()).toEqual(all('Title 42'));
  await postgres.suspend();
  for (let round = 0; round < 3; round += 1) {
    expect(await everywhere(), 'while it is away').toEqual(all('Title 42'));
    await pause(300);
  }
  for (const [index] of servers.entries()) {
    const url = await urlOf(index);
    const stored = await fetch(`${url}${ADDRESSES[0]}`);
    expect([stored.status, Number(stored.headers.get('age')) > 0]).toEqual([200, true]);
    for (const address of ['/api/posts/news/what-kawaraban-is', '/posts/news/what-kawaraban-is', '/readyz']) {
      const rejection = await fetch(`${url}${address}`, { redirect: 'manual' });
      expect([address, rejection.status]).toEqual([address, 503]);
      if (address !== '/readyz') expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const rejected = await save(index, 'Title 43').catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ApiError);
    expect(rejected).toMatchObject({ status: 503, body: { message: expect.any(String) } });
    expect((await callPool(index, 'GetUser', { AccessToken: tokens.access })).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  await postgres.resume();
  const isReady = async (index: number) => (await fetch(`${await urlOf(index)}/readyz`)).status;
  await expect
    .poll(() => Promise.all(servers.map((_, index) => isReady(index))), TIMEOUT)
    .toEqual([200, 200, 200, 200]);
  for (const [index] of servers.entries()) {
    await save(index, `Title 5${index}`);
    expect(await titlesAt(index)).toEqual(ADDRESSES.map(() => `Title 5${index}`));
  }
  await pause(EVERYWHERE_MS);
  expect(await everywhere()).toEqual(all('Title 53'));
});

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const reported = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return reported.split(' ').filter(Boolean).map(Number);
}

function steadyReader(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  onTestFinished(() => agent.destroy());
  const failures: string[] = [];
  let asked = 0;
  let isOver = false;
  const call = () =>
    new Promise<void>((resolve) => {
      asked += 1;
      const request = startRequest(`${url}/api/posts/news`, { agent }, (response) => {
        if (response.statusCode !== 200) failures.push(String(response.statusCode));
        text(response)
          .catch((error) => failures.push(String(error)))
          .finally(resolve);
      });
      request.on('error', (error) => {
        failures.push(String(error));
        resolve();
      });
      request.end();
    });
  const running = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await call();
        await pause(10);
      }
    }),
  );
  const end = async () => {
    isOver = true;
    await running;
    return { asked, failures };
  };
  return { end };
}

const METRICS_TOKEN = 'a-token-that-only-tests-have';

/** Uses a new connection, so that any worker may answer. */
async function readFigures(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const request = startRequest(`${url}/metrics`, { agent: false, headers }).end();
  request.on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [response] = await once(request, 'response');
  return text(response);
}

async function processCounts(url: string): Promise<Record<string, number>> {
  // A stopped worker may have accepted one of the connections.
  const samples = readMetrics(await Promise.any([readFigures(url), readFigures(url)]));
  const up = samples.filter(({ name }) => name === 'kawaraban_process_up');
  const reported = up.flatMap(({ labels, value }) => (value === 1 ? [labels.worker] : []));
  const built = samples.filter(({ name }) => name === 'kawaraban_build_info');
  expect(built.map(({ labels }) => labels.worker).toSorted()).toEqual(reported.toSorted());
  expect(samples.filter(({ labels }) => labels.worker === undefined)).toEqual([]);
  return Object.fromEntries(up.map(({ labels, value }) => [labels.worker, value]));
}

async function whileSuspended(pid: number | undefined, work: () => Promise<void>): Promise<void> {
  const [child = 0] = await childrenOf(pid);
  process.kill(child, 'SIGSTOP');
  await work().finally(() => process.kill(child, 'SIGCONT'));
}

test('workers share a port, are replaced seamlessly and restarted', {
  timeout: TEST_MS,
}, async () => {
  const group = await startMember(0, { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', METRICS_TOKEN });
  onTestFinished(() => void group.child.kill('SIGKILL'));
  const url = await group.url;
  expect(group.output().trim().split('\n')).toEqual([
    'Kawaraban is ready at http://localhost:3999 (2 processes)',
    '  Console            http://localhost:3999/admin',
    '  API documentation  http://localhost:3999/api/docs',
  ]);
  const reader = steadyReader(url);
  group.child.kill('SIGUSR2');
  await expect.poll(group.output, TIMEOUT).toContain('All processes were replaced.');
  const { asked, failures } = await reader.end();
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(10);
  // The workers started as 1 and 2. Number 1 was free when the second one was replaced by 3.
  expect(await processCounts(url)).toEqual({ 1: 1, 3: 1 });
  const [victim] = await childrenOf(group.child.pid);
  if (victim !== undefined) {
    process.kill(victim, 'SIGKILL');
    await expect.poll(group.output, TIMEOUT).toContain('A server process ended with SIGKILL; restarting it.');
    // The other worker continues to serve.
    expect((await fetch(`${url}/api/posts/news`)).status).toBe(200);
    await expect.poll(() => childrenOf(group.child.pid), TIMEOUT).toHaveLength(2);
    await expect.poll(() => processCounts(url).then(Object.values), TIMEOUT).toEqual([1, 1]);
    expect(['1', '2', '3']).toEqual(expect.arrayContaining(Object.keys(await processCounts(url))));
    await whileSuspended(group.child.pid, async () => {
      expect(Object.values(await processCounts(url)).toSorted()).toEqual([0, 1]);
    });
  }
  group.child.kill('SIGTERM');
  expect(await group.exit).toBe(0);
});
