import { AuthenticationDetails, type CognitoUser } from 'amazon-cognito-identity-js';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { callPool, type PoolAnswer } from '#testing/call-pool.ts';
import { type TestClock, testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { type PoolClient, poolClient } from '#testing/pool-client.ts';
import { createAuditLog } from '../audit/index.ts';
import type { Mail } from '../mail/index.ts';
import { resetPassword } from './reset-password.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a new battery staple';

const clockNow = () => testClock(new Date().toISOString());
const appNow = () => testApp({ clock: clockNow() });

async function strictApp() {
  const database = await testDatabase();
  const clock = clockNow();
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const audit = createAuditLog({ database, clock });
  const userPool = await testUserPool({ database, clock, mailer, audit, mfaRequiredOf: 'console' });
  return { ...(await testApp({ database, clock, userPool })), mails };
}

async function rejected(answer: Promise<PoolAnswer>) {
  const { status, json } = await answer;
  return { status, ...json };
}

async function granted(answer: Promise<PoolAnswer>) {
  const { status, json } = await answer;
  expect({ status, json }).toMatchObject({ status: 200 });
  return json;
}

function codeOf(app: { clock: TestClock }, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 });
}

function wrongCode(app: TestApp, secret: string): string {
  const good = [-1, 0, 1].map((steps) => codeOf(app, secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code)) ?? '';
}

function wait(app: TestApp, seconds: number): void {
  app.clock.moveTo(new Date(app.clock.now().getTime() + seconds * 1000).toISOString());
}

/** Verifies the previous code, so that the current one is unused. */
async function givenAuthenticator(app: TestApp, { accessToken: AccessToken }: GivenUser): Promise<string> {
  const { SecretCode } = await granted(callPool(app, 'AssociateSoftwareToken', { AccessToken }));
  const UserCode = codeOf(app, SecretCode, -1);
  expect(await granted(callPool(app, 'VerifySoftwareToken', { AccessToken, UserCode }))).toEqual({ Status: 'SUCCESS' });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await granted(callPool(app, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings }));
  return SecretCode;
}

function askedAfterPassword({ user }: PoolClient, name: string, newPassword?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const callbacks = {
      onSuccess: () => resolve('nothing'),
      onFailure: reject,
      totpRequired: (challenge: string) => resolve(challenge),
      mfaSetup: (challenge: string) => resolve(challenge),
      newPasswordRequired: () => user.completeNewPasswordChallenge(newPassword ?? '', {}, callbacks),
    };
    user.authenticateUser(new AuthenticationDetails({ Username: name, Password: PASSWORD }), callbacks);
  });
}

function sendCode(user: CognitoUser, code: string): Promise<unknown> {
  return new Promise((onSuccess, onFailure) => {
    user.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA');
  });
}

function associate(user: CognitoUser): Promise<string> {
  return new Promise((associateSecretCode, onFailure) => {
    user.associateSoftwareToken({ associateSecretCode, onFailure });
  });
}

function verify(user: CognitoUser, code: string): Promise<unknown> {
  return new Promise((onSuccess, onFailure) => {
    user.verifySoftwareToken(code, 'My phone', { onSuccess, onFailure });
  });
}

function prefer(user: CognitoUser, isOn: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settings = { Enabled: isOn, PreferredMfa: isOn };
    user.setUserMfaPreference(null, settings, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

async function audited(app: TestApp, username: string) {
  const rows = await app.database.reader
    .selectFrom('auditLog')
    .select(['action', 'actor', 'target', 'details'])
    .where(({ eb, or }) => or([eb('actor', '=', username), eb('target', '=', username)]))
    .orderBy('entryId')
    .execute();
  return rows.map(({ action, details }) => ({ action, ...JSON.parse(details) }));
}

async function sessionAfterPassword(app: TestApp, name: string): Promise<string> {
  const client = await poolClient(app, name);
  expect(await askedAfterPassword(client, name)).toBe('SOFTWARE_TOKEN_MFA');
  return (client.user as unknown as { Session: string }).Session;
}

function answer(app: TestApp, { session, code, name }: { session: string; code: string; name: string }) {
  return callPool(app, 'RespondToAuthChallenge', {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ClientId: app.userPool.clientId,
    Session: session,
    ChallengeResponses: { USERNAME: name, SOFTWARE_TOKEN_MFA_CODE: code },
  });
}

test('client sets up an authenticator app and signs in', async () => {
  const app = await appNow();
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako@example.com');
  await client.signIn(PASSWORD);
  const secret = await associate(client.user);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expect(prefer(client.user, true)).rejects.toMatchObject({ code: 'InvalidParameterException' });
  await expect(verify(client.user, wrongCode(app, secret))).rejects.toMatchObject({
    code: 'EnableSoftwareTokenMFAException',
  });
  expect(await verify(client.user, codeOf(app, secret, -1))).toEqual({ Status: 'SUCCESS' });
  const before = await poolClient(app, 'hanako');
  expect(await askedAfterPassword(before, 'hanako')).toBe('nothing');
  expect(await prefer(client.user, true)).toBe('SUCCESS');

  const next = await poolClient(app, 'hanako@example.com');
  expect(await askedAfterPassword(next, 'hanako@example.com')).toBe('SOFTWARE_TOKEN_MFA');
  await expect(sendCode(next.user, wrongCode(app, secret))).rejects.toMatchObject({
    code: 'CodeMismatchException',
    message: 'Invalid code received for user',
  });
  await sendCode(next.user, codeOf(app, secret));
  expect(await next.attributes()).toMatchObject({ email: 'hanako@example.com' });

  await prefer(client.user, false);
  expect(await askedAfterPassword(await poolClient(app, 'hanako'), 'hanako')).toBe('nothing');
  expect(app.mails).toEqual([
    { to: 'hanako@example.com', language: 'en', kind: 'mfa-enabled', values: {} },
    { to: 'hanako@example.com', language: 'en', kind: 'mfa-disabled', values: {} },
  ]);
  expect(await audited(app, 'hanako')).toEqual([
    { action: 'signed-in', how: 'password' },
    { action: 'signed-in', how: 'password' },
    { action: 'mfa-enabled' },
    { action: 'sign-in-failed', reason: 'totp' },
    { action: 'signed-in', how: 'totp' },
    { action: 'mfa-disabled' },
    { action: 'signed-in', how: 'password' },
  ]);
});

test('repeated MFA changes send no mail', async () => {
  const app = await appNow();
  const user = await givenUser(app);
  const settings = (Enabled: boolean) =>
    callPool(app, 'SetUserMFAPreference', { AccessToken: user.accessToken, SoftwareTokenMfaSettings: { Enabled } });
  await granted(settings(false));
  await givenAuthenticator(app, user);
  await granted(settings(true));
  expect(app.mails.map(({ kind }) => kind)).toEqual(['mfa-enabled']);
});

test('secrets are stored encrypted', async () => {
  const app = await appNow();
  const user = await givenUser(app);
  const secret = await givenAuthenticator(app, user);
  await granted(callPool(app, 'AssociateSoftwareToken', { AccessToken: user.accessToken }));
  const row = await app.database.reader
    .selectFrom('poolUsers')
    .select(['totpSecret', 'pendingTotpSecret'])
    .where('username', '=', user.username)
    .executeTakeFirstOrThrow();
  for (const stored of [row.totpSecret, row.pendingTotpSecret]) {
    expect(stored).toMatch(/^[A-Za-z0-9+/]{60,}=*$/);
    expect(Buffer.from(stored ?? '', 'base64').toString('latin1')).not.toContain(secret.slice(0, 8));
  }
});

test('new app replaces the old after its first code', async () => {
  const app = await appNow();
  const user = await givenUser(app, { username: 'hanako' });
  const { accessToken: AccessToken } = user;
  const old = await givenAuthenticator(app, user);
  const { SecretCode } = await granted(callPool(app, 'AssociateSoftwareToken', { AccessToken }));
  let session = await sessionAfterPassword(app, 'hanako');
  await granted(answer(app, { session, code: codeOf(app, old), name: 'hanako' }));
  wait(app, 60);
  await granted(callPool(app, 'VerifySoftwareToken', { AccessToken, UserCode: codeOf(app, SecretCode, -1) }));
  session = await sessionAfterPassword(app, 'hanako');
  expect(await rejected(answer(app, { session, code: codeOf(app, old), name: 'hanako' }))).toMatchObject({
    __type: 'CodeMismatchException',
  });
  await granted(answer(app, { session, code: codeOf(app, SecretCode), name: 'hanako' }));
  expect(app.mails.map(({ kind }) => kind)).toEqual(['mfa-enabled', 'mfa-enabled']);
});

test('codes work once, also for concurrent sign-ins', async () => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  const sessions = [await sessionAfterPassword(app, 'hanako'), await sessionAfterPassword(app, 'hanako')];
  const code = codeOf(app, secret);
  const answers = await Promise.all(sessions.map((session) => answer(app, { session, code, name: 'hanako' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.map(({ json }) => json.__type).filter(Boolean)).toEqual(['ExpiredCodeException']);
});

test('codes up to the setup code do not sign in', async () => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  const session = await sessionAfterPassword(app, 'hanako');
  expect(await rejected(answer(app, { session, code: codeOf(app, secret, -1), name: 'hanako' }))).toEqual({
    status: 400,
    __type: 'ExpiredCodeException',
    message: 'Your software token has already been used once.',
  });
});

test('challenges allow five wrong codes and one right one', async () => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  let session = await sessionAfterPassword(app, 'hanako');
  for (let tries = 1; tries <= 5; tries += 1) {
    const given = { session, code: wrongCode(app, secret), name: 'hanako' };
    expect(await rejected(answer(app, given))).toMatchObject({ __type: 'CodeMismatchException' });
  }
  wait(app, 2);
  expect(await rejected(answer(app, { session, code: codeOf(app, secret), name: 'hanako' }))).toMatchObject({
    __type: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  });
  wait(app, 30);
  session = await sessionAfterPassword(app, 'hanako');
  await granted(answer(app, { session, code: codeOf(app, secret), name: 'hanako' }));
  wait(app, 30);
  expect(await rejected(answer(app, { session, code: codeOf(app, secret), name: 'hanako' }))).toMatchObject({
    __type: 'NotAuthorizedException',
  });
});

test('right password does not clear wrong codes', async () => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  let session = await sessionAfterPassword(app, 'hanako');
  for (let tries = 1; tries <= 5; tries += 1) {
    await rejected(answer(app, { session, code: wrongCode(app, secret), name: 'hanako' }));
  }
  session = await sessionAfterPassword(app, 'hanako');
  const right = { session, code: codeOf(app, secret), name: 'hanako' };
  expect(await rejected(answer(app, right))).toMatchObject({
    __type: 'NotAuthorizedException',
    message: 'Code attempts exceeded',
  });
  wait(app, 2);
  await granted(answer(app, right));
});

test('concurrent MFA codes get no extra tries', async () => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  const session = await sessionAfterPassword(app, 'hanako');
  const given = { session, code: wrongCode(app, secret), name: 'hanako' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => rejected(answer(app, given))));
  expect(answers.filter(({ __type }) => __type === 'CodeMismatchException')).toHaveLength(5);
});

test.for([
  { kind: 'made up', change: () => ({ session: 'AAAA' }) },
  { kind: 'another name', change: () => ({ name: 'taro' }) },
  { kind: 'four minutes old', change: (app: TestApp) => wait(app, 240) },
  {
    kind: 'from before a new password',
    change: async (app: TestApp) => {
      await app.database.writer.updateTable('poolUsers').set({ verifier: 'another' }).execute();
    },
  },
  {
    kind: 'of a disabled account',
    change: async (app: TestApp) => {
      await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).execute();
    },
  },
])('rejects a challenge that is $kind', async ({ change }) => {
  const app = await appNow();
  const secret = await givenAuthenticator(app, await givenUser(app, { username: 'hanako' }));
  const session = await sessionAfterPassword(app, 'hanako');
  const given = { session, code: codeOf(app, secret), name: 'hanako', ...((await change(app)) ?? {}) };
  expect(await rejected(answer(app, given))).toMatchObject({ status: 400, __type: 'NotAuthorizedException' });
});

test('recovery codes work once, ignoring case and hyphen', async () => {
  const app = await appNow();
  const user = await givenUser(app, { username: 'hanako' });
  const secret = await givenAuthenticator(app, user);
  const { codes: older } = await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret) } });
  const { codes } = await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret, 1) } });
  const [first = '', second = ''] = codes;
  const session = await sessionAfterPassword(app, 'hanako');
  expect(await rejected(answer(app, { session, code: older[0] ?? '', name: 'hanako' }))).toMatchObject({
    __type: 'CodeMismatchException',
  });
  await granted(answer(app, { session, code: first, name: 'hanako' }));
  const next = await sessionAfterPassword(app, 'hanako');
  expect(await rejected(answer(app, { session: next, code: first, name: 'hanako' }))).toMatchObject({
    __type: 'CodeMismatchException',
  });
  const typed = ` ${second.replace('-', ' ').toUpperCase()}`;
  await granted(answer(app, { session: next, code: typed, name: 'hanako' }));
  expect((await audited(app, 'hanako')).filter(({ action }) => action === 'recovery-code-used')).toEqual([
    { action: 'recovery-code-used', left: 9 },
    { action: 'recovery-code-used', left: 8 },
  ]);
  expect(await audited(app, 'hanako')).toContainEqual({ action: 'signed-in', how: 'recovery-code' });
});

test('disabling MFA deletes recovery codes', async () => {
  const app = await appNow();
  const user = await givenUser(app, { username: 'hanako' });
  const secret = await givenAuthenticator(app, user);
  const { codes } = await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret) } });
  for (const Enabled of [false, true]) {
    const settings = { AccessToken: user.accessToken, SoftwareTokenMfaSettings: { Enabled } };
    await granted(callPool(app, 'SetUserMFAPreference', settings));
  }
  const session = await sessionAfterPassword(app, 'hanako');
  expect(await rejected(answer(app, { session, code: codes[0] ?? '', name: 'hanako' }))).toMatchObject({
    __type: 'CodeMismatchException',
  });
});

test('CLI reset disables MFA and deletes recovery codes', async () => {
  const app = await appNow();
  const user = await givenUser(app, { username: 'hanako' });
  const secret = await givenAuthenticator(app, user);
  await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret) } });
  const { newPassword = '' } = (await resetPassword(app.userPool, 'hanako')) ?? {};
  const client = await poolClient(app, 'hanako');
  await client.signIn(newPassword, NEW_PASSWORD);
  expect(await app.database.reader.selectFrom('poolRecoveryCodes').selectAll().execute()).toEqual([]);
});

test('wrong setup codes are limited', async () => {
  const app = await appNow();
  const { accessToken: AccessToken } = await givenUser(app);
  const { SecretCode } = await granted(callPool(app, 'AssociateSoftwareToken', { AccessToken }));
  const verifyWith = (UserCode: string) => rejected(callPool(app, 'VerifySoftwareToken', { AccessToken, UserCode }));
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await verifyWith(wrongCode(app, SecretCode))).toMatchObject({ __type: 'EnableSoftwareTokenMFAException' });
  }
  expect(await verifyWith(codeOf(app, SecretCode))).toMatchObject({ message: 'Code attempts exceeded' });
  wait(app, 2);
  expect(await verifyWith(codeOf(app, SecretCode))).toMatchObject({ status: 200 });
});

test('MFA code follows NEW_PASSWORD_REQUIRED', async () => {
  const app = await appNow();
  const user = await givenUser(app, { username: 'hanako' });
  const secret = await givenAuthenticator(app, user);
  await app.database.writer.updateTable('poolUsers').set({ status: 'FORCE_CHANGE_PASSWORD' }).execute();
  const client = await poolClient(app, 'hanako');
  expect(await askedAfterPassword(client, 'hanako', NEW_PASSWORD)).toBe('SOFTWARE_TOKEN_MFA');
  await sendCode(client.user, codeOf(app, secret));
  expect(await client.attributes()).toMatchObject({ email: 'hanako@example.com' });
});

test('MFA setup requires a valid token or session', async () => {
  const app = await appNow();
  for (const { body, type } of [
    { body: {}, type: 'InvalidParameterException' },
    { body: { AccessToken: 'no token' }, type: 'NotAuthorizedException' },
    { body: { Session: 'no session' }, type: 'NotAuthorizedException' },
    { body: { AccessToken: 7 }, type: 'InvalidParameterException' },
  ]) {
    const rejection = { status: 400, __type: type };
    expect(await rejected(callPool(app, 'AssociateSoftwareToken', body)), JSON.stringify(body)).toMatchObject(
      rejection,
    );
    const given = { ...body, UserCode: '123456' };
    expect(await rejected(callPool(app, 'VerifySoftwareToken', given)), JSON.stringify(body)).toMatchObject(rejection);
  }
});

test('verifying without a secret is rejected', async () => {
  const app = await appNow();
  const { accessToken: AccessToken } = await givenUser(app);
  expect(await rejected(callPool(app, 'VerifySoftwareToken', { AccessToken, UserCode: '123456' }))).toMatchObject({
    __type: 'SoftwareTokenMFANotFoundException',
  });
});

test('enabling MFA without a verified app is rejected', async () => {
  const app = await appNow();
  const { accessToken: AccessToken } = await givenUser(app);
  for (const settings of [
    { SMSMfaSettings: { Enabled: true } },
    { EmailMfaSettings: { Enabled: true } },
    { SoftwareTokenMfaSettings: { PreferredMfa: true } },
    { SoftwareTokenMfaSettings: { Enabled: true } },
    { SoftwareTokenMfaSettings: 'on' },
  ]) {
    expect(
      await rejected(callPool(app, 'SetUserMFAPreference', { AccessToken, ...settings })),
      JSON.stringify(settings),
    ).toMatchObject({
      __type: 'InvalidParameterException',
    });
  }
});

test('console accounts complete required MFA setup before getting tokens', async () => {
  const app = await strictApp();
  await givenUser(app, { username: 'hanako', role: 'viewer' });
  const client = await poolClient(app, 'hanako');
  expect(await askedAfterPassword(client, 'hanako')).toBe('MFA_SETUP');
  const secret = await associate(client.user);
  await expect(verify(client.user, wrongCode(app, secret))).rejects.toMatchObject({
    code: 'EnableSoftwareTokenMFAException',
  });
  await verify(client.user, codeOf(app, secret, -1));
  expect(await client.attributes()).toMatchObject({ 'custom:role': 'viewer' });
  expect(app.mails.map(({ kind }) => kind)).toEqual(['mfa-enabled']);

  const next = await poolClient(app, 'hanako');
  expect(await askedAfterPassword(next, 'hanako')).toBe('SOFTWARE_TOKEN_MFA');
  await sendCode(next.user, codeOf(app, secret));
  await expect(prefer(next.user, false)).rejects.toMatchObject({ code: 'InvalidParameterException' });
});

test('normal accounts skip MFA required for the console', async () => {
  const app = await strictApp();
  await givenUser(app, { username: 'hanako', role: 'normal' });
  expect(await askedAfterPassword(await poolClient(app, 'hanako'), 'hanako')).toBe('nothing');
});

test('concurrent MFA setups succeed once', async () => {
  const app = await strictApp();
  await givenUser(app, { username: 'hanako' });
  const first = await poolClient(app, 'hanako');
  const second = await poolClient(app, 'hanako');
  for (const client of [first, second]) expect(await askedAfterPassword(client, 'hanako')).toBe('MFA_SETUP');
  const secret = await associate(first.user);
  const other = await associate(second.user);
  await verify(first.user, codeOf(app, secret));
  await expect(verify(second.user, codeOf(app, other))).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  await expect(associate(second.user)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});

test('MFA setup returns tokens once, after its first code', async () => {
  const app = await strictApp();
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako');
  await askedAfterPassword(client, 'hanako');
  const sessionOf = ({ user }: PoolClient) => (user as unknown as { Session: string }).Session;
  const finish = (Session: string) =>
    callPool(app, 'RespondToAuthChallenge', {
      ChallengeName: 'MFA_SETUP',
      ClientId: app.userPool.clientId,
      Session,
      ChallengeResponses: { USERNAME: 'hanako' },
    });
  expect(await rejected(finish(sessionOf(client)))).toMatchObject({ __type: 'NotAuthorizedException' });
  const missing = { Session: sessionOf(client), UserCode: '123456' };
  expect(await rejected(callPool(app, 'VerifySoftwareToken', missing))).toMatchObject({
    __type: 'SoftwareTokenMFANotFoundException',
  });
  const secret = await associate(client.user);
  expect(await rejected(finish(sessionOf(client)))).toMatchObject({ __type: 'NotAuthorizedException' });
  await verify(client.user, codeOf(app, secret));
  expect(await rejected(finish(sessionOf(client)))).toMatchObject({ __type: 'NotAuthorizedException' });
});
