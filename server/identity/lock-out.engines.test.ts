import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';
import { createAuditLog } from '../audit/index.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'Incorrect username or password.';
const LOCKED = 'Password attempts exceeded';
const TOO_MANY = 'Attempt limit exceeded, please try after some time.';
const EMAIL = 'hanako@example.com';
const HOME = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';
const ATTACKER = '203.0.113.7';
const MINUTE_MS = 60_000;

interface From {
  readonly address?: string;
  readonly cookie?: string | undefined;
}

async function setUp({ publicUrl }: { readonly publicUrl?: string } = {}) {
  const { database, target } = await testDatabaseWithTarget();
  const other = connect(target);
  onTestFinished(() => other.close());
  const clock = testClock();
  const mails: TestApp['mails'] = [];
  const mailer = { send: async (mail: TestApp['mails'][number]) => void mails.push(mail) };
  const processes: TestApp[] = [];
  for (const given of [database, other]) {
    const audit = createAuditLog({ database: given, clock });
    const options = { database: given, clock, mailer, audit, publicUrl };
    const userPool = await testUserPool({ ...options, isUserPasswordAuthEnabled: true });
    processes.push(await testApp({ database: given, clock, userPool }));
  }
  const [app] = processes as [TestApp];
  await givenUser(app, { username: 'hanako' });
  let calls = 0;
  const call = async (operation: string, input: object, { address = HOME, cookie }: From = {}) => {
    calls += 1;
    const process = processes[calls % processes.length] ?? app;
    const { status, json, headers } = await callPool(
      process,
      operation,
      { ClientId: app.userPool.clientId, ...input },
      { remoteAddress: address, headers: cookie === undefined ? {} : { cookie } },
    );
    const set = headers['set-cookie'];
    return { status, json, cookie: typeof set === 'string' ? set.split(';')[0] : undefined };
  };
  const signIn = async (USERNAME: string, password: string, from?: From) => {
    const input = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: password } };
    const { status, json, cookie } = await call('InitiateAuth', input, from);
    return { answer: status === 200 ? 'in' : (json.message as string), cookie };
  };
  return {
    app,
    mails,
    call,
    signIn,
    attempt: async (name: string, password: string, from?: From) => (await signIn(name, password, from)).answer,
    pass: (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms).toISOString()),
    codes: () => mails.flatMap(({ kind, values }) => (kind === 'forgot-password' ? [values.code] : [])),
    warnings: () => mails.filter(({ kind }) => kind === 'sign-in-attempts'),
  };
}

const networks = (count: number) => Array.from({ length: count }, (_, index) => `203.0.${index}.9`);

test('long attack locks out neither owner nor other networks', async () => {
  const { attempt, signIn, pass, warnings } = await setUp();
  const { cookie } = await signIn('hanako', PASSWORD);
  for (let quarter = 0; quarter < 6 * 4; quarter += 1) {
    expect(await attempt('hanako', 'a guess', { address: ATTACKER })).toBe(WRONG);
    pass(15 * MINUTE_MS);
  }
  await attempt('hanako', 'a guess', { address: ATTACKER });
  expect(await attempt('hanako', PASSWORD, { address: '203.0.113.99' })).toBe(LOCKED);
  expect(await attempt('hanako', PASSWORD, { address: ATTACKER, cookie })).toBe('in');
  expect(await attempt(EMAIL, PASSWORD)).toBe('in');
  expect(await attempt('hanako', PASSWORD, { address: ELSEWHERE })).toBe('in');
  expect(warnings()).toEqual([{ to: EMAIL, language: 'en', kind: 'sign-in-attempts', values: {} }]);
});

test('distributed attack locks out unknown devices only', async () => {
  const { attempt, signIn, call, pass, codes } = await setUp();
  const { cookie } = await signIn('hanako', PASSWORD);
  const answers = [];
  for (const address of networks(35)) answers.push(await attempt('hanako', 'a guess', { address }));
  expect([answers.slice(0, 30), answers.at(-1)]).toEqual([Array(30).fill(WRONG), LOCKED]);
  expect(await attempt('hanako', PASSWORD, { address: ELSEWHERE })).toBe(LOCKED);
  expect(await attempt('hanako', PASSWORD, { address: ELSEWHERE, cookie })).toBe('in');
  await call('ForgotPassword', { Username: 'hanako' }, { address: ELSEWHERE });
  const reset = { Username: 'hanako', ConfirmationCode: codes().at(-1), Password: 'a new battery staple' };
  const { status, cookie: newCookie } = await call('ConfirmForgotPassword', reset, { address: ELSEWHERE });
  expect(status).toBe(200);
  for (const address of networks(35)) await attempt('hanako', 'a guess', { address });
  expect(await attempt('hanako', reset.Password, { address: ELSEWHERE })).toBe(LOCKED);
  expect(await attempt('hanako', reset.Password, { address: ELSEWHERE, cookie: newCookie })).toBe('in');
  pass(2 * MINUTE_MS);
  expect(await attempt('hanako', reset.Password, { address: ELSEWHERE })).toBe('in');
});

test('device cookies are Secure over HTTPS', async () => {
  const { attempt, signIn } = await setUp({ publicUrl: 'https://news.example' });
  const { cookie } = await signIn('hanako', PASSWORD);
  expect(cookie).toMatch(/^__Secure-kawaraban-device=/);
  for (const address of networks(50)) await attempt('hanako', 'a guess', { address });
  expect(await attempt('hanako', PASSWORD, { address: '203.0.200.9' })).toBe(LOCKED);
  expect(await attempt('hanako', PASSWORD, { cookie })).toBe('in');
});

test('known devices count their own failures per account', async () => {
  const { app, attempt, signIn, warnings } = await setUp();
  await givenUser(app, { username: 'taro' });
  const { cookie } = await signIn('hanako', PASSWORD);
  for (let time = 0; time < 5; time += 1) expect(await attempt('hanako', 'a slip', { cookie })).toBe(WRONG);
  expect(await attempt('hanako', PASSWORD, { cookie })).toBe(LOCKED);
  expect(await attempt('hanako', PASSWORD)).toBe('in');
  for (let time = 0; time < 5; time += 1) expect(await attempt('taro', 'a guess', { cookie })).toBe(WRONG);
  expect(await attempt('taro', PASSWORD)).toBe(LOCKED);
  const both = await signIn('taro', PASSWORD, { cookie, address: ELSEWHERE });
  expect(await attempt('hanako', PASSWORD, { cookie: both.cookie })).toBe(LOCKED);
  expect(await attempt('taro', PASSWORD, { cookie: both.cookie })).toBe('in');
  expect(warnings()).toMatchObject([{ to: 'taro@example.com' }]);
});

test('owners are warned once a day in either language', async () => {
  const { app, call, pass, warnings } = await setUp();
  const guess = (address: string, USERNAME = 'hanako', language = 'ja') =>
    callPool(
      app,
      'InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: app.userPool.clientId,
        AuthParameters: { USERNAME, PASSWORD: 'guess' },
      },
      { remoteAddress: address, headers: { 'accept-language': language } },
    );
  for (const address of ['203.0.1.1', '203.0.2.1']) {
    for (let time = 0; time < 6; time += 1) await guess(address);
    for (let time = 0; time < 6; time += 1) await guess(address, 'nobody');
  }
  expect(warnings()).toMatchObject([{ to: EMAIL, language: 'ja' }]);
  pass(24 * 60 * MINUTE_MS);
  for (let time = 0; time < 5; time += 1) await guess('203.0.1.1', 'hanako', 'en');
  expect(warnings()).toMatchObject([{ language: 'ja' }, { language: 'en' }]);
  expect(await call('ForgotPassword', { Username: 'hanako' })).toMatchObject({ status: 200 });
});

test('attacks on unknown and known accounts get equal responses', async () => {
  const setup = await setUp();
  const { attempt, signIn, pass, call } = setup;
  await givenUser(setup.app, { username: 'taro' });
  const { cookie } = await signIn('taro', PASSWORD);
  const attack = async (name: string) => {
    const answers = [];
    for (const address of [...Array(6).fill(HOME), ...Array(6).fill(ATTACKER), ...networks(35), ATTACKER, HOME]) {
      answers.push(await attempt(name, 'a guess', { address, cookie }));
    }
    pass(MINUTE_MS);
    for (const address of [HOME, ATTACKER]) answers.push(await attempt(name, 'a guess', { address }));
    for (const address of [HOME, ELSEWHERE]) {
      for (let time = 0; time < 7; time += 1) {
        const { status, json } = await call('ForgotPassword', { Username: name }, { address, cookie });
        answers.push([status, json.message]);
      }
    }
    pass(3 * 60 * MINUTE_MS);
    return answers;
  };
  await signIn('hanako', PASSWORD);
  const answers = await attack(EMAIL);
  expect(answers).toContain(LOCKED);
  expect(answers).toContainEqual([400, TOO_MANY]);
  expect(await attack('nobody@example.com')).toEqual(answers);
});

test('unknown networks cannot use up reset mails', async () => {
  const { call, codes, signIn } = await setUp();
  const { cookie } = await signIn('hanako', PASSWORD);
  for (let time = 0; time < 6; time += 1) {
    await call('SignUp', { Username: EMAIL, Password: PASSWORD }, { address: ATTACKER });
    await call('ResendConfirmationCode', { Username: EMAIL }, { address: ATTACKER });
  }
  const forget = async (from: From) => (await call('ForgotPassword', { Username: EMAIL }, from)).status;
  expect([await forget({}), codes().length]).toEqual([200, 1]);
  const statuses = [];
  for (const address of networks(3)) {
    for (let time = 0; time < 6; time += 1) statuses.push(await forget({ address }));
  }
  expect([statuses.filter((status) => status === 400).length, codes().length]).toEqual([3, 10]);
  for (let time = 0; time < 5; time += 1) expect(await forget({ address: ATTACKER, cookie })).toBe(200);
  expect([await forget({ cookie }), codes().length]).toEqual([400, 15]);
  const confirm = (ConfirmationCode: string | undefined, from: From) =>
    call('ConfirmForgotPassword', { Username: EMAIL, ConfirmationCode, Password: 'a new battery staple' }, from);
  for (let time = 0; time < 6; time += 1) await confirm('wrong', { address: ATTACKER });
  expect((await confirm(codes().at(-1), { address: ATTACKER })).status).toBe(400);
  expect((await confirm(codes().at(-1), { address: ATTACKER, cookie })).status).toBe(200);
});
