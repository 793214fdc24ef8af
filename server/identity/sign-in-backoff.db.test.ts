import { expect, test } from 'vitest';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';

const PASSWORD = 'correct horse battery';
const HERE = '203.0.113.7';

async function openApp(): Promise<TestApp> {
  const clock = testClock();
  const database = await testDatabase();
  return testApp({
    clock,
    database,
    userPool: await testUserPool({ clock, database, isUserPasswordAuthEnabled: true }),
  });
}

async function signIn(app: TestApp, USERNAME: string, password: string, remoteAddress = HERE): Promise<string> {
  const input = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: app.userPool.clientId,
    AuthParameters: { USERNAME, PASSWORD: password },
  };
  const { status, json } = await callPool(app, 'InitiateAuth', input, { remoteAddress });
  return status === 200 ? 'in' : json.message;
}

const WRONG = 'Incorrect username or password.';
const LOCKED = 'Password attempts exceeded';

async function guess(app: TestApp, times: number, address = HERE): Promise<string[]> {
  const answers = [];
  for (let index = 0; index < times; index += 1) answers.push(await signIn(app, `nobody-${index}`, 'guess', address));
  return answers;
}

test('backoff covers user name and address of one account only', async () => {
  const app = await openApp();
  await givenUser(app, { username: 'hanako' });
  await givenUser(app, { username: 'taro' });
  for (const name of ['hanako', 'HANAKO@example.com', 'Hanako', 'hanako@example.com', 'hanako']) {
    expect(await signIn(app, name, 'wrong one')).toBe(WRONG);
  }
  expect(await signIn(app, 'hanako@example.com', PASSWORD)).toBe(LOCKED);
  expect(await signIn(app, 'hanako', PASSWORD, '203.0.113.200')).toBe(LOCKED);
  expect(await signIn(app, 'taro', PASSWORD)).toBe('in');
  app.clock.moveTo('2026-11-21T04:43:01Z');
  expect(await signIn(app, 'hanako@example.com', PASSWORD)).toBe('in');
});

test('addresses that try many accounts back off', async () => {
  const app = await openApp();
  await givenUser(app, { username: 'hanako' });
  expect(new Set(await guess(app, 50))).toEqual(new Set([WRONG]));
  expect(await signIn(app, 'hanako', PASSWORD)).toBe(LOCKED);
  expect(await signIn(app, 'hanako', PASSWORD, '198.51.100.1')).toBe('in');
  app.clock.moveTo('2026-11-21T04:43:01Z');
  expect(await signIn(app, 'another', 'guess')).toBe(WRONG);
  app.clock.moveTo('2026-11-21T04:43:02Z');
  expect(await signIn(app, 'hanako', PASSWORD)).toBe(LOCKED);
  app.clock.moveTo('2026-11-21T04:43:03Z');
  expect(await signIn(app, 'hanako', PASSWORD)).toBe('in');
});

test('failures of an address expire one by one', async () => {
  const app = await openApp();
  await guess(app, 49);
  app.clock.moveTo('2026-11-21T05:13:00Z');
  expect(new Set(await guess(app, 25))).toEqual(new Set([WRONG]));
  expect(await guess(app, 2)).toEqual([WRONG, LOCKED]);
  app.clock.moveTo('2026-11-21T06:30:00Z');
  expect(new Set(await guess(app, 30))).toEqual(new Set([WRONG]));
});

test('right sign-ins from a shared address do not lock it', async () => {
  const app = await openApp();
  await givenUser(app, { username: 'hanako' });
  for (let time = 0; time < 60; time += 1) expect(await signIn(app, 'hanako', PASSWORD)).toBe('in');
  await guess(app, 49);
  expect(await signIn(app, 'hanako', PASSWORD)).toBe('in');
  expect(await guess(app, 2)).toEqual([WRONG, LOCKED]);
});

test('addresses of one IPv6 /64 network count as one', async () => {
  const app = await openApp();
  for (let index = 0; index < 50; index += 1) {
    await signIn(app, `nobody-${index}`, 'guess', `2001:db8:1:2::${(index + 1).toString(16)}`);
  }
  expect(await signIn(app, 'somebody', 'guess', '2001:db8:1:2:a:b:c:d')).toBe(LOCKED);
  expect(await signIn(app, 'somebody', 'guess', '2001:db8:1:3::1')).toBe(WRONG);
});
