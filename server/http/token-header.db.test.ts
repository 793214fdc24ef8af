import { expect, test } from 'vitest';
import type { AuthHeader } from '#contract/site-config.ts';
import { loadConfig } from '#server/config.ts';
import { givenPost } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenUser } from '#testing/given-user.ts';
import { listeningApp } from '#testing/listening-app.ts';

const METRICS_TOKEN = 'a-token-for-metrics';

async function appWith(adminAuthHeader: string, adminAuthHeaderTokenPrefix: string) {
  const config = await loadConfig({ METRICS_TOKEN }, '/nonexistent');
  const authHeader: AuthHeader = { adminAuthHeader, adminAuthHeaderTokenPrefix };
  const cdn = { maxAgeSeconds: 300, staleSeconds: 0 };
  const app = await listeningApp({ cdn }, { config: { ...config, site: { ...config.site, ...authHeader } } });
  await givenPost(app);
  const statusOf = async (headers: Record<string, string>, path = '/api/admin/posts/news') =>
    (await app.ask(path, { headers })).status;
  return { app, statusOf };
}

test.for([
  ['X-Admin-Token', 'JWT', 'x-admin-token', 'jwt '],
  ['X-Admin-Token', '', 'X-Admin-Token', ''],
  ['Authorization', 'JWT', 'authorization', 'JWT '],
] as const)('accounts and API keys use header %s with prefix "%s"', async ([header, prefix, name, start]) => {
  const { app, statusOf } = await appWith(header, prefix);
  const { accessToken } = await givenUser(app);
  const { key } = await givenApiKey(app);
  expect(await statusOf({ [name]: `${start}${accessToken}` })).toBe(200);
  expect(await statusOf({ [name]: `${start}${key}` })).toBe(200);
  expect(await statusOf({ [name]: `${start}${METRICS_TOKEN}` }, '/metrics')).toBe(200);
  expect(await statusOf({ [name]: `Bearer ${key}` })).toBe(401);
  expect(await statusOf({ authorization: `Bearer ${key}` })).toBe(401);
  expect(await statusOf({ [name]: `${start}${key.slice(0, -4)}abcd` }, '/api/posts/news')).toBe(401);
  expect((await app.ask('/api/config')).body).toContain(`"adminAuthHeader":"${header}"`);
});

test('Authorization of a proxy is ignored beside a custom header', async () => {
  const { app, statusOf } = await appWith('X-Admin-Token', 'Bearer');
  const { key } = await givenApiKey(app);
  const authorization = 'Basic cHJveHk6cHJveHk=';
  expect(await statusOf({ authorization, 'x-admin-token': `Bearer ${key}` })).toBe(200);
  expect(await statusOf({ authorization })).toBe(401);
  const guest = await app.ask('/api/comments/news/some', { headers: { authorization } });
  expect(guest).toMatchObject({ status: 200, headers: { 'cache-control': expect.stringContaining('s-maxage') } });
});

test('calls with a custom header are not cached or logged', async () => {
  const { app } = await appWith('X-Admin-Token', 'JWT');
  const { key } = await givenApiKey(app);
  await app.ask('/api/posts/news');
  await app.ask('/api/posts/news');
  expect(app.logged.filter(({ isKept }) => isKept)).toHaveLength(1);
  const signed = await app.ask('/api/posts/news', { headers: { 'x-admin-token': `JWT ${key}` } });
  expect(signed.headers['cache-control']).toBe('no-store');
  expect(signed.headers).not.toHaveProperty('surrogate-key');
  expect(app.logged.filter(({ isKept }) => isKept)).toHaveLength(1);
  await app.ask('/api/posts/news', { headers: { 'x-admin-token': 'JWT wrong-secret' } });
  const log = JSON.stringify(app.logged);
  for (const secret of [key, 'wrong-secret']) expect(log).not.toContain(secret);
});

test('preflights allow the custom header, and OpenAPI describes it', async () => {
  const { app } = await appWith('X-Admin-Token', 'JWT');
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  const preflight = await app.ask('/api/admin/posts/news', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-headers']).toMatch(/\bX-Admin-Token\b/);
  const { components } = JSON.parse((await app.ask('/api/openapi.json')).body);
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-Admin-Token' });
});
