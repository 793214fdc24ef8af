import { expect, onTestFinished, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { toInstant } from '#server/platform/clock.ts';
import { findActor, saveRole } from '#server/users/index.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { givenUser } from '#testing/given-user.ts';
import { startUserPoolStub } from '#testing/user-pool-stub.ts';
import { hostedIdentity } from './hosted-identity.ts';

async function given({ endpoint = '' } = {}) {
  // Tokens contain the issuer's URL, so the port must be known first.
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const parts = { database: await testDatabase(), clock: testClock() };
  const host = await testApp({
    ...parts,
    userPool: await testUserPool({ ...parts, issuer: `${address}/identity` }),
  });
  await host.app.listen({ port });
  const stub = await startUserPoolStub();
  onTestFinished(stub.stop);
  const database = await testDatabase();
  const identity = hostedIdentity({
    database,
    clock: host.clock,
    region: host.userPool.region,
    userPoolId: host.userPool.poolId,
    clientId: host.userPool.clientId,
    endpoint: endpoint || `${address}/identity`,
    adminEndpoint: stub.url,
    domain: undefined,
    providers: [],
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'none' },
  });
  const app = await testApp({ database, clock: host.clock, identity });
  return { host, stub, app };
}

async function signedIn(host: TestApp, username: string) {
  const { accessToken, idToken } = await givenUser(host, { username, role: 'normal', serviceIds: [] });
  return { access: accessToken, id: idToken };
}

test('users of the hosted pool are registered without rights', async () => {
  const { host, stub, app } = await given();
  const { access, id } = await signedIn(host, 'hanako');
  stub.add({ username: 'hanako', email: 'hanako@example.com' });
  for (const token of [access, id]) {
    expect(
      await app
        .callWith(token)(accountApi.services, {})
        .catch(({ status }) => status),
    ).toBe(403);
  }
  expect(await findActor(app.database.reader, 'hanako')).toMatchObject({ role: 'normal', serviceIds: [] });
});

test('rights granted here apply at the next request', async () => {
  const { host, stub, app } = await given();
  const { access } = await signedIn(host, 'hanako');
  stub.add({ username: 'hanako', email: 'hanako@example.com' });
  const services = () =>
    app
      .callWith(access)(accountApi.services, {})
      .catch(({ status }) => status);
  expect(await services()).toBe(403);
  const savedAt = toInstant(app.clock.now());
  await app.database.writer
    .transaction()
    .execute((trx) => saveRole(trx, { username: 'hanako', role: 'editor', savedAt }));
  expect(await services()).toEqual([]);
});

test('tokens of deleted and disabled accounts are rejected', async () => {
  const { host, stub, app } = await given();
  const { access } = await signedIn(host, 'hanako');
  const status = () =>
    app
      .callWith(access)(accountApi.services, {})
      .catch((error) => error.status);
  expect(await status()).toBe(401);
  stub.add({ username: 'hanako', email: 'hanako@example.com' });
  const user = stub.users.get('hanako');
  if (user) user.Enabled = false;
  expect(await status()).toBe(401);
});

test('foreign, altered and expired tokens are rejected', async () => {
  const { host, stub, app } = await given();
  const { access } = await signedIn(host, 'hanako');
  stub.add({ username: 'hanako', email: 'hanako@example.com' });
  const other = await testApp();
  const foreign = await givenUser(other, { username: 'hanako', role: 'admin' });
  const status = (token: string) =>
    app
      .callWith(token)(accountApi.services, {})
      .catch((error) => error.status);
  expect(await status(foreign.accessToken)).toBe(401);
  expect(await status(`${access.slice(0, -6)}AAAAAA`)).toBe(401);
  expect(await status(access)).toBe(403);
  app.clock.moveTo(toInstant(new Date(app.clock.now().getTime() + 62 * 60 * 1000)));
  expect(await status(access)).toBe(401);
});

test('requests fail with 503 while the pool is unreachable', async () => {
  const { host, app } = await given({ endpoint: 'http://127.0.0.1:9/identity' });
  const { access } = await signedIn(host, 'hanako');
  const error = await app
    .callWith(access)(accountApi.services, {})
    .catch((failed) => failed);
  expect([error.status, error.body.message]).toEqual([503, 'Service is unavailable']);
});

test('site configuration points to the hosted pool and its features', async () => {
  const { host, app } = await given();
  const { json } = await app.get('/api/config');
  expect(json.identity).toMatchObject({
    userPoolId: host.userPool.poolId,
    userPoolClientId: host.userPool.clientId,
    features: { sessions: false, recoveryCodes: false, linking: false },
  });
  expect(json.identity.endpoint).toMatch(/^http:\/\/.+\/identity\/$/);
  expect((await app.send('POST', '/identity/', { body: {} })).status).toBe(404);
});
