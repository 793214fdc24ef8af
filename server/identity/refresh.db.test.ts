import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';

const PASSWORD = 'correct horse battery';
const rejected = { status: 400, json: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' } };

const ways: Readonly<Record<string, (app: TestApp, token: string) => ReturnType<typeof callPool>>> = {
  REFRESH_TOKEN_AUTH: (app, token) => initiate(app, 'REFRESH_TOKEN_AUTH', token),
  REFRESH_TOKEN: (app, token) => initiate(app, 'REFRESH_TOKEN', token),
  GetTokensFromRefreshToken: (app, RefreshToken) =>
    callPool(app, 'GetTokensFromRefreshToken', { ClientId: app.userPool.clientId, RefreshToken }),
};

function initiate(app: TestApp, AuthFlow: string, REFRESH_TOKEN: string) {
  const AuthParameters = { REFRESH_TOKEN, DEVICE_KEY: null };
  return callPool(app, 'InitiateAuth', { ClientId: app.userPool.clientId, AuthFlow, AuthParameters });
}

test.for(Object.entries(ways))('%s returns new tokens and updates the last use', async ([, refresh]) => {
  const app = await testApp();
  const user = await givenUser(app);
  app.clock.moveTo('2026-11-25T04:43:00Z');
  const { status, json } = await refresh(app, user.refreshToken);
  expect(status).toBe(200);
  const { AccessToken, IdToken, ...others } = json.AuthenticationResult;
  expect(others).toEqual({ ExpiresIn: 3600, TokenType: 'Bearer' });
  expect(IdToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await app.callWith(AccessToken)(accountApi.sessions, {})).toMatchObject([
    { isCurrent: true, signedInAt: '2026-11-21T04:43:00Z', lastUsedAt: '2026-11-25T04:43:00Z' },
  ]);
});

test.for(Object.entries(ways))('%s rejects expired, revoked and unknown tokens', async ([, refresh]) => {
  const app = await testApp();
  const user = await givenUser(app);
  const other = await givenUser(app);
  expect(await refresh(app, 'nobody’s')).toMatchObject(rejected);
  await callPool(app, 'RevokeToken', { ClientId: app.userPool.clientId, Token: user.refreshToken });
  expect(await refresh(app, user.refreshToken)).toMatchObject(rejected);
  expect(await refresh(app, other.refreshToken)).toMatchObject({ status: 200 });
  app.clock.moveTo('2026-12-21T04:43:00Z');
  expect(await refresh(app, other.refreshToken)).toMatchObject(rejected);
});

test('refresh tokens of another client are rejected', async () => {
  const app = await testApp();
  const { refreshToken: RefreshToken } = await givenUser(app);
  const answer = callPool(app, 'GetTokensFromRefreshToken', { ClientId: 'another', RefreshToken });
  expect(await answer).toMatchObject({ status: 400, json: { __type: 'ResourceNotFoundException' } });
});

test('sessions record address and user agent of the sign-in', async () => {
  const app = await testApp({ clock: testClock(new Date().toISOString()) });
  await givenUser(app, { username: 'hanako' });
  const client = await poolClient(app, 'hanako');
  const session = await client.signIn(PASSWORD);
  const sessions = await app.callWith(session.getAccessToken().getJwtToken())(accountApi.sessions, {});
  expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
    userAgent: 'node',
  });
});
