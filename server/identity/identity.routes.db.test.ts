import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test, vi } from 'vitest';
import { siteConfigApi } from '#contract/site-config.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { srpClient } from '#testing/srp-client.ts';
import { prunePool } from './identity.ts';

const PASSWORD = 'correct horse battery';

const send = (app: TestApp, operation: string, body: unknown, headers: Record<string, string> = {}) =>
  callPool(app, operation, body, { headers });

const initiate = (app: TestApp, AuthFlow: string, AuthParameters: object) =>
  send(app, 'InitiateAuth', { AuthFlow, ClientId: app.userPool.clientId, AuthParameters });

const respond = (app: TestApp, ChallengeResponses: object, more: object = { ChallengeName: 'PASSWORD_VERIFIER' }) =>
  send(app, 'RespondToAuthChallenge', { ClientId: app.userPool.clientId, ChallengeResponses, ...more });

async function challenged(app: TestApp, USERNAME: string, password = PASSWORD, at = app.clock.now()) {
  const client = srpClient({ poolId: app.userPool.poolId, password });
  const { json } = await initiate(app, 'USER_SRP_AUTH', { USERNAME, SRP_A: client.SRP_A });
  const parameters: Record<string, string> = json.ChallengeParameters;
  return { parameters, answer: client.answer(parameters, at) };
}

const signIn = async (app: TestApp, username: string, password = PASSWORD) =>
  respond(app, (await challenged(app, username, password)).answer);

const wrong = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const exceeded = { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' };

test('SRP sign-in responses have the format of Cognito', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const { parameters, answer } = await challenged(app, 'Hanako@example.com');
  expect(parameters).toEqual({
    SALT: expect.stringMatching(/^[0-9a-f]+$/),
    SRP_B: expect.stringMatching(/^[0-9a-f]+$/),
    SECRET_BLOCK: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    USER_ID_FOR_SRP: 'hanako',
    USERNAME: 'hanako',
  });
  const { status, headers, json } = await respond(app, answer);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/x-amz-json-1.1');
  expect(headers['cache-control']).toBe('no-store');
  expect(json).toEqual({
    AuthenticationResult: {
      AccessToken: expect.any(String),
      IdToken: expect.any(String),
      RefreshToken: expect.any(String),
      ExpiresIn: 3600,
      TokenType: 'Bearer',
    },
    ChallengeParameters: {},
  });
});

test('challenges are consumed once across processes', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const { answer } = await challenged(app, 'hanako');
  const userPool = await testUserPool({ database: app.database, clock: app.clock });
  const neighbor = await testApp({ database: app.database, clock: app.clock, userPool });
  const usedUp = { __type: 'NotAuthorizedException', message: 'Invalid session for the user, session is used up.' };
  const both = await Promise.all([respond(app, answer), respond(neighbor, answer)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await respond(neighbor, answer)).json).toEqual(usedUp);
  const second = await challenged(app, 'hanako');
  expect((await respond(app, { ...second.answer, PASSWORD_CLAIM_SIGNATURE: 'AAAA' })).json).toEqual(wrong);
  expect((await respond(app, second.answer)).json).toEqual(usedUp);
});

test('challenges expire after four minutes and fit one purpose', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  await givenUser(app, { username: 'taro' });
  const { answer } = await challenged(app, 'hanako');
  expect((await respond(app, { ...answer, USERNAME: 'taro' })).json).toEqual(wrong);
  const expired = { __type: 'NotAuthorizedException', message: 'Invalid session for the user, session is expired.' };
  const late = await challenged(app, 'hanako');
  app.clock.moveTo('2026-11-21T04:47:00Z');
  expect((await respond(app, late.answer)).json).toEqual(expired);
  const other = await testApp();
  await givenUser(other, { username: 'hanako' });
  const { answer: foreign } = await challenged(other, 'hanako');
  expect((await respond(app, foreign)).json).toEqual(expired);
  const asSession = { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: foreign.PASSWORD_CLAIM_SECRET_BLOCK };
  const { json } = await respond(other, { USERNAME: 'hanako', NEW_PASSWORD: 'a new battery staple' }, asSession);
  expect(json).toEqual(expired);
});

test('responses with a wrong timestamp are rejected', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const { answer } = await challenged(app, 'hanako', PASSWORD, new Date('2026-11-21T05:44:00Z'));
  expect((await respond(app, answer)).json).toEqual({
    __type: 'NotAuthorizedException',
    message: 'TIMESTAMP is too far from the current time.',
  });
  for (const TIMESTAMP of [
    '',
    'now',
    '2026-11-21T04:43:00Z',
    'Sat Nov 21 04:43:00 JST 2026',
    'Sat Foo 21 04:43:00 UTC 2026',
  ]) {
    expect((await respond(app, { ...answer, TIMESTAMP })).json.__type, TIMESTAMP).toBe('InvalidParameterException');
  }
});

test('SRP challenges do not reveal whether an account exists', async () => {
  const app = await testApp();
  const { username } = await givenUser(app);
  const known = (await challenged(app, username)).parameters;
  for (const name of ['nobody', 'nobody@example.com', 'ノーバディ']) {
    const unknown = (await challenged(app, name)).parameters;
    const again = (await challenged(app, name.toUpperCase())).parameters;
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(unknown.SALT).toHaveLength(known.SALT?.length ?? 0);
    expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([unknown.SALT, unknown.USER_ID_FOR_SRP]);
    expect(unknown.USER_ID_FOR_SRP).not.toContain('@');
    expect((await signIn(app, name)).json).toEqual(wrong);
  }
});

test('failed sign-ins back off, whether or not the account exists', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  for (const name of ['hanako', 'nobody', 'nobody@example.com']) {
    app.clock.moveTo('2026-11-21T04:43:00Z');
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await signIn(app, name, 'wrong one')).json).toEqual(wrong);
    expect((await signIn(app, name, 'wrong one')).json).toEqual(exceeded);
    expect((await signIn(app, name, PASSWORD)).json).toEqual(exceeded);
    app.clock.moveTo('2026-11-21T04:43:01Z');
    expect((await signIn(app, name, 'wrong one')).json).toEqual(wrong);
    app.clock.moveTo('2026-11-21T04:43:02Z');
    expect((await signIn(app, name, 'wrong one')).json).toEqual(exceeded);
    app.clock.moveTo('2026-11-21T04:43:03Z');
  }
  expect((await signIn(app, 'hanako')).status).toBe(200);
  for (let attempt = 1; attempt <= 4; attempt += 1) expect((await signIn(app, 'hanako', 'wrong')).json).toEqual(wrong);
  expect((await signIn(app, 'hanako')).status).toBe(200);
});

test('concurrent responses get no extra tries', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => (await challenged(app, 'hanako', 'wrong one')).answer),
  );
  const results = await Promise.all(answers.map((answer) => respond(app, answer)));
  expect(results.filter(({ json }) => json.message === wrong.message)).toHaveLength(5);
  expect(results.filter(({ json }) => json.message === exceeded.message)).toHaveLength(7);
});

test('backoff is capped at 15 minutes and expires', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  for (let attempt = 1; attempt <= 5; attempt += 1) await signIn(app, 'hanako', 'wrong one');
  await app.database.writer.updateTable('poolFailures').set({ failures: 1000, lockedUntil: null }).execute();
  await signIn(app, 'hanako', 'wrong one');
  app.clock.moveTo('2026-11-21T04:57:59Z');
  expect((await signIn(app, 'hanako')).json).toEqual(exceeded);
  app.clock.moveTo('2026-11-21T05:43:01Z');
  expect((await signIn(app, 'hanako', 'wrong one')).json).toEqual(wrong);
  expect((await signIn(app, 'hanako')).status).toBe(200);
});

test('stored failures hold no names and are bounded', async () => {
  const app = await testApp();
  const row = (index: number, isAccount = 0) => ({
    nameKey: `key-${index}`,
    isAccount,
    failures: 1,
    failedAt: new Date(Date.parse('2026-11-21T04:00:00Z') + index * 100).toISOString(),
    lockedUntil: null,
  });
  await app.database.writer.insertInto('poolFailures').values(row(0, 1)).execute();
  for (let start = 1; start <= 10_050; start += 1005) {
    const rows = Array.from({ length: 1005 }, (_, index) => row(start + index));
    await app.database.writer.insertInto('poolFailures').values(rows).execute();
  }
  await signIn(app, 'nobody', 'secret typed into the wrong field');
  await prunePool(app.userPool);
  const rows = await app.database.writer.selectFrom('poolFailures').selectAll().execute();
  expect(rows.length).toBeLessThanOrEqual(10_003);
  expect(rows.map(({ nameKey }) => nameKey)).toContain('key-0');
  expect(JSON.stringify(rows)).not.toContain('nobody');
});

test('plain passwords are rejected unless enabled', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const parameters = { USERNAME: 'hanako', PASSWORD };
  expect((await initiate(app, 'USER_PASSWORD_AUTH', parameters)).json).toEqual({
    __type: 'InvalidParameterException',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  });
  const clock = testClock();
  const database = await testDatabase();
  const userPool = await testUserPool({ database, clock, isUserPasswordAuthEnabled: true });
  const open = await testApp({ database, clock, userPool });
  await givenUser(open, { username: 'hanako' });
  expect((await initiate(open, 'USER_PASSWORD_AUTH', parameters)).status).toBe(200);
  for (const USERNAME of ['hanako', 'nobody']) {
    const { json } = await initiate(open, 'USER_PASSWORD_AUTH', { USERNAME, PASSWORD: 'wrong one' });
    expect(json).toEqual(wrong);
  }
});

test('refresh tokens work for thirty days in both flows', async () => {
  const app = await testApp();
  const { refreshToken } = await givenUser(app, { username: 'hanako' });
  for (const flow of ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']) {
    const { json } = await initiate(app, flow, { REFRESH_TOKEN: refreshToken, DEVICE_KEY: null });
    expect(json.AuthenticationResult).not.toHaveProperty('RefreshToken');
    expect(json.AuthenticationResult.AccessToken).toBeTypeOf('string');
  }
  app.clock.moveTo('2026-12-21T04:42:59Z');
  expect((await initiate(app, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken })).status).toBe(200);
  app.clock.moveTo('2026-12-21T04:43:00Z');
  const over = await initiate(app, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken });
  expect(over.json).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
});

const endings: Record<string, (app: TestApp, user: GivenUser) => Promise<unknown>> = {
  RevokeToken: (app, { refreshToken }) =>
    send(app, 'RevokeToken', { Token: refreshToken, ClientId: app.userPool.clientId }),
  GlobalSignOut: (app, { accessToken }) => send(app, 'GlobalSignOut', { AccessToken: accessToken }),
  'a disabled account': ({ database }) => database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).execute(),
};

test.for(Object.keys(endings))('%s invalidates every token of the session', async (name) => {
  const app = await testApp();
  const user = await givenUser(app);
  await endings[name]?.(app, user);
  const rejected = { __type: 'NotAuthorizedException' };
  expect((await initiate(app, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: user.refreshToken })).json).toMatchObject(
    rejected,
  );
  expect((await send(app, 'GetUser', { AccessToken: user.accessToken })).json).toMatchObject(rejected);
  expect((await send(app, 'GlobalSignOut', { AccessToken: user.accessToken })).json).toMatchObject(rejected);
});

test('revoking an unknown token succeeds without effect', async () => {
  const app = await testApp();
  const { accessToken } = await givenUser(app);
  const { status, json } = await send(app, 'RevokeToken', { Token: 'nonsense', ClientId: app.userPool.clientId });
  expect([status, json]).toEqual([200, {}]);
  expect((await send(app, 'GetUser', { AccessToken: accessToken })).status).toBe(200);
});

test('GetUser requires an access token', async () => {
  const app = await testApp();
  const { accessToken, idToken } = await givenUser(app, { username: 'hanako', role: 'admin', serviceIds: ['b', 'a'] });
  const { json } = await send(app, 'GetUser', { AccessToken: accessToken });
  expect(json.Username).toBe('hanako');
  expect(json.UserAttributes).toContainEqual({ Name: 'custom:acceptServiceIds', Value: 'a,b' });
  expect(json.UserAttributes).toContainEqual({ Name: 'custom:role', Value: 'admin' });
  expect((await send(app, 'GetUser', { AccessToken: idToken })).json.__type).toBe('NotAuthorizedException');
});

test('NEW_PASSWORD_REQUIRED allows changing the name only', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako', status: 'FORCE_CHANGE_PASSWORD' });
  const { json: challenge } = await signIn(app, 'hanako');
  expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) });
  expect(challenge).not.toHaveProperty('AuthenticationResult');
  const { USER_ID_FOR_SRP, userAttributes, requiredAttributes } = challenge.ChallengeParameters;
  expect([USER_ID_FOR_SRP, requiredAttributes]).toEqual(['hanako', '[]']);
  const reported = JSON.parse(userAttributes);
  expect(reported).toMatchObject({ email: 'hanako@example.com', email_verified: 'true' });
  const take = (more: object) =>
    respond(
      app,
      { USERNAME: 'hanako', NEW_PASSWORD: 'a new battery staple', ...more },
      { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: challenge.Session },
    );
  for (const attribute of ['custom:role', 'email', 'sub', 'anything']) {
    expect((await take({ [`userAttributes.${attribute}`]: 'admin' })).json.__type).toBe('NotAuthorizedException');
  }
  expect((await take({ USERNAME: 'taro' })).json.__type).toBe('NotAuthorizedException');
  const echoed = Object.fromEntries(Object.entries(reported).map(([name, value]) => [`userAttributes.${name}`, value]));
  const { json } = await take({ ...echoed, 'userAttributes.name': '花子' });
  const { json: user } = await send(app, 'GetUser', { AccessToken: json.AuthenticationResult.AccessToken });
  expect(user.UserAttributes).toContainEqual({ Name: 'name', Value: '花子' });
  expect(user.UserAttributes).toContainEqual({ Name: 'custom:role', Value: 'editor' });
  expect((await take({ NEW_PASSWORD: 'yet another battery' })).json.__type).toBe('NotAuthorizedException');
});

const srpA = (value: string) => ({ AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: 'a', SRP_A: value } });

test('malformed requests return their Cognito error type', async () => {
  const app = await testApp();
  for (const { operation, body, type } of [
    { operation: 'DeleteEverything', body: {}, type: 'UnknownOperationException' },
    { operation: 'toString', body: {}, type: 'UnknownOperationException' },
    { operation: 'InitiateAuth', body: '{', type: 'SerializationException' },
    { operation: 'InitiateAuth', body: '', type: 'SerializationException' },
    { operation: 'InitiateAuth', body: `"${'x'.repeat(70_000)}"`, type: 'SerializationException' },
    { operation: 'InitiateAuth', body: 'null', type: 'InvalidParameterException' },
    { operation: 'InitiateAuth', body: [], type: 'InvalidParameterException' },
    { operation: 'InitiateAuth', body: {}, type: 'InvalidParameterException' },
    {
      operation: 'InitiateAuth',
      body: { AuthFlow: 'CUSTOM_AUTH', AuthParameters: {} },
      type: 'InvalidParameterException',
    },
    {
      operation: 'InitiateAuth',
      body: { AuthFlow: 'constructor', AuthParameters: {} },
      type: 'InvalidParameterException',
    },
    { operation: 'InitiateAuth', body: { ...srpA('1'), ClientId: 'x' }, type: 'ResourceNotFoundException' },
    { operation: 'InitiateAuth', body: srpA('0'), type: 'InvalidParameterException' },
    { operation: 'InitiateAuth', body: srpA('no number'), type: 'InvalidParameterException' },
    { operation: 'InitiateAuth', body: srpA('f'.repeat(2000)), type: 'InvalidParameterException' },
    {
      operation: 'InitiateAuth',
      body: { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: 'a\u0000b', SRP_A: '2' } },
      type: 'InvalidParameterException',
    },
    {
      operation: 'InitiateAuth',
      body: { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: '\ud800', SRP_A: '2' } },
      type: 'InvalidParameterException',
    },
    {
      operation: 'InitiateAuth',
      body: { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: null } },
      type: 'InvalidParameterException',
    },
    {
      operation: 'RespondToAuthChallenge',
      body: { ChallengeName: 'SMS_MFA', ChallengeResponses: {} },
      type: 'InvalidParameterException',
    },
    {
      operation: 'RespondToAuthChallenge',
      body: { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeResponses: { USERNAME: 'a', NEW_PASSWORD: 'b' } },
      type: 'InvalidParameterException',
    },
    {
      operation: 'RespondToAuthChallenge',
      body: {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME: 'a', NEW_PASSWORD: 'b' },
        Session: 'nonsense',
      },
      type: 'NotAuthorizedException',
    },
    { operation: 'GetUser', body: { AccessToken: 7 }, type: 'InvalidParameterException' },
    { operation: 'GetUser', body: { AccessToken: 'nonsense' }, type: 'NotAuthorizedException' },
    { operation: 'RevokeToken', body: { Token: 'x', ClientId: 'x' }, type: 'ResourceNotFoundException' },
    {
      operation: 'ConfirmSignUp',
      body: { Username: 'a', ConfirmationCode: '123456', ClientId: 'x' },
      type: 'ResourceNotFoundException',
    },
    {
      operation: 'ConfirmForgotPassword',
      body: { Username: 'a', ConfirmationCode: '123456', Password: 'woodblock and ink', ClientId: 'x' },
      type: 'ResourceNotFoundException',
    },
    { operation: 'GlobalSignOut', body: { AccessToken: 'a.b.c' }, type: 'NotAuthorizedException' },
  ]) {
    const isObject = typeof body === 'object' && !Array.isArray(body);
    const whole = isObject ? { ClientId: app.userPool.clientId, ...body } : body;
    const { status, json } = await send(app, operation, whole);
    const rejection = { __type: type, message: expect.any(String) };
    expect([status, json], `${operation} ${JSON.stringify(body).slice(0, 200)}`).toEqual([400, rejection]);
  }
});

test('wrong content types and missing operations return Cognito errors', async () => {
  const app = await testApp();
  const json = { 'content-type': 'application/json' };
  expect((await send(app, 'GetUser', {}, json)).json.__type).toBe('SerializationException');
  expect((await send(app, 'GetUser', {}, { 'x-amz-target': 'Elsewhere.GetUser' })).json.__type).toBe(
    'UnknownOperationException',
  );
  const { statusCode } = await app.app.inject({ method: 'POST', url: '/identity' });
  expect(statusCode).toBe(400);
});

test('degenerate SRP values are rejected like wrong passwords', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  for (const SRP_A of ['1', '2', 'ff']) {
    const { json } = await initiate(app, 'USER_SRP_AUTH', { USERNAME: 'hanako', SRP_A });
    const { SECRET_BLOCK } = json.ChallengeParameters;
    const answer = {
      USERNAME: 'hanako',
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      TIMESTAMP: 'Sat Nov 21 04:43:00 UTC 2026',
      PASSWORD_CLAIM_SIGNATURE: 'not even base64 ☃',
    };
    expect((await respond(app, answer)).json).toEqual(wrong);
  }
});

test('sign-in is rate limited per address, separately from other calls', async () => {
  const app = await testApp();
  const { accessToken } = await givenUser(app);
  const answers = [];
  for (let call = 0; call < 125; call += 1) answers.push(await initiate(app, 'USER_SRP_AUTH', {}));
  expect(answers.slice(0, 120).every(({ json }) => json.__type === 'InvalidParameterException')).toBe(true);
  const { status, headers, json } = answers[124] ?? {};
  expect([status, json]).toEqual([400, { __type: 'TooManyRequestsException', message: 'Too many requests' }]);
  expect(Number(headers?.['retry-after'])).toBeGreaterThan(0);
  expect((await send(app, 'GetUser', { AccessToken: accessToken })).status).toBe(200);
});

test('CORS allows any origin and the headers of clients', async () => {
  const { app } = await testApp();
  const { statusCode, headers } = await app.inject({
    method: 'OPTIONS',
    url: '/identity/',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(statusCode).toBe(204);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-headers']).toBe(
    'Content-Type, X-Amz-Target, X-Amz-User-Agent, Cache-Control, Amz-Sdk-Invocation-Id, Amz-Sdk-Request',
  );
});

test('keys and discovery document are published at both paths', async () => {
  const app = await testApp();
  const { idToken } = await givenUser(app);
  for (const base of ['/identity', `/identity/${app.userPool.poolId}`]) {
    const { json: discovery, headers } = await app.get(`${base}/.well-known/openid-configuration`);
    expect(discovery).toMatchObject({
      issuer: 'http://localhost:3000/identity',
      jwks_uri: 'http://localhost:3000/identity/.well-known/jwks.json',
    });
    expect(headers['cache-control']).toBe('public, max-age=300');
    const { json: keys } = await app.get(`${base}/.well-known/jwks.json`);
    expect(keys.keys).toHaveLength(1);
    expect(Object.keys(keys.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const verified = await jwtVerify(idToken, createLocalJWKSet(keys as JSONWebKeySet), {
      issuer: discovery.issuer,
      audience: app.userPool.clientId,
      currentDate: app.clock.now(),
    });
    expect(verified.payload.token_use).toBe('id');
  }
  expect((await app.get('/identity/local_another/.well-known/jwks.json')).status).toBe(404);
  expect((await app.get('/identity/')).json).toEqual({ message: 'Not Found' });
});

test('site configuration contains the sign-in endpoints', async () => {
  const { call, userPool } = await testApp();
  const { identity } = await call(siteConfigApi.read, {});
  expect(identity).toEqual({
    region: 'local',
    userPoolId: userPool.poolId,
    userPoolClientId: userPool.clientId,
    endpoint: '/identity/',
    authorizeUrl: '',
    tokenUrl: '',
    providers: [],
    features: { sessions: true, recoveryCodes: true, linking: true },
  });
  expect(identity.userPoolId).toMatch(/^[\w-]+_[0-9a-zA-Z]+$/);
  expect(identity.userPoolId.length).toBeLessThanOrEqual(55);
});

test('sign-in secrets are not logged', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  const { answer } = await challenged(app, 'hanako');
  const { json } = await respond(app, answer);
  await send(app, 'GetUser', { AccessToken: json.AuthenticationResult.AccessToken });
  const log = JSON.stringify(app.logged);
  for (const secret of ['hanako', answer.PASSWORD_CLAIM_SIGNATURE, json.AuthenticationResult.RefreshToken]) {
    expect(log).not.toContain(secret);
  }
  expect(app.logged).toContainEqual(expect.objectContaining({ path: '/identity/', statusCode: 200 }));
});

test('internal errors return InternalErrorException without details', async () => {
  const app = await testApp({ expectsErrors: true });
  await app.database.close();
  const { status, json } = await initiate(app, 'USER_SRP_AUTH', { USERNAME: 'hanako', SRP_A: '2' });
  expect([status, json]).toEqual([500, { __type: 'InternalErrorException', message: 'Server error' }]);
});

test('logs that the pool is available again only after an outage', async () => {
  const app = await testApp({ expectsErrors: true });
  await givenUser(app, { username: 'hanako' });
  const recoveries = () => app.logged.filter(({ msg }) => msg === 'user pool available again');
  const begin = () => initiate(app, 'USER_SRP_AUTH', { USERNAME: 'hanako', SRP_A: '2' });
  expect((await begin()).status).toBe(200);
  expect(recoveries()).toEqual([]);
  const fail = () => {
    throw Object.assign(new Error('connection refused'), { code: 'DATABASE_UNAVAILABLE' });
  };
  const { reader, writer } = app.userPool.database;
  const outages = [reader, writer].flatMap((connection) => [
    vi.spyOn(connection, 'selectFrom').mockImplementation(fail),
    vi.spyOn(connection, 'transaction').mockImplementation(fail),
  ]);
  expect((await begin()).status).toBe(503);
  for (const outage of outages) outage.mockRestore();
  await begin();
  await begin();
  expect(recoveries()).toEqual([expect.objectContaining({ operation: 'InitiateAuth' })]);
});
