import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { adminUserApi } from '#contract/admin-users.ts';
import { localCaller } from '#server/http/caller.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Mail } from '#server/mail/index.ts';
import { type AccountDirectory, findActor } from '#server/users/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { givenUser } from '#testing/given-user.ts';
import { planOf } from '#testing/query-plan.ts';
import { CognitoError } from './cognito-error.ts';
import { type AccountListOptions, listAccounts } from './pool-account.repository.ts';
import { poolAccounts } from './pool-accounts.ts';
import { findPoolUser, type PoolUser, savePendingEmail } from './pool-user.repository.ts';
import { resetPassword } from './reset-password.ts';
import { countAttempt } from './sign-in-backoff.ts';
import { verifyToken } from './tokens.ts';

let app: TestApp;
let accounts: AccountDirectory;

beforeEach(async () => {
  app = await testApp();
  accounts = poolAccounts(app.userPool);
});

const hanako: Parameters<AccountDirectory['create']>[0] = {
  email: 'Hanako@Example.com',
  name: '花子',
  language: 'ja',
  isForConsole: true,
};

async function stored(username: string): Promise<PoolUser> {
  const user = await findPoolUser(app.database.writer, username);
  if (!user) throw new Error(`No account ${username}`);
  return user;
}

const lastMail = () => app.mails.at(-1) as Mail & { values: { password: string; code: string } };

const httpErrorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? [error.status, error.body] : error),
  );

test('disabling an account ends its sessions, enabling does not', async () => {
  const { username, accessToken } = await givenUser(app);
  await accounts.setEnabled(username, true);
  expect(await verifyToken(app.userPool, accessToken)).toMatchObject({ username });
  await accounts.setEnabled(username, false);
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
});

test('created accounts are found and have random user names', async () => {
  const result = await accounts.create(hanako, localCaller);
  expect(result).toEqual({
    username: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    email: 'Hanako@Example.com',
    isEmailVerified: true,
    verifiedEmail: 'Hanako@Example.com',
    name: '花子',
    isEnabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    isMfaEnabled: false,
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
  });
  expect(await accounts.find(result.username.toUpperCase())).toEqual(result);
  expect(await accounts.find('nobody')).toBeUndefined();
  expect((await stored(result.username)).attributes).toMatchObject({ name: '花子', locale: 'ja' });
});

test('names of new accounts default to the address', async () => {
  const { name: _, ...nameless } = hanako;
  for (const account of [nameless, { ...nameless, email: 'b@example.com', name: '' }]) {
    expect((await accounts.create(account, localCaller)).name).toBe(account.email);
  }
});

test('verified addresses are rejected, unverified ones accepted', async () => {
  await givenUser(app, { email: 'claimed@example.com', isEmailVerified: false, status: 'UNCONFIRMED' });
  await accounts.create({ ...hanako, email: 'claimed@example.com' }, localCaller);
  const inUse = [
    400,
    expect.objectContaining({ errors: [{ field: 'email', message: 'Email address is already in use' }] }),
  ];
  await accounts.create(hanako, localCaller);
  expect(await httpErrorOf(accounts.create({ ...hanako, email: 'hanako@example.COM' }, localCaller))).toEqual(inUse);
  const { username } = await givenUser(app);
  for (const verified of [{}, { email_verified: 'true' }]) {
    const change = accounts.updateAttributes(username, { email: hanako.email, ...verified });
    expect(await httpErrorOf(change)).toEqual(inUse);
  }
});

test('unknown accounts return 404 for every operation', async () => {
  const missing = [404, { message: 'User does not exist' }];
  const works = [
    () => accounts.updateAttributes('nobody', { name: 'x' }),
    () => accounts.setEnabled('nobody', true),
    () => accounts.resetPassword('nobody', localCaller),
    () => accounts.setPassword('nobody', 'woodblock and ink', { isPermanent: true }),
    () => accounts.signOutEverywhere('nobody'),
    () => accounts.delete('nobody'),
  ];
  for (const work of works) expect(await httpErrorOf(work())).toEqual(missing);
});

test('findMany omits unknown accounts', async () => {
  for (const username of ['a', 'b', 'c']) await givenUser(app, { username });
  const found = await accounts.findMany(['b', 'nobody', 'C']);
  expect(found.map(({ username }) => username).sort()).toEqual(['b', 'c']);
  expect(await accounts.findMany([])).toEqual([]);
});

test('accounts are listed by their pending address', async () => {
  await givenUser(app, { username: 'hanako' });
  await app.database.writer.transaction().execute((trx) => savePendingEmail(trx, 'hanako', 'New@example.com'));
  expect((await accounts.list({ limit: 60, email: 'hanako' })).accounts).toEqual([]);
  const { accounts: found, pageToken } = await accounts.list({ limit: 60, email: 'nEw@' });
  expect(found).toMatchObject([{ username: 'hanako', email: 'New@example.com', isEmailVerified: false }]);
  expect(pageToken).toBeNull();
});

test('paging works among accounts with the same address', async () => {
  for (const username of ['b', 'a', 'c', 'd']) {
    await givenUser(app, { username, email: 'same@example.com', isEmailVerified: false, status: 'UNCONFIRMED' });
  }
  const seen: string[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < 4; pages += 1) {
    const page = await accounts.list({ limit: 1, email: 'same', pageToken });
    seen.push(...page.accounts.map(({ username }) => username));
    pageToken = page.pageToken ?? undefined;
    if (seen.length < 4) expect(pageToken).toBeDefined();
  }
  expect([seen, pageToken]).toEqual([['a', 'b', 'c', 'd'], undefined]);
});

test('page tokens of another search are rejected', async () => {
  await fill(3);
  const { pageToken } = await accounts.list({ limit: 1 });
  const forged = (place: object) => Buffer.from(JSON.stringify(place)).toString('base64');
  const wrong = [400, expect.objectContaining({ errors: [{ field: 'page_token', message: 'InvalidInput' }] })];
  for (const [email, token] of [
    ['other', pageToken ?? ''],
    ['', 'nonsense'],
    ['', forged({ addressKey: '\u0000', username: '' })],
    ['', forged({ addressKey: 1, username: '' })],
  ] as const) {
    expect(await httpErrorOf(accounts.list({ limit: 1, email, pageToken: token }))).toEqual(wrong);
  }
});

test('pages are limited to sixty accounts', async () => {
  await fill(70);
  const page = await accounts.list({ limit: 1000 });
  expect(page.accounts).toHaveLength(60);
  expect(page.pageToken).not.toBeNull();
});

test('administrators can change attributes and verified addresses', async () => {
  await givenUser(app, { username: 'hanako' });
  await accounts.updateAttributes('hanako', { name: '花子', locale: 'ja' });
  expect(await stored('hanako')).toMatchObject({
    attributes: { name: '花子', locale: 'ja' },
    email: 'hanako@example.com',
    isEmailVerified: true,
    updatedAt: '2026-11-21T04:43:00Z',
  });
  await accounts.updateAttributes('hanako', { email: 'new@example.com' });
  expect(await stored('hanako')).toMatchObject({
    email: 'new@example.com',
    isEmailVerified: false,
    verifiedEmail: 'hanako@example.com',
  });
  await accounts.updateAttributes('hanako', { email_verified: 'true' });
  expect(await stored('hanako')).toMatchObject({
    email: 'new@example.com',
    isEmailVerified: true,
    verifiedEmail: 'new@example.com',
    attributes: { name: '花子' },
  });
  for (const attributes of [{ sub: 'x' }, { 'custom:role': 'admin' }, { email: 'x' }, { birthdate: 'x' }]) {
    await expect(accounts.updateAttributes('hanako', attributes)).rejects.toBeInstanceOf(CognitoError);
  }
});

test('rights are read from the users table', async () => {
  const { username, accessToken } = await givenUser(app, { role: 'viewer' });
  await accounts.mirrorRights(username, { role: 'admin', serviceIds: [] });
  expect((await stored(username)).attributes).not.toHaveProperty('custom:role');
  expect(await verifyToken(app.userPool, accessToken)).toMatchObject({ username });
});

test('disabling an account ends its sessions for good', async () => {
  const { username, accessToken } = await givenUser(app);
  await accounts.setEnabled(username, false);
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
  expect(await accounts.find(username)).toMatchObject({ isEnabled: false, updatedAt: '2026-11-21T04:43:00Z' });
  await accounts.setEnabled(username, true);
  expect(await accounts.find(username)).toMatchObject({ isEnabled: true });
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
});

test('CLI password reset enables a disabled account', async () => {
  const { username } = await givenUser(app, { role: 'admin' });
  const admin = await givenUser(app, { role: 'admin' });
  await admin.call(adminUserApi.setEnabled, { params: { username }, body: { enabled: false } });
  expect(await findActor(app.database.writer, username)).toBeUndefined();
  await resetPassword(app.userPool, username);
  expect(await findActor(app.database.writer, username)).toMatchObject({ role: 'admin' });
  expect(await accounts.find(username)).toMatchObject({ isEnabled: true });
});

test('resetting a confirmed account mails a code to its address', async () => {
  const { username, accessToken } = await givenUser(app, { email: 'old@example.com' });
  await app.database.writer.transaction().execute((trx) => savePendingEmail(trx, username, 'new@example.com'));
  await accounts.resetPassword(username, { ...localCaller, language: 'ja' });
  expect(app.mails).toMatchObject([{ to: 'old@example.com', language: 'ja', kind: 'forgot-password' }]);
  expect(lastMail().values).toEqual({ username, code: expect.stringMatching(/^\d{6}$/) });
  expect((await stored(username)).status).toBe('RESET_REQUIRED');
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
  await accounts.resetPassword(username, localCaller);
  expect(app.mails).toHaveLength(2);
});

test('password reset clears earlier failures', async () => {
  const { username } = await givenUser(app);
  const failures = () => app.database.reader.selectFrom('poolFailures').selectAll().execute();
  await app.database.writer
    .transaction()
    .execute((trx) => countAttempt(trx, app.userPool, { name: username, isAccount: true }));
  expect(await failures()).not.toEqual([]);
  await accounts.resetPassword(username, localCaller);
  expect(await failures()).toEqual([]);
});

test('resetting an invited account resends a new password', async () => {
  const { username } = await accounts.create(hanako, localCaller);
  const first = lastMail().values.password;
  const before = await stored(username);
  await accounts.resetPassword(username, localCaller);
  expect(lastMail()).toMatchObject({ to: hanako.email, language: 'ja', kind: 'invitation' });
  expect(lastMail().values.password).not.toBe(first);
  const after = await stored(username);
  expect(after.status).toBe('FORCE_CHANGE_PASSWORD');
  expect(after.verifier).not.toBe(before.verifier);
});

test('resent invitations link to the console or site by role', async () => {
  for (const role of ['normal', 'viewer'] as const) {
    const { username } = await givenUser(app, { role, status: 'FORCE_CHANGE_PASSWORD' });
    await accounts.resetPassword(username, localCaller);
    expect(lastMail().values).toMatchObject({ isForConsole: role === 'viewer' });
  }
});

test('resetting an unconfirmed account resends the sign-up code', async () => {
  const { username } = await givenUser(app, { status: 'UNCONFIRMED', isEmailVerified: false });
  await accounts.resetPassword(username, localCaller);
  expect(lastMail()).toMatchObject({ to: `${username}@example.com`, kind: 'confirm-sign-up', values: { username } });
  expect((await stored(username)).status).toBe('UNCONFIRMED');
});

test('password reset clears the daily limit of sign-up codes', async () => {
  const { username } = await givenUser(app, { status: 'UNCONFIRMED', isEmailVerified: false });
  await accounts.resetPassword(username, localCaller);
  const confirm = async (ConfirmationCode: string) => {
    const input = { ClientId: app.userPool.clientId, Username: username, ConfirmationCode };
    return (await callPool(app, 'ConfirmSignUp', input)).json;
  };
  await confirm('none');
  await app.database.writer.updateTable('poolCounters').set({ uses: 1000 }).execute();
  expect(await confirm(lastMail().values.code)).toMatchObject({ __type: 'LimitExceededException' });
  await accounts.resetPassword(username, localCaller);
  expect(await confirm(lastMail().values.code)).toEqual({});
});

test('accounts of providers have no password to reset', async () => {
  const { username } = await givenUser(app, { status: 'EXTERNAL_PROVIDER' });
  const rejection = await httpErrorOf(accounts.resetPassword(username, localCaller));
  expect(rejection).toEqual([400, { message: 'The account has no password' }]);
  expect(app.mails).toEqual([]);
});

test.for([
  [true, 'CONFIRMED'],
  [false, 'FORCE_CHANGE_PASSWORD'],
] as const)('setPassword ends sessions and sets status (permanent: %s)', async ([isPermanent, status]) => {
  const { username, accessToken } = await givenUser(app);
  const before = await stored(username);
  await accounts.setPassword(username, 'woodblock and ink', { isPermanent });
  const after = await stored(username);
  expect(after.status).toBe(status);
  expect(after.verifier).not.toBe(before.verifier);
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
});

test('weak passwords are rejected', async () => {
  const { username, accessToken } = await givenUser(app);
  for (const password of ['12345', 'password', username]) {
    const setting = accounts.setPassword(username, password, { isPermanent: true });
    await expect(setting).rejects.toMatchObject({ type: 'InvalidPasswordException' });
  }
  expect(await verifyToken(app.userPool, accessToken)).toMatchObject({ username });
});

test('sign-out everywhere and deletion remove sessions and codes', async () => {
  const first = await givenUser(app);
  await accounts.signOutEverywhere(first.username);
  expect(await verifyToken(app.userPool, first.accessToken)).toBeUndefined();
  const second = await givenUser(app, { status: 'UNCONFIRMED' });
  await accounts.resetPassword(second.username, localCaller);
  await accounts.delete(second.username);
  expect(await accounts.find(second.username)).toBeUndefined();
  for (const table of ['poolSessions', 'poolCodes'] as const) {
    const rows = await app.database.writer.selectFrom(table).select('username').execute();
    expect(rows.filter(({ username }) => username === second.username)).toEqual([]);
  }
});

async function fill(count: number): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  const columns = sql`(username, sub, email, email_key, is_email_verified, verified_email, attributes, status, is_enabled,
    salt, verifier, is_totp_enabled, created_at)`;
  await sql`insert into pool_users ${columns} ${numbers}
    select 'user-' || n, 'sub-' || n, 'user-' || n || '@example.com', 'user-' || n || '@example.com', 1,
      'user-' || n || '@example.com', '{"name":"A user"}', 'CONFIRMED', case when n % 1000 = 0 then 0 else 1 end,
      '', '', 0, '2026-11-21T04:43:00Z' from numbers`.execute(app.database.writer);
  await sql`analyze pool_users`.execute(app.database.writer);
}

const after = { addressKey: 'user-5@example.com', username: 'user-5' };
const lists: [string, AccountListOptions][] = [
  ['all accounts', { limit: 51 }],
  ['a later page', { limit: 51, after }],
  ['accounts by the beginning of the address', { limit: 51, prefix: 'user-5' }],
  ['a later page of them', { limit: 51, prefix: 'user-5', after }],
  ['disabled accounts', { limit: 51, isEnabled: false }],
  ['disabled accounts by the beginning of the address', { limit: 51, isEnabled: false, prefix: 'user-5', after }],
];

test('large account lists use an index without sorting', async () => {
  await fill(100_000);
  for (const [name, options] of lists) {
    const plan = (await planOf(app.database, (db) => listAccounts(db, options), { isFilled: true })).join('\n');
    expect(plan, `${name}: ${plan}`).toMatch(/pool_users_(address|enabled)/);
    expect(plan, `${name}: ${plan}`).not.toMatch(/TEMP B-TREE|Seq Scan|Sort/);
  }
});
