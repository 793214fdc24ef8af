import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { localCaller } from '../http/caller.ts';
import { findPoolUser } from './pool-user.repository.ts';
import { signInActions } from './sign-in.ts';
import { openSession } from './tokens.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'a new battery staple';

async function given(options: Parameters<typeof givenUser>[1] = {}) {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako', ...options });
  const call = (operation: string, input: object = {}, { AccessToken } = { AccessToken: user.accessToken }) =>
    callPool(app, operation, { AccessToken, ...input });
  return { app, user, call };
}

async function signInAgain({ userPool, database }: TestApp, { username }: GivenUser) {
  const user = await findPoolUser(database.writer, username);
  if (!user) throw new Error('nobody');
  return openSession(userPool, user, localCaller);
}

const isGood = async (app: TestApp, AccessToken: string) =>
  (await callPool(app, 'GetUser', { AccessToken })).status === 200;

const write = (values: Record<string, string>) => ({
  UserAttributes: Object.entries(values).map(([Name, Value]) => ({ Name, Value })),
});

const attributesOf = ({ json }: { json: { UserAttributes: { Name: string; Value: string }[] } }) =>
  Object.fromEntries(json.UserAttributes.map(({ Name, Value }) => [Name, Value]));

function codeOf({ mails }: TestApp, kind: string): string {
  const mail = mails.findLast((each) => each.kind === kind);
  if (!mail || !('code' in mail.values)) throw new Error(`No code was mailed as ${kind}.`);
  return mail.values.code;
}

const sent = ({ mails }: TestApp) => mails.map(({ to, kind }) => [to, kind]);

const auditOf = async ({ database }: TestApp) =>
  database.reader
    .selectFrom('auditLog')
    .select(['action', 'actor', 'target', 'details'])
    .where('action', '!=', 'signed-in')
    .orderBy('entryId')
    .execute();

const signIn = async (app: TestApp, USERNAME: string, password: string) => {
  // Plain passwords keep these tests short. Other tests cover SRP.
  const open = { ...app.userPool, isUserPasswordAuthEnabled: true };
  return signInActions.InitiateAuth(
    open,
    {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: app.userPool.clientId,
      AuthParameters: { USERNAME, PASSWORD: password },
    },
    localCaller,
  );
};

const actions = {
  UpdateUserAttributes: write({ name: 'x' }),
  DeleteUserAttributes: { UserAttributeNames: ['nickname'] },
  GetUserAttributeVerificationCode: { AttributeName: 'email' },
  VerifyUserAttribute: { AttributeName: 'email', Code: '123456' },
  ChangePassword: { PreviousPassword: PASSWORD, ProposedPassword: NEXT },
  DeleteUser: {},
  GetUser: {},
  GlobalSignOut: {},
} as const;

test.for(Object.entries(actions))('%s requires a valid access token', async ([operation, input]) => {
  const { app, user, call } = await given({ role: 'normal' });
  const rejected = { __type: 'NotAuthorizedException', message: 'Invalid Access Token' };
  for (const AccessToken of ['nonsense', user.idToken, user.refreshToken]) {
    expect((await call(operation, input, { AccessToken })).json).toEqual(rejected);
  }
  await app.database.writer.updateTable('poolSessions').set({ revokedAt: '2026-11-21T04:43:00Z' }).execute();
  expect((await call(operation, input)).json).toEqual(rejected);
  expect((await callPool(app, operation, input)).json.__type).toBe('InvalidParameterException');
});

test('attributes are saved, returned, put into ID tokens and deleted', async () => {
  const { app, user, call } = await given({ role: 'editor' });
  const values = {
    name: '花子',
    nickname: 'はな',
    given_name: '花子',
    family_name: '山田',
    preferred_username: 'hana',
    picture: 'https://example.com/a.png',
    profile: 'https://example.com/',
    website: 'https://example.com/',
    locale: 'ja',
    zoneinfo: 'Asia/Tokyo',
    gender: 'female',
    birthdate: '2000-02-29',
  };
  expect((await call('UpdateUserAttributes', write(values))).json).toEqual({ CodeDeliveryDetailsList: [] });
  expect(attributesOf(await call('GetUser'))).toEqual({
    ...values,
    sub: expect.any(String),
    email: 'hanako@example.com',
    email_verified: 'true',
    updated_at: expect.stringMatching(/^\d+$/),
    'custom:role': 'editor',
    'custom:acceptServiceIds': 'news',
  });
  const { idToken } = await signInAgain(app, user);
  expect(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject(values);
  await call('UpdateUserAttributes', write({ nickname: '' }));
  await call('DeleteUserAttributes', { UserAttributeNames: ['birthdate', 'name', 'zoneinfo', 'website', 'website'] });
  const left = attributesOf(await call('GetUser'));
  expect(left.name).toBe('hanako@example.com');
  expect(Object.keys(left)).not.toEqual(expect.arrayContaining(['birthdate']));
  for (const name of ['nickname', 'zoneinfo', 'website']) expect(left).not.toHaveProperty(name);
  expect((await auditOf(app)).map(({ action, details }) => [action, JSON.parse(details).names])).toEqual([
    ['attributes-changed', Object.keys(values)],
    ['attributes-changed', ['nickname']],
    ['attributes-changed', ['birthdate', 'name', 'zoneinfo', 'website']],
  ]);
});

test('ID tokens stay small with long attributes', async () => {
  const { app, user, call } = await given();
  const names = ['nickname', 'given_name', 'family_name', 'picture', 'profile', 'website', 'gender', 'locale'];
  for (const name of names) await call('UpdateUserAttributes', write({ [name]: '花'.repeat(2048) }));
  await call('UpdateUserAttributes', write({ name: '花'.repeat(256), zoneinfo: 'Asia/Tokyo' }));
  const { idToken } = await signInAgain(app, user);
  expect(idToken.length).toBeLessThan(8192);
  expect(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    name: '花'.repeat(256),
    zoneinfo: 'Asia/Tokyo',
  });
  const headers = { authorization: `Bearer ${idToken}` };
  expect((await app.get('/api/admin/account/services', headers)).status).toBe(200);
});

test('read-only attributes cannot be changed or deleted', async () => {
  const { call } = await given();
  const before = (await call('GetUser')).json;
  for (const { name, type } of [
    { name: 'custom:role', type: 'NotAuthorizedException' },
    { name: 'custom:acceptServiceIds', type: 'NotAuthorizedException' },
    { name: 'sub', type: 'NotAuthorizedException' },
    { name: 'email_verified', type: 'NotAuthorizedException' },
    { name: 'phone_number', type: 'NotAuthorizedException' },
    { name: '__proto__', type: 'NotAuthorizedException' },
    { name: 'email', type: 'InvalidParameterException' },
  ]) {
    expect((await call('UpdateUserAttributes', write({ nickname: 'x', [name]: 'admin' }))).json.__type, name).toBe(
      type,
    );
    const { json } = await call('UpdateUserAttributes', { UserAttributes: [{ Name: name, Value: 'admin' }] });
    expect(json.__type, name).toBe(type);
    expect((await call('DeleteUserAttributes', { UserAttributeNames: [name] })).json.__type, name).toBe(type);
    expect((await call('GetUser')).json, name).toEqual(before);
  }
});

test('new addresses stay pending until their code is confirmed', async () => {
  const { app, call } = await given({ role: 'normal' });
  const { json } = await call('UpdateUserAttributes', write({ email: 'Hana@elsewhere.example' }));
  expect(json).toEqual({
    CodeDeliveryDetailsList: [{ Destination: 'h***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }],
  });
  expect(sent(app)).toEqual([
    ['Hana@elsewhere.example', 'verify-email'],
    ['hanako@example.com', 'email-changes'],
  ]);
  expect(attributesOf(await call('GetUser'))).toMatchObject({
    email: 'Hana@elsewhere.example',
    email_verified: 'false',
  });
  await expect(signIn(app, 'hanako@example.com', PASSWORD)).resolves.toHaveProperty('AuthenticationResult');
  await expect(signIn(app, 'hana@elsewhere.example', PASSWORD)).rejects.toMatchObject({
    type: 'NotAuthorizedException',
  });
  const Code = codeOf(app, 'verify-email');
  const wrong = Code === '000000' ? '000001' : '000000';
  const verify = (code: string) => call('VerifyUserAttribute', { AttributeName: 'email', Code: code });
  expect((await verify(wrong)).json.__type).toBe('CodeMismatchException');
  expect((await verify(Code)).json).toEqual({});
  expect((await verify(Code)).json.__type).toBe('CodeMismatchException');
  expect(attributesOf(await call('GetUser'))).toMatchObject({
    email: 'Hana@elsewhere.example',
    email_verified: 'true',
  });
  await expect(signIn(app, 'hana@elsewhere.example', PASSWORD)).resolves.toHaveProperty('AuthenticationResult');
  await expect(signIn(app, 'hanako@example.com', PASSWORD)).rejects.toMatchObject({ type: 'NotAuthorizedException' });
  expect((await auditOf(app)).map(({ action }) => action)).toEqual([
    'attributes-changed',
    'sign-in-failed',
    'sign-in-failed',
    'email-changed',
    'sign-in-failed',
    'sign-in-failed',
  ]);
});

test('entering the verified address cancels a pending change', async () => {
  const { app, call } = await given();
  await call('UpdateUserAttributes', write({ email: 'new@example.com' }));
  const Code = codeOf(app, 'verify-email');
  const { json } = await call('UpdateUserAttributes', write({ email: 'Hanako@example.com' }));
  expect(json).toEqual({ CodeDeliveryDetailsList: [] });
  expect(attributesOf(await call('GetUser'))).toMatchObject({ email: 'Hanako@example.com', email_verified: 'true' });
  expect((await call('VerifyUserAttribute', { AttributeName: 'email', Code })).json.__type).toBe(
    'CodeMismatchException',
  );
  const again = await call('GetUserAttributeVerificationCode', { AttributeName: 'email' });
  expect(again.json.__type).toBe('InvalidParameterException');
});

test('codes can be resent five times an hour', async () => {
  const { app, call } = await given();
  await call('UpdateUserAttributes', write({ email: 'a@example.com' }));
  const first = codeOf(app, 'verify-email');
  const { json } = await call('GetUserAttributeVerificationCode', { AttributeName: 'email' });
  expect(json).toEqual({
    CodeDeliveryDetails: { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  const newest = codeOf(app, 'verify-email');
  if (first !== newest) {
    const { json: old } = await call('VerifyUserAttribute', { AttributeName: 'email', Code: first });
    expect(old.__type).toBe('CodeMismatchException');
  }
  for (const letter of ['b', 'c', 'd']) await call('UpdateUserAttributes', write({ email: `${letter}@example.com` }));
  expect((await call('UpdateUserAttributes', write({ email: 'e@example.com' }))).json.__type).toBe(
    'LimitExceededException',
  );
  expect(attributesOf(await call('GetUser')).email).toBe('d@example.com');
  expect((await call('GetUserAttributeVerificationCode', { AttributeName: 'name' })).json.__type).toBe(
    'InvalidParameterException',
  );
});

test('verifying an address fails when another account verified it first', async () => {
  const { app, call } = await given();
  await call('UpdateUserAttributes', write({ email: 'taro@example.com' }));
  await givenUser(app, { username: 'taro' });
  const Code = codeOf(app, 'verify-email');
  const { json } = await call('VerifyUserAttribute', { AttributeName: 'email', Code });
  expect(json).toEqual({ __type: 'AliasExistsException', message: 'An account with the email already exists.' });
});

test('codes are bound to purpose, account and expiry', async () => {
  const { app, call } = await given();
  const taro = await givenUser(app, { username: 'taro' });
  await call('UpdateUserAttributes', write({ email: 'new@example.com' }));
  await call('UpdateUserAttributes', { ...write({ email: 'newer@example.com' }) }, { AccessToken: taro.accessToken });
  const [ofHanako, ofTaro] = app.mails
    .filter(({ kind }) => kind === 'verify-email')
    .map(({ values }) => ('code' in values ? values.code : ''));
  if (ofHanako === ofTaro) return;
  const { json } = await call('VerifyUserAttribute', { AttributeName: 'email', Code: ofTaro });
  expect(json.__type).toBe('CodeMismatchException');
  const reset = await callPool(app, 'ConfirmForgotPassword', {
    ClientId: app.userPool.clientId,
    Username: 'hanako',
    ConfirmationCode: ofHanako,
    Password: NEXT,
  });
  expect(reset.json.__type).toBe('CodeMismatchException');
  app.clock.moveTo('2026-11-21T04:58:00Z');
  const late = await call('VerifyUserAttribute', { AttributeName: 'email', Code: ofHanako });
  expect(late.json.__type).toBe('ExpiredCodeException');
});

test('changing the password needs the old one and ends sessions', async () => {
  const { app, user, call } = await given();
  const other = await signInAgain(app, user);
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    call('ChangePassword', { PreviousPassword, ProposedPassword });
  expect((await change(PASSWORD, 'short')).json.__type).toBe('InvalidPasswordException');
  expect((await change(PASSWORD, 'password1')).json.__type).toBe('InvalidPasswordException');
  expect((await change(PASSWORD, PASSWORD)).json.__type).toBe('InvalidPasswordException');
  expect((await change('wrong one', NEXT)).json).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect(await isGood(app, other.accessToken)).toBe(true);
  expect((await change(PASSWORD, NEXT)).json).toEqual({});
  expect([await isGood(app, user.accessToken), await isGood(app, other.accessToken)]).toEqual([true, false]);
  expect(sent(app)).toEqual([['hanako@example.com', 'password-changed']]);
  await expect(signIn(app, 'hanako', NEXT)).resolves.toHaveProperty('AuthenticationResult');
  await expect(signIn(app, 'hanako', PASSWORD)).rejects.toMatchObject({ type: 'NotAuthorizedException' });
  expect((await auditOf(app)).map(({ action }) => action)).toEqual([
    'sign-in-failed',
    'password-changed',
    'sign-in-failed',
  ]);
});

test('wrong old passwords back off without blocking sign-in', async () => {
  const { app, call } = await given();
  const change = (PreviousPassword: string) => call('ChangePassword', { PreviousPassword, ProposedPassword: NEXT });
  for (let tried = 1; tried <= 5; tried += 1)
    expect((await change('wrong one')).json.__type).toBe('NotAuthorizedException');
  expect((await change(PASSWORD)).json.__type).toBe('LimitExceededException');
  await expect(signIn(app, 'hanako@example.com', PASSWORD)).resolves.toBeDefined();
  app.clock.moveTo('2026-11-21T04:43:02Z');
  expect((await change(PASSWORD)).status).toBe(200);
});

const forgot = (app: TestApp, Username: string) =>
  callPool(app, 'ForgotPassword', { ClientId: app.userPool.clientId, Username });
const reset = (app: TestApp, Username: string, ConfirmationCode: string, Password = NEXT) =>
  callPool(app, 'ConfirmForgotPassword', { ClientId: app.userPool.clientId, Username, ConfirmationCode, Password });

test('password resets end sessions and clear failures', async () => {
  const { app, user } = await given();
  for (let tried = 1; tried <= 5; tried += 1) await signIn(app, 'hanako', 'wrong one').catch(() => {});
  const { json } = await forgot(app, 'HANAKO@example.com');
  expect(json).toEqual({
    CodeDeliveryDetails: { Destination: 'h***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  expect(sent(app)).toEqual([
    ['hanako@example.com', 'sign-in-attempts'],
    ['hanako@example.com', 'forgot-password'],
  ]);
  const code = codeOf(app, 'forgot-password');
  expect((await reset(app, 'hanako', code, 'password1')).json.__type).toBe('InvalidPasswordException');
  expect((await reset(app, 'hanako', code, 'hanako@example.com')).json.__type).toBe('InvalidPasswordException');
  expect((await reset(app, 'hanako', code)).json).toEqual({});
  expect((await reset(app, 'hanako', code)).json.__type).toBe('CodeMismatchException');
  expect(await isGood(app, user.accessToken)).toBe(false);
  await expect(signIn(app, 'hanako', NEXT)).resolves.toHaveProperty('AuthenticationResult');
  expect(sent(app).at(-1)).toEqual(['hanako@example.com', 'password-changed']);
  const entries = await auditOf(app);
  expect(entries.slice(-3).map(({ action, actor, target }) => [action, actor, target])).toEqual([
    ['password-reset-requested', null, 'hanako'],
    ['password-reset', 'hanako', null],
    ['sign-in-failed', null, 'hanako'],
  ]);
});

test('unknown and disabled accounts get no reset mail', async () => {
  const { app } = await given();
  await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).execute();
  for (const name of ['hanako', 'hanako@example.com', 'nobody', 'nobody@example.com']) await forgot(app, name);
  expect(app.mails).toEqual([]);
});

test('reset codes go to the verified address only', async () => {
  const { app, call } = await given();
  await call('UpdateUserAttributes', write({ email: 'new@example.com' }));
  await forgot(app, 'hanako');
  expect(sent(app).at(-1)).toEqual(['hanako@example.com', 'forgot-password']);
  await call('VerifyUserAttribute', { AttributeName: 'email', Code: codeOf(app, 'verify-email') });
  expect((await reset(app, 'hanako', codeOf(app, 'forgot-password'))).json.__type).toBe('CodeMismatchException');
});

test('reset codes verify the pending address', async () => {
  const app = await testApp();
  const { clientId } = app.userPool;
  await callPool(app, 'SignUp', { ClientId: clientId, Username: 'hanako@example.com', Password: PASSWORD });
  await expect(signIn(app, 'hanako@example.com', PASSWORD)).rejects.toMatchObject({
    type: 'UserNotConfirmedException',
  });
  await expect(signIn(app, 'hanako@example.com', 'wrong one')).rejects.toMatchObject({
    type: 'NotAuthorizedException',
  });
  await forgot(app, 'hanako@example.com');
  expect((await reset(app, 'hanako@example.com', codeOf(app, 'forgot-password'))).json).toEqual({});
  await expect(signIn(app, 'hanako@example.com', NEXT)).resolves.toHaveProperty('AuthenticationResult');
});

test('RESET_REQUIRED is reported only after the right password', async () => {
  const { app } = await given();
  await app.database.writer.updateTable('poolUsers').set({ status: 'RESET_REQUIRED' }).execute();
  await expect(signIn(app, 'hanako', 'wrong one')).rejects.toMatchObject({ type: 'NotAuthorizedException' });
  await expect(signIn(app, 'hanako', PASSWORD)).rejects.toMatchObject({ type: 'PasswordResetRequiredException' });
  await forgot(app, 'hanako');
  await reset(app, 'hanako', codeOf(app, 'forgot-password'));
  await expect(signIn(app, 'hanako', NEXT)).resolves.toHaveProperty('AuthenticationResult');
});

test('deleting an account removes all its data', async () => {
  const { app, user, call } = await given({ role: 'normal' });
  await forgot(app, 'hanako');
  expect((await call('DeleteUser')).json).toEqual({});
  for (const table of ['poolUsers', 'users', 'poolSessions', 'poolCodes', 'userServices'] as const) {
    expect(await app.database.reader.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  expect(await isGood(app, user.accessToken)).toBe(false);
  await expect(signIn(app, 'hanako', PASSWORD)).rejects.toMatchObject({ type: 'NotAuthorizedException' });
  expect((await auditOf(app)).at(-2)).toMatchObject({ action: 'account-deleted', actor: 'hanako' });
});

test('last administrator cannot be deleted', async () => {
  const { app, call } = await given({ role: 'admin' });
  expect((await call('DeleteUser')).json).toEqual({
    __type: 'InvalidParameterException',
    message: 'The last admin is needed',
  });
  await givenUser(app, { username: 'taro', role: 'admin' });
  expect((await call('DeleteUser')).status).toBe(200);
});

test('sign-outs are audited once', async () => {
  const { app, user, call } = await given();
  const revoke = () => callPool(app, 'RevokeToken', { Token: user.refreshToken, ClientId: app.userPool.clientId });
  await call('GlobalSignOut');
  await revoke();
  const { refreshToken } = await signInAgain(app, user);
  for (let time = 0; time < 2; time += 1) {
    await callPool(app, 'RevokeToken', { Token: refreshToken, ClientId: app.userPool.clientId });
  }
  expect((await auditOf(app)).map(({ action, actor }) => [action, actor])).toEqual([
    ['signed-out-everywhere', 'hanako'],
    ['signed-out', 'hanako'],
  ]);
});

test('failed sign-ins are audited without the submitted name', async () => {
  const { app } = await given();
  for (const name of ['hanako', 'my secret password']) await signIn(app, name, 'wrong one').catch(() => {});
  expect(await auditOf(app)).toEqual([
    { action: 'sign-in-failed', actor: null, target: 'hanako', details: '{"reason":"wrong password"}' },
    { action: 'sign-in-failed', actor: null, target: null, details: '{"reason":"wrong password"}' },
  ]);
});
