import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';

const PASSWORD = 'correct horse battery';
const wrong = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };

const appNow = () => testApp({ clock: testClock(new Date().toISOString()) });

test('client signs in by user name or address, ignoring case', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako', role: 'editor', serviceIds: ['news', 'harbour'] });
  for (const name of ['hanako', 'Hanako', 'hanako@example.com', 'HANAKO@Example.com']) {
    const client = await poolClient(app, name);
    const session = await client.signIn(PASSWORD);
    expect(client.user.getUsername()).toBe('hanako');
    expect(session.isValid()).toBe(true);
    expect(session.getIdToken().payload).toMatchObject({
      'cognito:username': 'hanako',
      'custom:role': 'editor',
      'custom:acceptServiceIds': 'harbour,news',
      email: 'hanako@example.com',
      email_verified: true,
      token_use: 'id',
      aud: app.userPool.clientId,
      iss: 'http://localhost:3000/identity',
    });
    expect(session.getAccessToken().payload).toMatchObject({
      username: 'hanako',
      token_use: 'access',
      client_id: app.userPool.clientId,
      scope: 'aws.cognito.signin.user.admin',
    });
  }
});

test('wrong passwords, unknown and disabled accounts get equal errors', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako' });
  await givenUser(app, { username: 'taro' });
  await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).where('username', '=', 'taro').execute();
  for (const [name, password] of [
    ['hanako', 'wrong password'],
    ['hanako@example.com', 'wrong password'],
    ['nobody', PASSWORD],
    ['nobody@example.com', PASSWORD],
    ['taro', PASSWORD],
  ] as const) {
    await expect((await poolClient(app, name)).signIn(password), name).rejects.toMatchObject(wrong);
  }
});

test('passwords with any characters and length work', async () => {
  const app = await appNow();
  const passwords = ['パスワード瓦版', ' spaces ', 'ß€😀 日本', 'x'.repeat(256), '000000'];
  for (const [index, password] of passwords.entries()) {
    const username = `user-of-${index}`;
    await givenUser(app, { username, password });
    await expect((await poolClient(app, username)).signIn(password), password).resolves.toBeDefined();
  }
});

test('required new password comes before tokens', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako', status: 'FORCE_CHANGE_PASSWORD' });
  const client = await poolClient(app, 'hanako@example.com');
  await expect(client.signIn(PASSWORD)).rejects.toThrow('A new password is required');
  const session = await client.signIn(PASSWORD, 'a new battery staple');
  expect(session.isValid()).toBe(true);
  await expect((await poolClient(app, 'hanako')).signIn(PASSWORD)).rejects.toMatchObject(wrong);
  await expect((await poolClient(app, 'hanako')).signIn('a new battery staple')).resolves.toBeDefined();
});

test.for([
  { kind: 'short', rejected: 'short', says: 'Password not long enough' },
  { kind: 'endless', rejected: 'x'.repeat(257), says: 'too long' },
  { kind: 'well-known', rejected: 'password', says: 'too easy to guess' },
  { kind: 'well-known and decorated', rejected: 'Password123!', says: 'too easy to guess' },
  { kind: 'repeated', rejected: 'abababab', says: 'too easy to guess' },
  { kind: 'counted', rejected: '23456789', says: 'too easy to guess' },
  { kind: 'named', rejected: 'hanako@EXAMPLE.com', says: 'account name' },
  { kind: 'old', rejected: PASSWORD, says: 'must differ' },
])('new password that is $kind is rejected and retried', async ({ rejected, says }) => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako', status: 'FORCE_CHANGE_PASSWORD' });
  const client = await poolClient(app, 'hanako');
  await expect(client.signIn(PASSWORD, rejected)).rejects.toMatchObject({
    code: 'InvalidPasswordException',
    message: expect.stringContaining(says),
  });
  const session = new Promise((onSuccess, onFailure) => {
    client.user.completeNewPasswordChallenge('a new battery staple', {}, { onSuccess, onFailure });
  });
  await expect(session).resolves.toBeDefined();
});

test('client reads attributes and resumes a stored session', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako', role: 'viewer' });
  const client = await poolClient(app, 'hanako');
  await client.signIn(PASSWORD);
  expect(await client.attributes()).toEqual({
    sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'hanako@example.com',
    email: 'hanako@example.com',
    email_verified: 'true',
    updated_at: expect.stringMatching(/^\d+$/),
    'custom:role': 'viewer',
    'custom:acceptServiceIds': 'news',
  });
  client.user.setSignInUserSession(await client.getSession());
  expect((await client.getSession()).isValid()).toBe(true);
});

test('refresh returns current claims and keeps the refresh token', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako', role: 'editor' });
  const client = await poolClient(app, 'hanako');
  const first = await client.signIn(PASSWORD);
  await app.database.writer.updateTable('users').set({ role: 'admin' }).execute();
  const second = await client.refresh();
  expect(second.getRefreshToken().getToken()).toBe(first.getRefreshToken().getToken());
  expect(second.getAccessToken().getJwtToken()).not.toBe(first.getAccessToken().getJwtToken());
  expect(second.getIdToken().payload).toMatchObject({
    'custom:role': 'admin',
    origin_jti: first.getIdToken().payload.origin_jti,
    auth_time: first.getIdToken().payload.auth_time,
  });
});

test('revoking sign-out ends one session only', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako');
  const other = await poolClient(app, 'hanako');
  const session = await client.signIn(PASSWORD);
  await other.signIn(PASSWORD);
  await new Promise<void>((resolve, reject) => {
    client.user.signOut((error?: Error) => (error ? reject(error) : resolve()));
  });
  for (const token of [session.getAccessToken(), session.getIdToken()]) {
    const headers = { authorization: `Bearer ${token.getJwtToken()}` };
    expect((await app.get('/api/admin/account/services', headers)).status).toBe(401);
  }
  expect(await other.attributes()).toMatchObject({ email: 'hanako@example.com' });
});

test('global sign-out ends all sessions of one account', async () => {
  const app = await appNow();
  for (const username of ['hanako', 'taro']) await givenUser(app, { username });
  const one = await poolClient(app, 'hanako');
  const two = await poolClient(app, 'hanako');
  const another = await poolClient(app, 'taro');
  for (const client of [one, two, another]) await client.signIn(PASSWORD);
  await new Promise((onSuccess, onFailure) => {
    one.user.globalSignOut({ onSuccess, onFailure });
  });
  await expect(two.attributes()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  expect(await another.attributes()).toMatchObject({ email: 'taro@example.com' });
});

async function cutConnections({ app }: TestApp, count: number): Promise<number[]> {
  const times: number[] = [];
  app.server.closeAllConnections();
  app.server.prependListener('connection', (socket) => {
    times.push(Date.now());
    if (times.length <= count) socket.destroy();
  });
  return times;
}

test('client retries a refresh or revocation without response', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako');
  await client.signIn(PASSWORD);
  const refreshes = await cutConnections(app, 2);
  expect((await client.refresh()).isValid()).toBe(true);
  expect(refreshes).toHaveLength(3);
  const revocations = await cutConnections(app, 1);
  await new Promise<void>((resolve) => client.user.signOut(resolve));
  expect(revocations).toHaveLength(2);
});

test('client waits at most 5 seconds between retries', { tags: ['extended'] }, async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako');
  await client.signIn(PASSWORD);
  const times = await cutConnections(app, Number.POSITIVE_INFINITY);
  await expect(client.refresh()).rejects.toThrow();
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits.length).toBeGreaterThan(3);
  expect(Math.max(...waits)).toBeLessThan(5500);
});
