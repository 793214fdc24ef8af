import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { loadConfig } from './config.ts';
import { requireAccessOnEveryRoute } from './http/implement.ts';

const SOME_ID = '01hzx3v9d0q8e7m2k4n6p8r1st';

test('OpenAPI document is valid and contains every endpoint', async () => {
  const { get } = await testApp();
  const { status, json } = await get('/api/openapi.json');
  expect(status).toBe(200);
  expect(json.openapi).toBe('3.1.0');
  const { valid, errors } = await new Validator().validate(structuredClone(json));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  for (const { method, path, access, alsoAnswers = [] } of endpoints) {
    const url = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
    const described = json.paths[url]?.[method.toLowerCase()];
    expect(described?.responses['200'], `${method} ${url}`).toBeDefined();
    for (const status of alsoAnswers) expect(described.responses[status], `${method} ${url}`).toBeDefined();
    expect(described.security, `${method} ${url}`).toEqual(access.level === 'public' ? undefined : [{ bearer: [] }]);
  }
});

test('references in the OpenAPI document resolve', async () => {
  const { json, text } = await (await testApp()).get('/api/openapi.json');
  const references = new Set([...text.matchAll(/"\$ref":"#([^"]*)"/g)].map(([, path]) => path ?? ''));
  expect(references.size).toBeGreaterThan(10);
  const leadsNowhere = [...references].filter((path) => {
    const parts = path.split('/').slice(1);
    return (
      parts.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], json) === undefined
    );
  });
  expect(leadsNowhere).toEqual([]);
});

test('OpenAPI describes null responses', async () => {
  const { json } = await (await testApp()).get('/api/openapi.json');
  const { responses } = json.paths['/api/admin/posts/{serviceId}/{idOrSlug}'].delete;
  expect(responses['200'].content).toEqual({ 'application/json': { schema: { type: 'null' } } });
  expect(json.paths['/api/admin/services/{serviceId}'].head.responses['200']).not.toHaveProperty('content');
});

test('API reference page loads only own files', async () => {
  const { get } = await testApp();
  const { status, headers, text } = await get('/api/docs/');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  const [, script = ''] = /src="([^"]+)"/.exec((await get('/api/docs')).text) ?? [];
  expect(script).toMatch(/^[/]api[/]docs[/]/);
  expect((await get(script)).status).toBe(200);
  expect((await get('/api/docs/static/nothing')).json).toEqual({ message: 'Not Found' });
});

test('unknown API paths return 404 as JSON error', async () => {
  const { get, app } = await testApp();
  expect((await get('/api/nonsense')).json).toEqual({ message: 'Not Found' });
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/config', payload: { a: 1 } });
  expect([statusCode, JSON.parse(body)]).toEqual([404, { message: 'Not Found' }]);
});

test('returns 400 for invalid requests, 413 for long bodies', async () => {
  const { app, get } = await testApp();
  expect((await get('/api/posts/%ff')).json).toEqual({ message: 'Bad Request' });
  expect((await get('/api/posts/a%00b')).status).toBe(404);
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/services', payload, headers: { 'content-type': 'application/json' } });
  expect((await post('{')).json()).toEqual({ message: 'Bad Request' });
  expect((await post(JSON.stringify('x'.repeat(2_000_000)))).json()).toEqual({ message: 'Payload Too Large' });
});

const writes = endpoints
  .filter(({ body }) => body !== undefined)
  .map(({ method, path, bodyLimit = 1024 * 1024 }) => {
    const url = `/api${path
      .replace(':serviceId', 'news')
      .replace(/:(?:revision)/, '1')
      .replace(/:\w+Id(?=[/]|$)/, SOME_ID)}`;
    return { method, url: url.replace(/:\w+/g, 'note'), bodyLimit };
  });

test('endpoints enforce their documented body size', async () => {
  const app = await testApp();
  const { send } = await givenUser(app, { role: 'admin' });
  for (const { method, url, bodyLimit } of writes) {
    const { status, json } = await send(method, url, { body: JSON.stringify('x'.repeat(bodyLimit)) });
    expect([status, json], `${method} ${url}`).toEqual([413, { message: 'Payload Too Large' }]);
  }
});

test('rejects unknown parameters naming them', async () => {
  const { get } = await testApp();
  const fieldsOf = async (query: string) =>
    (await get(`/api/services?${query}`)).json.errors.map(({ field }: { field: string }) => field);
  expect(await fieldsOf('pageTokn=x')).toEqual(['page_tokn']);
  expect(await fieldsOf('=1&%E6%96%B0=1&a[b]=1')).toEqual(['query']);
});

test('API allows cross-origin requests with preflight', async () => {
  const { app, get } = await testApp();
  const { headers } = await get('/api/config', { origin: 'https://elsewhere.example' });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/posts/news',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  expect(preflight.headers['access-control-allow-methods']).toContain('HEAD');
  const plain = await app.inject({ method: 'OPTIONS', url: '/api/posts/news' });
  expect([plain.statusCode, plain.body]).toEqual([204, '']);
});

test('responses have security headers and a request id', async () => {
  const { get } = await testApp();
  for (const url of ['/api/config', '/api/nonsense', '/healthz']) {
    const { headers } = await get(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}[.]\w+$/);
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
  expect((await get('/api/config')).headers['content-security-policy']).toContain("default-src 'none'");
});

test('every response has a Content-Security-Policy', async () => {
  const { get } = await testApp();
  const urls = [
    '/healthz',
    '/metrics',
    '/robots.txt',
    '/.well-known/security.txt',
    '/sitemap.xml',
    '/site.webmanifest',
  ];
  for (const url of [
    ...urls,
    '/api/config',
    '/identity/none',
    '/media/none',
    '/uploads/none',
    '/cards/none',
    '/none',
  ]) {
    const policy = (await get(url)).headers['content-security-policy'];
    for (const part of ['default-src ', "base-uri 'none'", "object-src 'none'", 'frame-ancestors ']) {
      expect(policy, url).toContain(part);
    }
  }
});

test('HTTPS sites send HSTS for a year', async () => {
  const { get } = await testApp({ config: await loadConfig({ PUBLIC_URL: 'https://news.example' }, '/nonexistent') });
  expect((await get('/healthz')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('keeps valid request ids of proxies, replaces invalid ones', async () => {
  const { get } = await testApp({ config: await loadConfig({ TRUST_PROXY: 'loopback' }, '/nonexistent') });
  expect((await get('/healthz', { 'x-request-id': 'proxy-17' })).headers['x-request-id']).toBe('proxy-17');
  expect((await get('/healthz', { 'x-request-id': 'a b"}' })).headers['x-request-id']).not.toContain(' ');
});

test('request ids are ignored without TRUST_PROXY', async () => {
  const { get } = await testApp();
  expect((await get('/healthz', { 'x-request-id': 'proxy-17' })).headers['x-request-id']).not.toBe('proxy-17');
});

test('logs each request without query, body and secrets', async () => {
  const { get, logged, ...given } = await testApp();
  await givenService(given, { serviceId: 'news' });
  await get('/api/posts/news/x?token=deadbeef', { authorization: 'Bearer secret-token' });
  expect(logged.at(-1)).toMatchObject({ method: 'GET', path: '/api/posts/news/x', statusCode: 404 });
  await given.send('PUT', '/uploads/upload-token', { body: 'x' });
  expect(logged.at(-1)).toMatchObject({ method: 'PUT', path: '/uploads/:token' });
  expect(JSON.stringify(logged)).not.toMatch(/deadbeef|secret-token|upload-token/);
});

test('internal errors are logged and hidden from the response', async () => {
  const { get, logged, database } = await testApp({ expectsErrors: true });
  await get('/api/services');
  await database.close();
  const { status, json } = await get('/api/posts/news');
  expect(status).toBe(500);
  expect(json).toEqual({ message: 'Server error' });
  expect(logged.some(({ msg, err }) => msg === 'request failed' && err !== undefined)).toBe(true);
});

test('liveness always succeeds, readiness depends on the database', async () => {
  const { get, database } = await testApp();
  expect((await get('/readyz')).status).toBe(200);
  await database.close();
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
});

test('shutdown finishes running requests and refuses new ones', async () => {
  const database = await testDatabase();
  const requests = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const reader = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      requests.resolve();
      return node;
    },
    transformResult: async ({ result }) => {
      await answer.promise;
      return result;
    },
  });
  const { app } = await testApp({ database: { ...database, reader } });
  const url = await app.listen({ port: 0 });
  const running = fetch(`${url}/api/services`);
  await requests.promise;
  const stopped = app.close();
  onTestFinished(() => answer.resolve());
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => 503,
      ),
    )
    .toBe(503);
  answer.resolve();
  expect((await running).status).toBe(200);
  await stopped;
});

test('route without access level prevents the start', async () => {
  const app = Fastify();
  requireAccessOnEveryRoute(app);
  app.get('/open-door', async () => 'come in');
  await expect(app.ready()).rejects.toThrow('GET /open-door');
});

test('unguarded non-public route prevents the start', async () => {
  const app = Fastify();
  requireAccessOnEveryRoute(app);
  app.get('/back-door', { config: { access: { level: 'admin', scope: 'any' } } }, async () => 'come in');
  await expect(app.ready()).rejects.toThrow('/back-door');
});

test('rejects missing tokens before reading the body, uncached', async () => {
  const { send } = await testApp();
  for (const body of ['{', JSON.stringify('x'.repeat(2_000_000)), '{}']) {
    const { status, headers } = await send('POST', '/api/admin/services', { body });
    expect([status, headers['cache-control'], headers['www-authenticate']]).toEqual([401, 'no-store', 'Bearer']);
  }
});
