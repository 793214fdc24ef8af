import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { askPool } from '#testing/ask-pool.ts';
import { givenUser } from '#testing/given-user.ts';
import type { Mail } from '../mail/index.ts';
import { prunePool } from './prune-pool.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'hanako@example.com';

const ask = (app: TestApp, operation: string, input: object, options = {}) =>
  askPool(app, operation, { ClientId: app.userPool.clientId, ...input }, options);

const signUp = (app: TestApp, Username = EMAIL, more: object = {}) =>
  ask(app, 'SignUp', { Username, Password: PASSWORD, ...more });

const confirm = (app: TestApp, Username: string, ConfirmationCode: string) =>
  ask(app, 'ConfirmSignUp', { Username, ConfirmationCode });

const attributes = (values: Record<string, string>) => Object.entries(values).map(([Name, Value]) => ({ Name, Value }));

function lastMail(app: TestApp): Mail {
  const mail = app.mails.at(-1);
  if (!mail) throw new Error('Nothing was mailed.');
  return mail;
}

/** The code of the last mail. */
function codeOf(app: TestApp): string {
  const { values } = lastMail(app);
  if (!('code' in values)) throw new Error('The last mail has no code.');
  return values.code;
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const usersOf = (app: TestApp) => app.database.reader.selectFrom('poolUsers').selectAll().execute();

const auditOf = async (app: TestApp) =>
  (await app.database.reader.selectFrom('auditLog').select('action').orderBy('entryId').execute()).map(
    ({ action }) => action,
  );

const mismatch = {
  __type: 'CodeMismatchException',
  message: 'Invalid verification code provided, please try again.',
};
const expired = { __type: 'ExpiredCodeException', message: 'Invalid code provided, please request a code again.' };
const exceeded = {
  __type: 'LimitExceededException',
  message: 'Attempt limit exceeded, please try after some time.',
};

test('a sign-up is answered as Cognito answers it, mails a code, and makes a user without rights', async () => {
  const app = await testApp();
  const { status, json } = await signUp(app, 'Hanako@Example.com', {
    UserAttributes: attributes({ name: '花子', email: 'Hanako@Example.com', updated_at: '1' }),
  });
  expect([status, json]).toEqual([
    200,
    {
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { Destination: 'h***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    },
  ]);
  const [user] = await usersOf(app);
  expect(user).toMatchObject({
    username: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sub: json.UserSub,
    email: 'Hanako@Example.com',
    status: 'UNCONFIRMED',
    isEmailVerified: 0,
    verifiedEmail: null,
    pendingEmailKey: EMAIL,
  });
  expect(await app.database.reader.selectFrom('users').select(['username', 'role']).execute()).toEqual([
    { username: user?.username, role: 'normal' },
  ]);
  expect(app.mails).toEqual([
    {
      to: 'Hanako@Example.com',
      language: 'en',
      kind: 'confirm-sign-up',
      values: { username: user?.username, code: expect.stringMatching(/^\d{6}$/) },
    },
  ]);
  expect(JSON.stringify(await app.database.reader.selectFrom('poolCodes').selectAll().execute())).not.toContain(
    codeOf(app),
  );
  expect(await auditOf(app)).toEqual(['signed-up']);
});

test('mails are written in the language of whoever asks', async () => {
  const app = await testApp();
  const input = { Username: EMAIL, Password: PASSWORD };
  await ask(app, 'SignUp', input, { headers: { 'accept-language': 'ja,en;q=0.5' } });
  expect(lastMail(app).language).toBe('ja');
});

test('the name of an account is made by the pool, and is what clients go on with', async () => {
  const app = await testApp();
  const { json } = await signUp(app, randomUUID(), { UserAttributes: attributes({ email: EMAIL }) });
  expect(json).toEqual({ __type: 'InvalidParameterException', message: 'Username should be an email.' });
  const { UserSub } = (await signUp(app)).json;
  expect((await usersOf(app))[0]).toMatchObject({ username: UserSub, sub: UserSub });
  expect((await confirm(app, UserSub, codeOf(app))).json).toEqual({});
});

test('a code proves the address it was mailed to, and none that the account has since', async () => {
  const app = await testApp();
  const { UserSub } = (await signUp(app)).json;
  const signUpCode = codeOf(app);
  await ask(app, 'ForgotPassword', { Username: EMAIL });
  const reset = { Username: EMAIL, ConfirmationCode: codeOf(app), Password: 'another battery staple' };
  expect((await ask(app, 'ConfirmForgotPassword', reset)).status).toBe(200);
  await app.database.writer
    .updateTable('poolUsers')
    .set({ email: 'boss@example.org', pendingEmailKey: 'boss@example.org', isEmailVerified: 0 })
    .execute();
  expect((await confirm(app, UserSub, signUpCode)).json).toEqual(mismatch);
  expect((await usersOf(app))[0]).toMatchObject({ verifiedEmail: EMAIL, isEmailVerified: 0 });
});

test('of two who sign up with one address, each confirms by their own code', async () => {
  const app = await testApp();
  const mine = (await signUp(app)).json.UserSub;
  const myCode = codeOf(app);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await signUp(app, EMAIL, { Password: 'another battery staple' });
  expect((await confirm(app, EMAIL, myCode)).json).toEqual({});
  const [owner] = (await usersOf(app)).filter(({ verifiedEmail }) => verifiedEmail !== null);
  expect(owner?.username).toBe(mine);
});

test('a bad sign-up is refused by its type, and nobody is told', async () => {
  const app = await testApp();
  for (const { what, input, type } of [
    { what: 'a plain name', input: { Username: 'hanako' }, type: 'InvalidParameterException' },
    { what: 'no address', input: { Username: 'hanako@' }, type: 'InvalidParameterException' },
    {
      what: 'an endless address',
      input: { Username: `${'a'.repeat(245)}@example.com` },
      type: 'InvalidParameterException',
    },
    { what: 'no name', input: { Username: '' }, type: 'InvalidParameterException' },
    { what: 'NUL in the name', input: { Username: 'a\u0000@example.com' }, type: 'InvalidParameterException' },
    { what: 'a short password', input: { Password: 'short' }, type: 'InvalidPasswordException' },
    { what: 'a well-known password', input: { Password: 'password1' }, type: 'InvalidPasswordException' },
    { what: 'the address as password', input: { Password: EMAIL }, type: 'InvalidPasswordException' },
    { what: 'another client', input: { ClientId: 'nobody' }, type: 'ResourceNotFoundException' },
    {
      what: 'another address',
      input: { UserAttributes: attributes({ email: 'a@b.example' }) },
      type: 'InvalidParameterException',
    },
    {
      what: 'a role',
      input: { UserAttributes: attributes({ 'custom:role': 'admin' }) },
      type: 'NotAuthorizedException',
    },
    {
      what: 'a verified address',
      input: { UserAttributes: attributes({ email_verified: 'true' }) },
      type: 'NotAuthorizedException',
    },
    { what: 'a subject', input: { UserAttributes: attributes({ sub: 'x' }) }, type: 'NotAuthorizedException' },
    {
      what: 'an unknown attribute',
      input: { UserAttributes: attributes({ constructor: 'x' }) },
      type: 'NotAuthorizedException',
    },
    {
      what: 'an endless attribute',
      input: { UserAttributes: attributes({ nickname: 'x'.repeat(2049) }) },
      type: 'InvalidParameterException',
    },
    {
      what: 'no date of birth',
      input: { UserAttributes: attributes({ birthdate: 'yesterday' }) },
      type: 'InvalidParameterException',
    },
    { what: 'no list', input: { UserAttributes: 'name' }, type: 'InvalidParameterException' },
  ]) {
    const { status, json } = await signUp(app, EMAIL, input);
    expect([status, json], what).toEqual([400, { __type: type, message: expect.any(String) }]);
  }
  expect(await usersOf(app)).toEqual([]);
  expect(app.mails).toEqual([]);
});

test('the code confirms the address, once, in any way of writing digits', async () => {
  const app = await testApp();
  await signUp(app);
  const code = codeOf(app);
  const wide = Array.from(code, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
  expect((await confirm(app, EMAIL, ` ${wide} `)).json).toEqual({});
  expect((await usersOf(app))[0]).toMatchObject({
    status: 'CONFIRMED',
    isEmailVerified: 1,
    verifiedEmail: EMAIL,
    emailKey: EMAIL,
    pendingEmailKey: null,
  });
  expect((await confirm(app, EMAIL, code)).json).toEqual(mismatch);
  expect(await auditOf(app)).toEqual(['signed-up', 'email-verified', 'sign-in-failed']);
});

test('a code is good for a quarter of an hour', async () => {
  const app = await testApp();
  await signUp(app);
  const code = codeOf(app);
  app.clock.moveTo('2026-11-21T04:58:00Z');
  expect((await confirm(app, EMAIL, code)).json).toEqual(expired);
  await ask(app, 'ResendConfirmationCode', { Username: EMAIL });
  expect((await confirm(app, EMAIL, code)).json).toEqual(codeOf(app) === code ? {} : mismatch);
  expect((await confirm(app, EMAIL, codeOf(app))).json).toEqual({});
});

test('a code may be tried five times, and the next one again, but only so often in a day', async () => {
  const app = await testApp();
  await signUp(app);
  const triesOfDay = () =>
    app.database.writer
      .selectFrom('poolCounters')
      .select(['counterKey', 'uses'])
      .where('endsAt', '>=', '2026-11-22T05');
  const guess = async (minute: string) => {
    app.clock.moveTo(`2026-11-21T${minute}:00Z`);
    await ask(app, 'ResendConfirmationCode', { Username: EMAIL });
    const wrong = another(codeOf(app));
    for (let tried = 1; tried <= 5; tried += 1) expect((await confirm(app, EMAIL, wrong)).json).toEqual(mismatch);
    return wrong;
  };
  expect((await confirm(app, EMAIL, await guess('05:00'))).json).toEqual(exceeded);
  await guess('05:13');
  const counters = await triesOfDay().execute();
  expect(counters).toEqual([{ counterKey: expect.any(String), uses: 10 }]);
  // Two hundred would take forty codes.
  await app.database.writer
    .updateTable('poolCounters')
    .set({ uses: 195 })
    .where('counterKey', '=', counters[0]?.counterKey ?? '')
    .execute();
  await guess('05:26');
  app.clock.moveTo('2026-11-21T14:00:00Z');
  await ask(app, 'ResendConfirmationCode', { Username: EMAIL });
  expect((await confirm(app, EMAIL, codeOf(app))).json).toEqual(exceeded);
  app.clock.moveTo('2026-11-22T05:00:01Z');
  await ask(app, 'ResendConfirmationCode', { Username: EMAIL });
  expect((await confirm(app, EMAIL, codeOf(app))).json).toEqual({});
});

test('codes that come at once get no more tries than one after the other', async () => {
  const app = await testApp();
  await signUp(app);
  const wrong = another(codeOf(app));
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(app, EMAIL, wrong)));
  expect(answers.filter(({ json }) => json.__type === 'CodeMismatchException')).toHaveLength(5);
  expect(answers.filter(({ json }) => json.__type === 'LimitExceededException')).toHaveLength(5);
});

test('one right code that comes twice at once confirms once', async () => {
  const app = await testApp();
  await signUp(app);
  const answers = await Promise.all([1, 2, 3].map(() => confirm(app, EMAIL, codeOf(app))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('whoever has an account already is told so by mail, and nobody else is', async () => {
  const app = await testApp();
  const { username } = await givenUser(app, { username: 'hanako' });
  const known = await signUp(app, EMAIL);
  const unknown = await signUp(app, 'heidi@example.com');
  expect(Object.keys(known.json)).toEqual(Object.keys(unknown.json));
  expect(known.json.CodeDeliveryDetails).toEqual(unknown.json.CodeDeliveryDetails);
  expect(app.mails.map(({ to, kind }) => [to, kind])).toEqual([
    [EMAIL, 'sign-up-again'],
    ['heidi@example.com', 'confirm-sign-up'],
  ]);
  expect((await ask(app, 'ResendConfirmationCode', { Username: EMAIL })).status).toBe(200);
  expect(app.mails).toHaveLength(2);
  for (let tried = 1; tried <= 5; tried += 1) expect((await confirm(app, EMAIL, '000000')).json).toEqual(mismatch);
  expect((await confirm(app, EMAIL, '000000')).json).toEqual(exceeded);
  const owner = await app.database.reader
    .selectFrom('poolUsers')
    .select('username')
    .where('emailKey', '=', EMAIL)
    .execute();
  expect(owner).toEqual([{ username }]);
});

test('wrong codes are answered alike whether or not the address has an account', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  for (const address of [EMAIL, 'heidi@example.com']) await signUp(app, address);
  const waiting = (await usersOf(app)).filter(({ status }) => status === 'UNCONFIRMED');
  expect(waiting).toHaveLength(2);
  for (const { username, email } of waiting) {
    const tryCode = async () => (await confirm(app, username, 'wrong')).json;
    for (let tried = 1; tried <= 5; tried += 1) expect(await tryCode(), email).toEqual(mismatch);
    expect(await tryCode(), email).toEqual(exceeded);
    await ask(app, 'ResendConfirmationCode', { Username: username });
    expect(await tryCode(), email).toEqual(mismatch);
  }
});

test('an address that waits is only claimed: whoever proves it gets it, and the others nothing', async () => {
  const app = await testApp();
  await signUp(app);
  const [first] = await usersOf(app);
  const firstCode = codeOf(app);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await signUp(app, EMAIL, { Password: 'another battery staple' });
  expect((await confirm(app, EMAIL, codeOf(app))).json).toEqual({});
  expect((await confirm(app, first?.username ?? '', firstCode)).json).toEqual({
    __type: 'AliasExistsException',
    message: 'An account with the email already exists.',
  });
  expect((await usersOf(app)).filter(({ verifiedEmail }) => verifiedEmail !== null)).toHaveLength(1);
});

test('two who prove one address in the same moment do not both get it', async () => {
  const app = await testApp();
  const [names, codes]: [string[], string[]] = [[], []];
  for (let count = 0; count < 2; count += 1) {
    names.push((await signUp(app)).json.UserSub);
    codes.push(codeOf(app));
  }
  const answers = await Promise.all(names.map((name, index) => confirm(app, name, codes[index] ?? '')));
  expect(answers.map(({ json }) => json.__type).sort()).toEqual(['AliasExistsException', undefined]);
});

test('at most five sign-ups of an address wait, and none longer than a week', async () => {
  const app = await testApp();
  const countUsers = async () => [
    (await usersOf(app)).length,
    (await app.database.reader.selectFrom('users').selectAll().execute()).length,
  ];
  for (let hour = 4; hour < 11; hour += 1) {
    app.clock.moveTo(`2026-11-21T${String(hour).padStart(2, '0')}:43:00Z`);
    await signUp(app);
  }
  expect(await countUsers()).toEqual([5, 5]);
  await confirm(app, EMAIL, codeOf(app));
  app.clock.moveTo('2026-11-28T10:43:01Z');
  await signUp(app, 'taro@example.com');
  expect(await countUsers()).toEqual([2, 2]);
});

test('an address gets five mails of each kind an hour, whether or not it has an account', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  for (const [index, Username] of [EMAIL, 'nobody@example.com', 'HANAKO', 'nobody'].entries()) {
    app.clock.moveTo(`2026-11-21T1${index}:00:00Z`);
    for (const operation of ['ForgotPassword', 'ResendConfirmationCode']) {
      for (let time = 0; time < 5; time += 1) {
        expect((await ask(app, operation, { Username })).status, Username).toBe(200);
      }
      expect((await ask(app, operation, { Username })).json).toEqual(exceeded);
    }
  }
  expect(app.mails.filter(({ to }) => to === EMAIL)).toHaveLength(10);
});

test('one client causes thirty mails an hour, and what a line has of IPv6 is one client', async () => {
  const app = await testApp();
  const from = (index: number, remoteAddress: string) =>
    ask(app, 'ForgotPassword', { Username: `user-${index}@example.com` }, { remoteAddress });
  for (let index = 0; index < 30; index += 1) {
    expect((await from(index, `2001:db8:1:2::${index.toString(16)}`)).status).toBe(200);
  }
  expect((await from(30, '2001:db8:1:2:ffff::1')).json).toEqual(exceeded);
  expect((await from(30, '2001:db8:1:3::1')).status).toBe(200);
  app.clock.moveTo('2026-11-21T05:43:00Z');
  expect((await from(30, '2001:db8:1:2::1')).status).toBe(200);
});

test('the store holds neither names nor addresses of those whose mails are counted', async () => {
  const app = await testApp();
  await ask(app, 'ForgotPassword', { Username: 'nobody@example.com' });
  const counters = JSON.stringify(await app.database.reader.selectFrom('poolCounters').selectAll().execute());
  expect(counters).not.toMatch(/nobody|127\.0/);
  app.clock.moveTo('2026-11-21T06:00:00Z');
  await prunePool(app.userPool);
  expect(await app.database.writer.selectFrom('poolCounters').selectAll().execute()).toEqual([]);
});

interface Accounts {
  readonly somebody: string;
  readonly disabled: string;
  readonly waiting: string;
}

/** Somebody, somebody disabled, and somebody who waits for their code. */
async function givenAccounts(app: TestApp): Promise<Accounts> {
  const [somebody, disabled, waiting] = [randomUUID(), randomUUID(), randomUUID()];
  for (const username of [somebody, disabled]) await givenUser(app, { username });
  await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).where('username', '=', disabled).execute();
  await givenUser(app, { username: waiting, status: 'UNCONFIRMED', isEmailVerified: false });
  return { somebody, disabled, waiting };
}

const SRP_A = '2';
const asked: Record<string, (name: string) => [string, object]> = {
  'the start of a sign-in': (USERNAME) => [
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A } },
  ],
  ForgotPassword: (Username) => ['ForgotPassword', { Username }],
  ResendConfirmationCode: (Username) => ['ResendConfirmationCode', { Username }],
  ConfirmSignUp: (Username) => ['ConfirmSignUp', { Username, ConfirmationCode: '000000' }],
  ConfirmForgotPassword: (Username) => [
    'ConfirmForgotPassword',
    { Username, ConfirmationCode: '000000', Password: 'a new battery staple' },
  ],
};

/** An answer without what differs from name to name: letters and digits stand for themselves alone. */
function shapeOf(json: unknown): unknown {
  const shape = (text: string) =>
    text.includes('Exception') || text.includes(' ')
      ? text
      : text.length > 9
        ? 'long'
        : text.replace(/[a-z0-9]/gi, 'x');
  return JSON.parse(JSON.stringify(json, (_key, value) => (typeof value === 'string' ? shape(value) : value)));
}

async function answersTo(app: TestApp, what: string, name: string, remoteAddress: string): Promise<string[]> {
  const answers = [];
  for (let time = 0; time < 7; time += 1) {
    const [operation, input] = asked[what]?.(name) ?? ['', {}];
    const { status, json } = await ask(app, operation, input, { remoteAddress });
    answers.push(JSON.stringify([status, shapeOf(json)]));
  }
  return answers;
}

test.for(Object.keys(asked))(
  '%s is answered alike for names of somebody and of nobody, as often as it is asked',
  async (what) => {
    const app = await testApp();
    for (const [at, toName] of [
      (username: string) => username,
      (username: string) => `${username}@example.com`,
    ].entries()) {
      const ofNobody = await answersTo(app, what, toName(randomUUID()), `192.0.2.${10 * at}`);
      for (const [index, [kind, username]] of Object.entries(await givenAccounts(app)).entries()) {
        const answers = await answersTo(app, what, toName(username), `192.0.2.${10 * at + index + 1}`);
        expect(answers, kind).toEqual(ofNobody);
      }
    }
  },
);

test('a sign-up is answered alike for addresses of somebody and of nobody, as often as it is tried', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const answersOf = async (email: string) => {
    const answers = [];
    for (let time = 0; time < 7; time += 1) {
      const { status, json } = await signUp(app, email);
      answers.push(JSON.stringify([status, shapeOf(json)]));
    }
    return answers;
  };
  expect(await answersOf(EMAIL)).toEqual(await answersOf('heidi@example.com'));
});
