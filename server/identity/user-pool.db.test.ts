import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { testApp, testUserPool } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { WrongSecretError } from '../database/pool-settings.ts';
import { localCaller } from '../http/caller.ts';
import { createFirstAdmin } from './first-admin.ts';
import { findPoolUser } from './pool-user.repository.ts';
import { newSigningKeyPair } from './signing-keys.ts';
import { openSession, refreshTokens, verifyToken } from './tokens.ts';

test('pools keep their own id and client id', async () => {
  const database = await testDatabase();
  const clock = testClock();
  const first = await testUserPool({ database, clock });
  const second = await testUserPool({ database, clock });
  expect(first.poolId).toMatch(/^local_[0-9A-Za-z]{9}$/);
  expect(first.clientId).toMatch(/^[0-9a-z]{26}$/);
  expect([second.poolId, second.clientId]).toEqual([first.poolId, first.clientId]);
  const other = await testUserPool({ database: await testDatabase(), clock });
  expect(other.poolId).not.toBe(first.poolId);
});

test('concurrent processes share one pool, administrator and signing keys', async () => {
  const { database, target } = await testDatabaseWithTarget();
  const clock = testClock();
  const databases = [database, connect(target), connect(target)];
  onTestFinished(async () => {
    for (const each of databases.slice(1)) await each.close();
  });
  const pools = await Promise.all(
    databases.map((each) => testUserPool({ database: each, clock, newKeyPair: newSigningKeyPair })),
  );
  const [first, second] = pools;
  if (!first || !second) throw new Error('no pools');
  expect(new Set(pools.map(({ poolId, clientId }) => `${poolId} ${clientId}`)).size).toBe(1);
  const admin = { email: 'admin@example.com', password: undefined };
  // Concurrent SQLite writers of one process would deadlock, so only PostgreSQL runs them concurrently.
  const made =
    database.engine === 'postgres'
      ? await Promise.all(pools.map((pool) => createFirstAdmin(pool, admin)))
      : [await createFirstAdmin(first, admin), await createFirstAdmin(second, admin)];
  expect(made.filter(Boolean)).toHaveLength(1);
  const users = await Promise.all(
    pools.map(async (userPool, index) => {
      const app = await testApp({ database: databases[index] ?? database, clock, userPool });
      return givenUser(app, { serviceIds: [] });
    }),
  );
  for (const pool of pools) {
    for (const { username, accessToken } of users)
      expect(await verifyToken(pool, accessToken)).toMatchObject({ username });
  }
});

test('opening a database with another secret fails', async () => {
  const database = await testDatabase();
  const clock = testClock();
  await testUserPool({ database, clock });
  const secret = 'another secret, which is long enough too';
  await expect(testUserPool({ database, clock, secret })).rejects.toThrow(WrongSecretError);
});

test('secrets are stored encrypted', async () => {
  const app = await testApp();
  const { refreshToken } = await givenUser(app, { username: 'hanako' });
  const { reader } = app.database;
  const [user] = await reader.selectFrom('poolUsers').selectAll().execute();
  expect(app.userPool.vault.open('verifier', user?.verifier ?? '')).toHaveLength(384);
  expect(app.userPool.vault.open('salt', user?.verifier ?? '')).toBeUndefined();
  const [key] = await reader.selectFrom('poolKeys').selectAll().execute();
  expect(key?.privateKey).not.toContain('PRIVATE KEY');
  expect(Buffer.from(key?.privateKey ?? '', 'base64').toString('latin1')).not.toContain('PRIVATE KEY');
  expect(Object.keys(JSON.parse(key?.publicKey ?? '')).sort()).toEqual(['e', 'kty', 'n']);
  const sessions = JSON.stringify(await reader.selectFrom('poolSessions').selectAll().execute());
  expect(sessions).not.toContain(refreshToken);
});

test('3072-bit keys sign thirty days and stay published longer', async () => {
  const clock = testClock('2026-11-01T00:00:00Z');
  const database = await testDatabase();
  const userPool = await testUserPool({ database, clock, newKeyPair: newSigningKeyPair });
  const app = await testApp({ database, clock, userPool });
  const kidsOf = async () => (await userPool.signingKeys.published()).map(({ kid }) => kid);
  const first = await givenUser(app);
  const { kid } = decodeProtectedHeader(first.accessToken);
  const [key] = await userPool.signingKeys.published();
  expect(Buffer.from(String(key?.n), 'base64url')).toHaveLength(3072 / 8);
  clock.moveTo('2026-11-30T23:59:59Z');
  const last = await givenUser(app);
  expect(decodeProtectedHeader(last.accessToken).kid).toBe(kid);
  clock.moveTo('2026-12-01T00:00:00Z');
  const next = await givenUser(app);
  const nextKid = decodeProtectedHeader(next.accessToken).kid;
  expect(nextKid).not.toBe(kid);
  expect(await kidsOf()).toEqual([nextKid, kid]);
  clock.moveTo('2026-12-01T00:59:58Z');
  expect(await verifyToken(userPool, last.accessToken)).toMatchObject({ username: last.username });
  const neighbor = await testUserPool({ database, clock });
  expect(await verifyToken(neighbor, last.accessToken)).toMatchObject({ username: last.username });
  clock.moveTo('2026-12-01T02:00:00Z');
  expect(await kidsOf()).toEqual([nextKid]);
  expect(await userPool.signingKeys.find(kid ?? '')).toBeUndefined();
  clock.moveTo('2027-01-01T00:00:00Z');
  await givenUser(app);
  expect(await database.reader.selectFrom('poolKeys').select('kid').execute()).toHaveLength(1);
});

test('concurrent sign-ins share one new key', async () => {
  let made = 0;
  const newKeyPair = () => {
    made += 1;
    return newSigningKeyPair();
  };
  const userPool = await testUserPool({ database: await testDatabase(), clock: testClock(), newKeyPair });
  const keys = await Promise.all(Array.from({ length: 5 }, () => userPool.signingKeys.current()));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(made).toBe(1);
});

test('tokens contain the claims of Cognito', async () => {
  const app = await testApp();
  const { accessToken, idToken } = await givenUser(app, { username: 'hanako', role: 'admin', serviceIds: ['b', 'a'] });
  const issuedAt = Date.parse('2026-11-21T04:43:00Z') / 1000;
  const ofBoth = {
    sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iss: 'http://localhost:3000/identity',
    origin_jti: expect.any(String),
    event_id: expect.any(String),
    auth_time: issuedAt,
    iat: issuedAt,
    exp: issuedAt + 3600,
    jti: expect.any(String),
  };
  expect(decodeJwt(accessToken)).toEqual({
    ...ofBoth,
    token_use: 'access',
    client_id: app.userPool.clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: 'hanako',
  });
  expect(decodeJwt(idToken)).toEqual({
    ...ofBoth,
    token_use: 'id',
    aud: app.userPool.clientId,
    'cognito:username': 'hanako',
    name: 'hanako@example.com',
    email: 'hanako@example.com',
    email_verified: true,
    updated_at: String(issuedAt),
    'custom:role': 'admin',
    'custom:acceptServiceIds': 'a,b',
  });
});

test('clock skew up to a minute is tolerated', async () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const app = await testApp({ clock });
  const { accessToken, idToken, username } = await givenUser(app);
  const isGoodAt = async (instant: string) => {
    clock.moveTo(instant);
    const holders = await Promise.all([accessToken, idToken].map((token) => verifyToken(app.userPool, token)));
    return holders.map((holder) => holder?.username === username);
  };
  expect(await isGoodAt('2026-11-21T04:42:00Z')).toEqual([true, true]);
  expect(await isGoodAt('2026-11-21T04:41:59Z')).toEqual([false, false]);
  expect(await isGoodAt('2026-11-21T05:43:59Z')).toEqual([true, true]);
  expect(await isGoodAt('2026-11-21T05:44:00Z')).toEqual([false, false]);
});

test('refresh updates the last use of a session', async () => {
  const app = await testApp();
  const { refreshToken } = await givenUser(app);
  const lastUsed = async () =>
    (await app.database.reader.selectFrom('poolSessions').select('lastUsedAt').executeTakeFirst())?.lastUsedAt;
  expect(await lastUsed()).toBe('2026-11-21T04:43:00Z');
  app.clock.moveTo('2026-11-22T04:43:00Z');
  await refreshTokens(app.userPool, refreshToken);
  expect(await lastUsed()).toBe('2026-11-22T04:43:00Z');
});

test('accounts keep the newest hundred sessions', async () => {
  const app = await testApp();
  const first = await givenUser(app, { username: 'hanako' });
  const row = (index: number) => ({
    sessionId: `session-${index}`,
    username: 'hanako',
    refreshTokenHash: `hash-${index}`,
    authenticatedAt: '2026-11-21T04:44:00Z',
    expiresAt: '2026-12-21T04:44:00Z',
    revokedAt: null,
  });
  await app.database.writer
    .insertInto('poolSessions')
    .values(Array.from({ length: 99 }, (_, index) => row(index)))
    .execute();
  expect(await verifyToken(app.userPool, first.accessToken)).toBeDefined();
  app.clock.moveTo('2026-11-21T04:45:00Z');
  const user = await findPoolUser(app.database.reader, 'hanako');
  if (!user) throw new Error('nobody');
  const latest = await openSession(app.userPool, user, localCaller);
  expect(await app.database.reader.selectFrom('poolSessions').select('sessionId').execute()).toHaveLength(100);
  expect(await verifyToken(app.userPool, first.accessToken)).toBeUndefined();
  expect(await verifyToken(app.userPool, latest.accessToken)).toMatchObject({ username: 'hanako' });
});

test('first administrator gets all services', async () => {
  const app = await testApp();
  for (const serviceId of ['b', 'a']) await givenService(app, { serviceId });
  const made = await createFirstAdmin(app.userPool, { email: 'Me@example.com', password: undefined });
  expect(made).toMatchObject({ username: 'admin', email: 'Me@example.com' });
  expect(made?.newPassword).toMatch(/^([a-hjkmnp-z2-9]{4}-){6}[a-hjkmnp-z2-9]{4}$/);
  const { reader } = app.database;
  expect(await reader.selectFrom('users').select(['username', 'role']).execute()).toEqual([
    { username: 'admin', role: 'admin' },
  ]);
  expect(await reader.selectFrom('userServices').select('serviceId').orderBy('serviceId').execute()).toEqual([
    { serviceId: 'a' },
    { serviceId: 'b' },
  ]);
  expect(await findPoolUser(reader, 'admin')).toMatchObject({ status: 'FORCE_CHANGE_PASSWORD' });
  expect(await createFirstAdmin(app.userPool, { email: 'x@example.com', password: 'later' })).toBeUndefined();
});

test('first administrator keeps a given password', async () => {
  const app = await testApp();
  const password = 'woodblock and ink';
  const made = await createFirstAdmin(app.userPool, { email: 'me@example.com', password });
  expect(made).toEqual({ username: 'admin', email: 'me@example.com', newPassword: undefined });
  expect(await findPoolUser(app.database.reader, 'admin')).toMatchObject({ status: 'CONFIRMED' });
});

test('no administrator is created when an account exists', async () => {
  const app = await testApp();
  await givenUser(app, { role: 'normal' });
  expect(await createFirstAdmin(app.userPool, { email: 'x@example.com', password: undefined })).toBeUndefined();
});
