import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { apiKeyApi, MAX_API_KEYS } from '#contract/api-keys.ts';
import { auditApi } from '#contract/audit.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenUser } from '#testing/given-user.ts';
import { listeningApp } from '#testing/listening-app.ts';

const creation = { label: 'Nightly build', may: 'write', serviceIds: ['news'] } as const;
const unknownId = '0'.repeat(26);

test('invalid keys return field errors', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  for (const [field, body] of [
    ['label', { ...creation, label: ' ' }],
    ['label', { ...creation, label: 'x'.repeat(101) }],
    ['label', { ...creation, label: 'a\u0000b' }],
    ['may', { ...creation, may: 'admin' }],
    ['service_ids', { ...creation, serviceIds: [] }],
    ['service_ids', { ...creation, serviceIds: ['news', 'missing'] }],
    ['service_ids', { ...creation, serviceIds: ['news', 'news'] }],
    ['service_ids', { ...creation, serviceIds: 'news' }],
    ['expires_at', { ...creation, expiresAt: '2026-11-21T04:43:00Z' }],
    ['expires_at', { ...creation, expiresAt: 'tomorrow' }],
  ] as const) {
    const answer = await admin.send('POST', '/api/admin/api-keys', { body });
    expect(answer, JSON.stringify(body)).toMatchObject({
      status: 400,
      json: { message: 'Validation Failed', errors: [{ field }] },
    });
  }
  expect(await admin.call(apiKeyApi.list, {})).toEqual([]);
});

test('keys are shown once, hashed and audited', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['news'] });
  await givenService(app, { serviceId: 'blog' });
  const expiresAt = '2027-01-01T00:00:00+09:00';
  const result = await admin.call(apiKeyApi.create, { body: { ...creation, serviceIds: ['news', 'blog'], expiresAt } });
  expect(result).toEqual({
    keyId: expect.stringMatching(/^[0-9a-z]{26}$/),
    label: 'Nightly build',
    may: 'write',
    serviceIds: ['blog', 'news'],
    createdBy: admin.username,
    createdAt: '2026-11-21T04:43:00Z',
    expiresAt: '2026-12-31T15:00:00Z',
    lastUsedAt: null,
    revokedAt: null,
    key: expect.stringMatching(/^kwb_[\w-]{43}$/),
  });
  const { key, ...shown } = result;
  expect(await admin.call(apiKeyApi.list, {})).toEqual([shown]);
  const stored = await app.database.reader.selectFrom('apiKeys').selectAll().executeTakeFirstOrThrow();
  expect(stored.secretHash).toBe(createHash('sha256').update(key).digest('hex'));
  const entries = await app.database.reader.selectFrom('auditLog').selectAll().execute();
  for (const kept of [stored, entries, app.logged]) expect(JSON.stringify(kept)).not.toContain(key.slice(4));
  const { items } = await admin.call(auditApi.list, { query: { action: 'api-key-created' } });
  expect(items).toMatchObject([
    {
      actorKind: 'user',
      actor: admin.username,
      target: result.keyId,
      address: '127.0.0.1',
      details: {
        label: 'Nightly build',
        may: 'write',
        serviceIds: ['news', 'blog'],
        expiresAt: '2026-12-31T15:00:00Z',
      },
    },
  ]);
});

test('keys are listed newest first', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  for (const [minute, label] of ['first', 'second', 'third'].entries()) {
    app.clock.moveTo(`2026-11-21T04:5${minute}:00Z`);
    await givenApiKey(app, { label, serviceIds: ['news', 'blog'] });
  }
  const keys = await admin.call(apiKeyApi.list, {});
  expect(keys.map(({ label }) => label)).toEqual(['third', 'second', 'first']);
  expect(keys.map(({ serviceIds }) => serviceIds)).toEqual(Array(3).fill(['blog', 'news']));
});

const draft = { slug: 'first', title: 'First', bodyFormat: 'markdown', body: 'Hello.', status: 'draft' } as const;

test('posts record the API key as author', async () => {
  const app = await testApp();
  const program = await givenApiKey(app, { may: 'write' });
  const result = await program.call(adminPostApi.create, { params: { serviceId: 'news' }, body: draft });
  const author = `key:${program.keyId}`;
  expect(result).toMatchObject({ createdBy: author, updatedBy: null });
  const other = await givenApiKey(app, { may: 'write' });
  const params = { serviceId: 'news', idOrSlug: 'first' };
  const changed = await other.call(adminPostApi.update, { params, body: { title: 'Second' } });
  expect(changed).toMatchObject({ createdBy: author, updatedBy: `key:${other.keyId}` });
});

test('read-drafts keys see drafts through admin calls only', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'a-draft', status: 'draft' });
  const url = '/api/admin/posts/news/a-draft';
  const viewer = await givenApiKey(app, { may: 'read-drafts' });
  expect(await viewer.send('GET', url)).toMatchObject({ status: 200, json: { status: 'draft' } });
  expect(await viewer.send('GET', '/api/posts/news/a-draft')).toMatchObject({ status: 404 });
});

test('API keys can list their services', async () => {
  const app = await testApp();
  const { send } = await givenApiKey(app, { may: 'read-drafts', serviceIds: ['news', 'blog'] });
  const { json } = await send('GET', '/api/admin/account/services');
  expect(json.map(({ serviceId }: { serviceId: string }) => serviceId)).toEqual(['blog', 'news']);
});

const statusOf = async ({ send }: { send: TestApp['send'] }) => [
  (await send('GET', '/api/posts/news')).status,
  (await send('GET', '/api/admin/posts/news')).status,
];

test('keys expire on time', async () => {
  const app = await testApp();
  const program = await givenApiKey(app, { expiresAt: '2026-11-22T00:00:00Z' });
  app.clock.moveTo('2026-11-21T23:59:59.999Z');
  expect(await statusOf(program)).toEqual([200, 200]);
  app.clock.moveTo('2026-11-22T00:00:00Z');
  expect(await statusOf(program)).toEqual([401, 401]);
});

test('revoked keys are rejected in every process', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const program = await givenApiKey(app);
  const elsewhere = await testApp({ database: app.database });
  const there = elsewhere.callWith(program.key);
  expect(await statusOf(program)).toEqual([200, 200]);
  await there(adminPostApi.list, { params: { serviceId: 'news' } });
  const revoke = () => admin.call(apiKeyApi.revoke, { params: { keyId: program.keyId } });
  expect(await revoke()).toBeNull();
  expect(await statusOf(program)).toEqual([401, 401]);
  await expect(there(adminPostApi.list, { params: { serviceId: 'news' } })).rejects.toMatchObject({ status: 401 });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await revoke()).toBeNull();
  expect(await admin.call(apiKeyApi.list, {})).toMatchObject([{ revokedAt: '2026-11-21T04:43:00Z' }]);
  const { items } = await admin.call(auditApi.list, { query: { action: 'api-key-revoked' } });
  expect(items).toMatchObject([{ actor: admin.username, target: program.keyId, details: { label: 'A program' } }]);
  expect(await admin.send('DELETE', `/api/admin/api-keys/${unknownId}`)).toMatchObject({ status: 404 });
  expect(await admin.send('DELETE', '/api/admin/api-keys/x')).toMatchObject({ status: 400 });
});

test('active keys are limited and revoked ones pruned', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  await app.database.writer
    .insertInto('apiKeys')
    .values(Array.from({ length: MAX_API_KEYS }, (_, index) => storedKey(`${index}`)))
    .execute();
  const create = () => admin.send('POST', '/api/admin/api-keys', { body: creation });
  expect(await create()).toMatchObject({ status: 400, json: { message: 'Too many API keys' } });
  await app.database.writer.updateTable('apiKeys').set({ revokedAt: '2026-11-21T04:00:00Z' }).execute();
  const older = { ...storedKey('older'), revokedAt: '2026-11-20T04:00:00Z' };
  await app.database.writer.insertInto('apiKeys').values(older).execute();
  expect(await create()).toMatchObject({ status: 200 });
  const ids = (await admin.call(apiKeyApi.list, {})).map(({ keyId }) => keyId);
  expect(ids).toHaveLength(MAX_API_KEYS + 1);
  expect(ids).not.toContain('older');
});

function storedKey(keyId: string) {
  const createdAt = '2026-11-01T00:00:00Z';
  return { keyId, label: keyId, secretHash: keyId, may: 'read', createdBy: 'admin', createdAt };
}

test('last use is recorded once a minute', async () => {
  const app = await testApp();
  const program = await givenApiKey(app);
  const find = () =>
    app.database.reader
      .selectFrom('apiKeys')
      .select('lastUsedAt')
      .executeTakeFirstOrThrow()
      .then((row) => row.lastUsedAt);
  expect(await find()).toBeNull();
  app.clock.moveTo('2026-11-21T04:44:31Z');
  await statusOf(program);
  await vi.waitUntil(async () => (await find()) === '2026-11-21T04:44:00Z');
  const unnoted = { lastUsedAt: '2026-11-21T04:00:00Z' };
  await app.database.writer.updateTable('apiKeys').set(unnoted).execute();
  app.clock.moveTo('2026-11-21T04:44:59Z');
  await statusOf(program);
  app.clock.moveTo('2026-11-21T04:45:00Z');
  await statusOf(program);
  await vi.waitUntil(async () => (await find()) === '2026-11-21T04:45:00Z');
});

test('failing to record a use does not fail requests', async () => {
  const app = await testApp();
  const program = await givenApiKey(app);
  const { database, clock, userPool } = app;
  const broken = { ...database, writer: database.writer.withSchema('nowhere') };
  const other = await testApp({ database: broken, clock, userPool });
  const answer = await other.get('/api/posts/news', { authorization: `Bearer ${program.key}` });
  expect(answer).toMatchObject({ status: 200 });
  await vi.waitUntil(() => other.logged.some(({ msg }) => msg === 'recording API key use failed'));
});

test('cached responses are separate from API key requests', async () => {
  const app = await listeningApp();
  await givenPost(app, { serviceId: 'news' });
  const { key } = await givenApiKey(app, { may: 'read', serviceIds: ['blog'] });
  const good = await givenApiKey(app, { may: 'read' });
  const url = '/api/posts/news';
  const status = async (token: string) =>
    (await app.ask(url, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status(good.key), await status(key)]).toEqual([200, 403]);
  const [open, again] = [await app.ask(url), await app.ask(url)];
  expect([open.status, again.status, again.headers['cache-control']]).toEqual([
    200,
    200,
    'public, max-age=0, must-revalidate',
  ]);
  expect([await status(good.key), await status(key), await status('kwb_nonsense')]).toEqual([200, 403, 401]);
  expect(app.logged.filter(({ isKept }) => isKept)).toHaveLength(1);
});
