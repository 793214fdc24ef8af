import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { accountApi } from '#contract/account.ts';
import { endpoints } from '#contract/api.ts';
import { auditApi } from '#contract/audit.ts';
import { type Access, endpointsOf } from '#contract/endpoint.ts';
import { answerError } from '#server/http/error-handler.ts';
import { apiOf } from '#server/http/implement.ts';
import { verifyToken } from '#server/identity/tokens.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { accessGuard } from './access-guard.ts';
import { memoryRateLimits } from './rate-limits.ts';

const url = '/api/admin/account/services';
const ask = ({ send }: TestApp, authorization?: string) =>
  send('GET', url, { headers: authorization === undefined ? {} : { authorization } });

const noHeader = { message: 'Required to auth', error: 'Authorization Required' };
const badHeader = { message: 'Required to auth', error: 'Invalid Cognito JWT header' };
const badToken = { message: 'Required to auth', error: 'Invalid Cognito Authentication Token' };

test('access and ID tokens authenticate', async () => {
  const app = await testApp();
  const { accessToken, idToken } = await givenUser(app);
  for (const token of [accessToken, idToken]) expect(await ask(app, `Bearer ${token}`)).toMatchObject({ status: 200 });
  expect(await app.callWith(accessToken)(accountApi.services, {})).toHaveLength(1);
});

test('missing and malformed headers return 401 with a reason', async () => {
  const app = await testApp();
  const { accessToken } = await givenUser(app);
  expect(await ask(app)).toMatchObject({ status: 401, json: noHeader, headers: { 'www-authenticate': 'Bearer' } });
  expect((await ask(app)).json.description).toBeTypeOf('string');
  for (const header of [
    `Basic ${accessToken}`,
    accessToken,
    'Bearer',
    `Bearer ${accessToken} x`,
    `Bearer  ${accessToken}`,
  ]) {
    expect(await ask(app, header), header).toMatchObject({ status: 401, json: badHeader });
  }
});

type Forgery = (app: TestApp, user: GivenUser) => Promise<string>;

const good = (user: GivenUser) => ({
  claims: decodeJwt(user.accessToken),
  header: decodeProtectedHeader(user.accessToken),
});

async function signedByPool({ userPool }: TestApp, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await userPool.signingKeys.current();
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const forgeries: Record<string, Forgery> = {
  'that is no token': async () => 'nonsense',
  'that is endless': async () => 'x'.repeat(9000),
  'by a foreign key': async (_, user) => {
    const { privateKey } = await generateKeyPair('RS256');
    const { claims, header } = good(user);
    return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(privateKey);
  },
  'by an unknown key': async (_, user) => {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(good(user).claims).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(privateKey);
  },
  'that brings its own key': async (_, user) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return new SignJWT(good(user).claims)
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
  },
  'without a signature (none)': async (_, user) => `${encode({ alg: 'none' })}.${encode(good(user).claims)}.`,
  'that is signed with the public key as a password': async ({ userPool }, user) => {
    const { claims, header } = good(user);
    const [key] = await userPool.signingKeys.published();
    const signed = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    return `${signed}.${createHmac('sha256', JSON.stringify(key)).update(signed).digest('base64url')}`;
  },
  'that was altered': async (_, user) => {
    const [header, , signature] = user.accessToken.split('.');
    return `${header}.${encode({ ...good(user).claims, username: 'somebody-else' })}.${signature}`;
  },
  'of another algorithm': async ({ userPool }, user) => {
    const { kid } = await userPool.signingKeys.current();
    const { privateKey } = await generateKeyPair('RS512', { extractable: true });
    return new SignJWT(good(user).claims).setProtectedHeader({ alg: 'RS512', kid }).sign(privateKey);
  },
  'of another issuer': (app, user) => signedByPool(app, { ...good(user).claims, iss: 'https://elsewhere.example' }),
  'for another client': (app, user) => signedByPool(app, { ...good(user).claims, client_id: 'another' }),
  'of no use': (app, user) => signedByPool(app, { ...good(user).claims, token_use: 'refresh' }),
  'without a session': (app, user) => signedByPool(app, { ...good(user).claims, origin_jti: 'none' }),
  'without an end': (app, user) => {
    const { exp: _, ...claims } = good(user).claims;
    return signedByPool(app, claims);
  },
  'of one user in the session of another': async (app, user) => {
    const other = await givenUser(app);
    return signedByPool(app, { ...good(user).claims, username: other.username });
  },
  'that refreshes others': async (_, user) => user.refreshToken,
};

test('forged tokens return 401', async () => {
  const app = await testApp();
  for (const name of Object.keys(forgeries)) {
    const token = await forgeries[name]?.(app, await givenUser(app));
    expect(await ask(app, `Bearer ${token}`), name).toMatchObject({ status: 401, json: badToken });
  }
});

test('tokens expire after an hour plus clock skew', async () => {
  const app = await testApp();
  const { accessToken, idToken } = await givenUser(app);
  app.clock.moveTo('2026-11-21T05:43:59Z');
  for (const token of [accessToken, idToken]) expect(await ask(app, `Bearer ${token}`)).toMatchObject({ status: 200 });
  app.clock.moveTo('2026-11-21T05:44:00Z');
  for (const token of [accessToken, idToken]) {
    expect(await ask(app, `Bearer ${token}`)).toMatchObject({ status: 401, json: badToken });
  }
});

test('tokens end with their session, account or user', async () => {
  const app = await testApp();
  const { writer } = app.database;
  const revoked = await givenUser(app);
  await writer.updateTable('poolSessions').set({ revokedAt: '2026-11-21T04:43:00Z' }).execute();
  const disabled = await givenUser(app);
  await writer.updateTable('poolUsers').set({ isEnabled: 0 }).where('username', '=', disabled.username).execute();
  const gone = await givenUser(app);
  await writer.deleteFrom('users').where('username', '=', gone.username).execute();
  for (const { accessToken } of [revoked, disabled, gone]) {
    expect(await ask(app, `Bearer ${accessToken}`)).toMatchObject({ status: 401, json: badToken });
  }
});

test('tokens of another database are rejected', async () => {
  const { accessToken } = await givenUser(await testApp());
  expect(await verifyToken((await testApp()).userPool, accessToken)).toBeUndefined();
});

const levels = ['signed-in', 'viewer', 'editor', 'admin'] as const;
const allowed = {
  normal: ['signed-in'],
  viewer: ['signed-in', 'viewer'],
  editor: ['signed-in', 'viewer', 'editor'],
  admin: ['signed-in', 'viewer', 'editor', 'admin'],
} as const;

async function guardedApp(app: TestApp) {
  const { database, clock, userPool, audit } = app;
  const rateLimits = memoryRateLimits(clock);
  const guarded = Fastify();
  onTestFinished(() => guarded.close());
  guarded.setValidatorCompiler(() => (value) => ({ value }));
  guarded.setSerializerCompiler(serializerCompiler);
  guarded.setErrorHandler(answerError);
  const tools = { database, clock, audit, rateLimits };
  const api = apiOf(guarded, [accessGuard({ ...tools, verifyToken: (token) => verifyToken(userPool, token) })]);
  const at = (path: string, access: Access) =>
    endpointsOf({ tag: '', access })('GET', path, { summary: '', response: z.any() });
  for (const level of levels) {
    const answer = async ({ actor }: { actor: unknown }) => actor;
    api.implement(at(`/any/${level}`, { level, scope: 'any' }), answer);
    api.implement(at(`/service/${level}/:serviceId`, { level, scope: 'service' }), answer);
    api.implement(at(`/lost/${level}`, { level, scope: 'service' }), answer);
  }
  api.implement(at('/public', { level: 'public' }), async () => 'open');
  api.implement(at('/public/:serviceId', { level: 'public' }), async () => 'open');
  return async (path: string, token: string) =>
    (await guarded.inject({ url: path, headers: { authorization: `Bearer ${token}` } })).statusCode;
}

test('roles are limited to their level and services', async () => {
  const app = await testApp();
  const statusOf = await guardedApp(app);
  await givenUser(app, { serviceIds: ['other'] });
  for (const role of Object.keys(allowed) as (keyof typeof allowed)[]) {
    const { accessToken } = await givenUser(app, { role, serviceIds: ['news'] });
    for (const level of levels) {
      const expected = (allowed[role] as readonly string[]).includes(level) ? 200 : 403;
      expect(await statusOf(`/any/${level}`, accessToken), `${role}, ${level}`).toBe(expected);
      expect(await statusOf(`/service/${level}/news`, accessToken), `${role}, ${level}`).toBe(expected);
      expect(await statusOf(`/service/${level}/other`, accessToken), `${role}, ${level}`).toBe(403);
      expect(await statusOf(`/service/${level}/missing`, accessToken), `${role}, ${level}`).toBe(403);
      // Service-scoped routes without a service parameter reject everybody.
      expect(await statusOf(`/lost/${level}`, accessToken), `${role}, ${level}`).toBe(403);
    }
  }
});

test('public endpoints ignore tokens', async () => {
  const statusOf = await guardedApp(await testApp());
  expect(await statusOf('/public', 'nonsense')).toBe(200);
});

test('changed rights apply at the next request', async () => {
  const app = await testApp();
  const statusOf = await guardedApp(app);
  const { username, accessToken, idToken } = await givenUser(app, { role: 'admin' });
  const { writer } = app.database;
  await writer.updateTable('users').set({ role: 'viewer' }).where('username', '=', username).execute();
  for (const token of [accessToken, idToken]) {
    expect(await statusOf('/any/admin', token)).toBe(403);
    expect(await statusOf('/service/viewer/news', token)).toBe(200);
  }
  await writer.deleteFrom('userServices').where('username', '=', username).execute();
  expect(await statusOf('/service/viewer/news', accessToken)).toBe(403);
  await writer.updateTable('users').set({ role: 'a word of tomorrow' }).where('username', '=', username).execute();
  expect(await statusOf('/any/signed-in', accessToken)).toBe(200);
  expect(await statusOf('/any/viewer', accessToken)).toBe(403);
});

const opened = {
  read: [],
  'read-drafts': ['viewer'],
  write: ['viewer', 'editor'],
} as const;

test('API keys are limited to their right and services', async () => {
  const app = await testApp();
  const statusOf = await guardedApp(app);
  await givenService(app, { serviceId: 'other' });
  for (const may of Object.keys(opened) as (keyof typeof opened)[]) {
    const { key } = await givenApiKey(app, { may, serviceIds: ['news', 'blog'] });
    for (const level of levels) {
      const expected = (opened[may] as readonly string[]).includes(level) ? 200 : 403;
      expect(await statusOf(`/any/${level}`, key), `${may}, ${level}`).toBe(expected);
      for (const serviceId of ['news', 'blog']) {
        expect(await statusOf(`/service/${level}/${serviceId}`, key), `${may}, ${level}`).toBe(expected);
      }
      expect(await statusOf(`/service/${level}/other`, key), `${may}, ${level}`).toBe(403);
      expect(await statusOf(`/lost/${level}`, key), `${may}, ${level}`).toBe(403);
    }
    expect(await statusOf('/public', key), may).toBe(200);
    expect(await statusOf('/public/news', key), may).toBe(200);
    expect(await statusOf('/public/other', key), may).toBe(403);
    expect(await statusOf('/public/missing', key), may).toBe(403);
  }
});

test('invalid API keys are rejected at public endpoints', async () => {
  const app = await testApp();
  const { key } = await givenApiKey(app);
  const read = (authorization: string) => app.get('/api/services/news', { authorization });
  expect(await read(`Bearer ${key}`)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  const wrong = [
    `${key.slice(0, -1)}!`,
    `${key}x`,
    'kwb_',
    `kwb_${'x'.repeat(43)}`,
    `kwb_${'x'.repeat(9000)}`,
    `${key}é`,
  ];
  for (const bad of wrong) {
    expect(await read(`Bearer ${bad}`), bad).toMatchObject({
      status: 401,
      json: { message: 'Required to auth', error: 'Invalid API Key' },
      headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' },
    });
  }
  for (const scheme of ['bearer', 'BEARER']) expect(await read(`${scheme} ${key}`)).toMatchObject({ status: 200 });
  expect(await read(`Bearer ${key} more`)).toMatchObject({ status: 401 });
  expect(await read(`Bearer  ${key}`)).toMatchObject({ status: 401 });
  // Other values are not API keys and are ignored.
  for (const other of [key, `Basic ${key}`, 'Bearer nonsense'])
    expect(await read(other)).toMatchObject({ status: 200 });
});

test('invalid API keys cost at most one query', async () => {
  const watch = watchQueries();
  const database = await testDatabase();
  const reader = database.reader.withPlugin(watch.plugin);
  const app = await testApp({ database: { ...database, reader } });
  const tried = async (key: string) => {
    const before = watch.count();
    expect(await app.get('/api/admin/services', { authorization: `Bearer ${key}` })).toMatchObject({ status: 401 });
    return watch.count() - before;
  };
  expect(await tried(`kwb_${'x'.repeat(43)}`)).toBe(1);
  expect(await tried(`kwb_${'x'.repeat(44)}`)).toBe(0);
});

test('rejected calls are audited once a minute', async () => {
  const app = await testApp();
  const { send, username } = await givenUser(app, { role: 'viewer' });
  const { key, keyId } = await givenApiKey(app);
  const post = () => send('POST', '/api/admin/tags/news', { body: {} });
  for (let time = 0; time < 3; time += 1) expect((await post()).status).toBe(403);
  expect((await send('GET', '/api/admin/tags/%00other')).status).toBe(403);
  expect((await app.get('/api/admin/users', { authorization: `Bearer ${key}` })).status).toBe(403);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await post();
  const boss = await givenUser(app, { role: 'admin' });
  const { items } = await boss.call(auditApi.list, { query: { action: 'access-refused' } });
  const tags = { actorKind: 'user', actor: username, address: '127.0.0.1', requestId: expect.any(String) };
  const create = {
    ...tags,
    serviceId: 'news',
    details: { request: 'POST /admin/tags/:serviceId', services: ['news'] },
  };
  expect(items).toMatchObject([
    create,
    { actorKind: 'api-key', actor: keyId, serviceId: null, details: { request: 'GET /admin/users', services: [] } },
    { ...tags, serviceId: 'other', details: { request: 'GET /admin/tags/:serviceId', services: ['other'] } },
    create,
  ]);
});

test('audit entries of rejected calls are limited per account', async () => {
  const app = await testApp();
  const { send } = await givenUser(app, { role: 'normal' });
  for (const { method, path, access } of endpoints) {
    if (access.level === 'admin') await send(method, `/api${path.replaceAll(/:\w+/g, 'x')}`);
  }
  for (const { method, path, access } of endpoints) {
    if (access.level === 'editor') await send(method, `/api${path.replaceAll(/:\w+/g, 'x')}`);
  }
  const written = await app.database.reader
    .selectFrom('auditLog')
    .select('entryId')
    .where('action', '=', 'access-refused')
    .execute();
  expect(written).toHaveLength(60);
});
