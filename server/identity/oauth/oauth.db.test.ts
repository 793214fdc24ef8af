import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import type { TestApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';
import {
  beginSignIn,
  changeCode,
  ORIGIN,
  openBrowser,
  type ProviderApp,
  postToken,
  providerApp,
  signInByProvider,
} from '#testing/provider-visit.ts';
import { newTotpSecret, sealTotpSecret } from '../software-token-check.ts';

const hana = { email: 'hana@example.org', email_verified: true, name: 'Hana Sato' };

async function audited({ database }: TestApp) {
  const rows = await database.reader.selectFrom('auditLog').selectAll().orderBy('entryId').execute();
  return rows.map(({ action, actor, target, details }) => ({ action, actor, target, ...JSON.parse(details) }));
}

function errorOf(page: URL) {
  expect(`${page.origin}${page.pathname}`).toBe(`${ORIGIN}/signin/complete`);
  expect(page.searchParams.has('code')).toBe(false);
  return page.searchParams.get('error');
}

test('first sign-in with a provider creates an account', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const { verifier, url } = beginSignIn(app);
  const page = await openBrowser(app).goThrough(url, 'hana');
  expect(page.searchParams.get('state')).toBe('of the page');

  const answer = await changeCode(app, { code: page.searchParams.get('code') ?? '', verifier });
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    json: { token_type: 'Bearer', expires_in: 3600 },
  });
  const { access_token, id_token, refresh_token } = answer.json;
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({
    email: 'hana@example.org',
    email_verified: true,
    name: 'Hana Sato',
    'custom:role': 'normal',
  });
  expect(claims['cognito:username']).toMatch(/^[0-9a-f-]{36}$/);
  expect(await app.callWith(access_token)(accountApi.identities, {})).toMatchObject([
    { provider: 'acme', isLinked: true, email: 'hana@example.org' },
    { provider: 'zenith', isLinked: false },
  ]);
  const user = await app.database.reader.selectFrom('poolUsers').selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ status: 'EXTERNAL_PROVIDER', emailKey: 'hana@example.org', isEmailVerified: 1 });
  expect(await audited(app)).toEqual([
    { action: 'signed-up', actor: user.username, target: null, how: 'acme' },
    { action: 'signed-in', actor: user.username, target: null, how: 'acme' },
  ]);

  const refreshed = await postToken(app, {
    grant_type: 'refresh_token',
    client_id: app.userPool.clientId,
    refresh_token,
  });
  expect(refreshed.json).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) });
  expect(refreshed.json).not.toHaveProperty('refresh_token');
});

test('later sign-ins use the same account despite changed claims', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const first = await signInByProvider(app, 'hana');
  app.provider.accounts.set('hana', { name: 'Somebody' });
  const second = await signInByProvider(app, 'hana');
  expect(second.status).toBe(200);
  const usernames = [first, second].map(({ json }) => {
    return JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString()).username;
  });
  expect(usernames[1]).toBe(usernames[0]);
});

test.for([
  ['a public client', { isPublicClient: true }],
  ['a provider whose ID token says it all', { hasClaimsInIdToken: true }],
] as const)('sign-in works with %s', async ([, options]) => {
  const app = await providerApp(options);
  app.provider.accounts.set('hana', { ...hana, email_verified: 'true' });
  expect((await signInByProvider(app, 'hana')).status).toBe(200);
});

test('unknown clients and redirect URIs redirect to our own page', async () => {
  const app = await providerApp();
  for (const [name, changes] of [
    ['foreign redirect_uri', { redirect_uri: 'https://elsewhere.example/signin/complete' }],
    ['redirect_uri of another page', { redirect_uri: `${ORIGIN}/settings` }],
    ['foreign client', { client_id: 'somebody' }],
    ['missing client', { client_id: undefined }],
  ] as const) {
    const page = await openBrowser(app).visit(beginSignIn(app, changes).url);
    expect(page.href, name).toBe(`${ORIGIN}/signin/complete?error=invalid_request`);
  }
});

test('invalid requests redirect to the client with an error', async () => {
  const app = await providerApp();
  for (const [error, changes] of [
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { identity_provider: 'nobody' }],
    ['invalid_request', { identity_provider: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
  ] as const) {
    const page = await openBrowser(app).visit(beginSignIn(app, changes).url);
    expect([errorOf(page), page.searchParams.get('state')], JSON.stringify(changes)).toEqual([error, 'of the page']);
  }
});

test('requests without state or with repeated parameters are rejected', async () => {
  const app = await providerApp();
  for (const url of [beginSignIn(app, { state: undefined }).url, `${beginSignIn(app).url}&state=another`]) {
    const page = await openBrowser(app).visit(url);
    expect(page.href).toBe(`${ORIGIN}/signin/complete?error=invalid_request`);
  }
});

test('browser cookie is HttpOnly and SameSite', async () => {
  const app = await providerApp();
  const { headers } = await app.get(beginSignIn(app).url, { host: 'localhost:3000' });
  expect(headers['set-cookie']).toMatch(/^kawaraban-provider=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});

test('wrong states are rejected', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const page = await openBrowser(app).visit(`${ORIGIN}/identity/oauth2/idpresponse?code=x&state=made-up`);
  expect(errorOf(page)).toBe('sign_in_expired');
  const browser = openBrowser(app);
  const requests = await browser.visit(beginSignIn(app).url, {
    changing: (url) => url.searchParams.set('state', 'made-up'),
  });
  expect(errorOf(await browser.answerProvider(requests, { login: 'hana' }))).toBe('sign_in_expired');
  expect((await openBrowser(app).visit(`${ORIGIN}/identity/oauth2/idpresponse`)).search).toBe('?error=invalid_request');
});

test('ID tokens with another nonce are rejected', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const browser = openBrowser(app);
  const requests = await browser.visit(beginSignIn(app).url, {
    changing: (url) => url.searchParams.has('nonce') && url.searchParams.set('nonce', 'another'),
  });
  expect(errorOf(await browser.answerProvider(requests, { login: 'hana' }))).toBe('provider_failed');
});

test('codes for another code challenge are rejected', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const browser = openBrowser(app);
  const requests = await browser.visit(beginSignIn(app).url, {
    changing: (url) => url.searchParams.has('code_challenge') && url.searchParams.set('code_challenge', 'a'.repeat(43)),
  });
  expect(errorOf(await browser.answerProvider(requests, { login: 'hana' }))).toBe('provider_failed');
});

async function catchAnswer(app: ProviderApp, browser: ReturnType<typeof openBrowser>): Promise<string> {
  let caught = '';
  const changing = (url: URL) => {
    if (url.pathname !== '/identity/oauth2/idpresponse') return;
    caught = url.href;
    url.pathname = '/caught';
  };
  const page = await browser.visit(beginSignIn(app).url, { changing });
  if (caught === '') await browser.answerProvider(page, { login: 'hana' }, { changing });
  return caught;
}

test('provider responses work once, in one browser, for ten minutes', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const browser = openBrowser(app);
  const foreign = await catchAnswer(app, browser);
  expect(errorOf(await openBrowser(app).visit(foreign))).toBe('sign_in_expired');
  const other = openBrowser(app);
  await other.visit(beginSignIn(app).url);
  expect(errorOf(await other.visit(foreign))).toBe('sign_in_expired');

  expect((await browser.visit(foreign)).searchParams.has('code')).toBe(true);
  expect(errorOf(await browser.visit(foreign))).toBe('sign_in_expired');

  const late = openBrowser(app);
  const old = await catchAnswer(app, late);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect(errorOf(await late.visit(old))).toBe('sign_in_expired');
});

test('two tabs can sign in at once', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const browser = openBrowser(app);
  const answers = [await catchAnswer(app, browser), await catchAnswer(app, browser)];
  for (const answer of answers) expect((await browser.visit(answer)).search).toMatch(/^\?code=/);
});

async function codeFor(app: ProviderApp, login = 'hana') {
  const { verifier, url } = beginSignIn(app);
  const page = await openBrowser(app).goThrough(url, login);
  return { verifier, code: page.searchParams.get('code') ?? '' };
}

test('codes work once, within five minutes, with their verifier', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const used = await codeFor(app);
  expect((await changeCode(app, used)).status).toBe(200);
  const invalid = { status: 400, json: { error: 'invalid_grant' } };
  expect(await changeCode(app, used)).toMatchObject(invalid);

  const stolenToken = await codeFor(app);
  expect(await changeCode(app, { ...stolenToken, verifier: 'a'.repeat(43) })).toMatchObject(invalid);
  expect(await changeCode(app, stolenToken)).toMatchObject(invalid);

  const victim = await codeFor(app);
  expect(await changeCode(app, victim, { redirect_uri: 'https://elsewhere.example' })).toMatchObject(invalid);

  const late = await codeFor(app);
  app.clock.moveTo('2026-11-21T04:48:00Z');
  expect(await changeCode(app, late)).toMatchObject(invalid);
  expect(await changeCode(app, { ...late, code: 'made up' })).toMatchObject(invalid);
});

test('reused code ends the session of its first use', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  const used = await codeFor(app);
  const { refresh_token } = (await changeCode(app, used)).json;
  const refresh = () =>
    postToken(app, { client_id: app.userPool.clientId, grant_type: 'refresh_token', refresh_token });
  expect((await refresh()).status).toBe(200);
  await changeCode(app, { ...used, verifier: 'a'.repeat(43) });
  expect(await refresh()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });

  const contestedCode = await codeFor(app);
  const answers = await Promise.all([changeCode(app, contestedCode), changeCode(app, contestedCode)]);
  expect(answers.some(({ status }) => status === 400)).toBe(true);
  const sessions = app.database.reader.selectFrom('poolSessions').select('revokedAt').where('revokedAt', 'is', null);
  expect(await sessions.execute()).toEqual([]);
});

test('token endpoint errors follow RFC 6749', async () => {
  const app = await providerApp();
  const client_id = app.userPool.clientId;
  const rejected = async (form: Record<string, string>, error: string) =>
    expect(await postToken(app, form)).toMatchObject({ status: 400, json: { error } });
  await rejected({}, 'invalid_request');
  await rejected({ client_id }, 'invalid_request');
  await rejected({ client_id: 'somebody', grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_client');
  await rejected({ client_id, grant_type: 'password' }, 'unsupported_grant_type');
  await rejected({ client_id, grant_type: 'authorization_code', code: 'x' }, 'invalid_request');
  await rejected({ client_id, grant_type: 'refresh_token' }, 'invalid_request');
  await rejected({ client_id, grant_type: 'refresh_token', refresh_token: 'made up' }, 'invalid_grant');
  const asJson = await app.send('POST', '/identity/oauth2/token', { body: { client_id } });
  expect(asJson).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  const twice = await app.send('POST', '/identity/oauth2/token', {
    body: `client_id=${client_id}&grant_type=refresh_token&refresh_token=a&refresh_token=b`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(twice).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  expect((await app.get('/identity/oauth2/token')).status).toBe(404);
});

test('addresses of other accounts are rejected, ignoring case', async () => {
  const app = await providerApp();
  const owner = await givenUser(app, { username: 'hana', role: 'normal' });
  app.provider.accounts.set('other', { email: 'HANA@example.com', email_verified: true });
  const page = await openBrowser(app).goThrough(beginSignIn(app).url, 'other');
  expect(errorOf(page)).toBe('identity_taken');
  expect(await audited(app)).toMatchObject([
    { action: 'sign-in-failed', actor: null, target: owner.username, reason: 'identity_taken' },
  ]);
});

test('unverified addresses of other accounts can be taken', async () => {
  const app = await providerApp();
  await givenUser(app, { username: 'claimer', role: 'normal' });
  await app.database.writer
    .updateTable('poolUsers')
    .set({ email: hana.email, emailKey: 'claimer', pendingEmailKey: hana.email, isEmailVerified: 0 })
    .execute();
  app.provider.accounts.set('hana', hana);
  expect((await signInByProvider(app, 'hana')).status).toBe(200);
});

test('provider accounts without a verified address are rejected', async () => {
  const app = await providerApp();
  for (const [name, claims] of [
    ['no address', { name: 'Hana' }],
    ['an address that is not verified', { email: 'hana@example.org', email_verified: false }],
    ['an address without verification claim', { email: 'hana@example.org' }],
    ['what is no address', { email: 'hana', email_verified: true }],
  ] as const) {
    app.provider.accounts.set('hana', claims);
    expect(errorOf(await openBrowser(app).goThrough(beginSignIn(app).url, 'hana')), name).toBe('email_required');
    expect(await app.database.reader.selectFrom('poolUsers').selectAll().execute(), name).toEqual([]);
  }
});

test('disabled accounts are rejected at every step', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  await signInByProvider(app, 'hana');
  const started = await codeFor(app);
  await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).execute();
  expect(await changeCode(app, started)).toMatchObject({ status: 400, json: { error: 'account_disabled' } });
  const rejection = { action: 'sign-in-failed', actor: null, target: expect.any(String), reason: 'account_disabled' };
  expect((await audited(app)).slice(2)).toEqual([rejection]);
  expect(errorOf(await openBrowser(app).goThrough(beginSignIn(app).url, 'hana'))).toBe('account_disabled');
  expect((await audited(app)).slice(2)).toEqual([rejection, rejection]);
});

test('subjects that cannot be stored are rejected', async () => {
  const app = await providerApp();
  app.provider.accounts.set('ha\0na', hana);
  expect(errorOf(await openBrowser(app).goThrough(beginSignIn(app).url, 'ha\0na'))).toBe('provider_failed');
});

test('canceled sign-ins redirect with access_denied', async () => {
  const app = await providerApp();
  const browser = openBrowser(app);
  const requests = await browser.visit(beginSignIn(app).url);
  const page = await browser.answerProvider(requests, { cancel: 'yes' });
  expect(errorOf(page)).toBe('access_denied');
  expect(page.searchParams.get('state')).toBe('of the page');
});

test('unreachable providers are reported and requested again later', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  await app.provider.stop();
  expect(errorOf(await openBrowser(app).visit(beginSignIn(app).url))).toBe('temporarily_unavailable');
  await app.provider.start();
  expect((await signInByProvider(app, 'hana')).status).toBe(200);

  const browser = openBrowser(app);
  const answer = await catchAnswer(app, browser);
  await app.provider.stop();
  expect(errorOf(await browser.visit(answer))).toBe('temporarily_unavailable');
  await app.provider.start();
});

test('accounts created by a provider have no usable password', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  await signInByProvider(app, 'hana');
  const client = await poolClient(app, hana.email);
  await expect(client.signIn('')).rejects.toThrow();
  await expect(client.signIn('correct horse battery')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});

test('provider sign-ins are rate limited per address', async () => {
  const app = await providerApp();
  const { url } = beginSignIn(app, { identity_provider: 'nobody' });
  let page = new URL(ORIGIN);
  for (let nth = 0; nth <= 120; nth += 1) page = await openBrowser(app).visit(url);
  expect(errorOf(page)).toBe('too_many_requests');
  expect(await postToken(app, {})).toMatchObject({ status: 429, json: { error: 'too_many_requests' } });
});

test('discovery document lists the OAuth endpoints', async () => {
  const app = await providerApp();
  expect((await app.get('/identity/.well-known/openid-configuration')).json).toMatchObject({
    authorization_endpoint: 'http://localhost:3000/identity/oauth2/authorize',
    token_endpoint: 'http://localhost:3000/identity/oauth2/token',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  });
});

async function givenAuthenticator({ database, userPool, clock }: TestApp): Promise<() => string> {
  const secret = newTotpSecret();
  const totpSecret = sealTotpSecret(userPool, secret);
  await database.writer.updateTable('poolUsers').set({ totpSecret, isTotpEnabled: 1 }).execute();
  return () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
}

test('MFA is required at OAuth sign-in', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  await signInByProvider(app, 'hana');
  const shown = await givenAuthenticator(app);
  const started = await codeFor(app);
  const rejected = (error: string) => ({ status: 400, json: { error } });
  expect(await changeCode(app, started)).toMatchObject(rejected('totp_required'));
  expect(await changeCode(app, started, { totp_code: '000000' })).toMatchObject(rejected('totp_mismatch'));
  const code = shown();
  expect(await changeCode(app, started, { totp_code: code })).toMatchObject({ status: 200 });
  expect((await audited(app)).at(-1)).toMatchObject({ action: 'signed-in', how: 'acme' });

  app.clock.moveTo('2026-11-21T04:44:00Z');
  expect(await changeCode(app, started, { totp_code: shown() })).toMatchObject(rejected('sign_in_expired'));
  const again = await codeFor(app);
  expect(await changeCode(app, again, { totp_code: code })).toMatchObject(rejected('totp_mismatch'));
});

test('MFA codes at OAuth sign-in are limited', async () => {
  const app = await providerApp();
  app.provider.accounts.set('hana', hana);
  await signInByProvider(app, 'hana');
  await givenAuthenticator(app);
  const errors: string[] = [];
  const first = await codeFor(app);
  const second = await codeFor(app);
  for (const started of [first, first, first, first, first, first, second]) {
    errors.push((await changeCode(app, started, { totp_code: '000000' })).json.error);
  }
  expect(errors.slice(0, 5)).toEqual(Array(5).fill('totp_mismatch'));
  expect(errors.slice(5)).toEqual(['too_many_attempts', 'too_many_attempts']);
});

test('OAuth sign-in fails when required MFA is not set up', async () => {
  const app = await providerApp({}, { mfaRequiredOf: 'console' });
  app.provider.accounts.set('hana', hana);
  expect((await signInByProvider(app, 'hana')).status).toBe(200);
  await app.database.writer.updateTable('users').set({ role: 'admin' }).execute();
  expect(await signInByProvider(app, 'hana')).toMatchObject({ status: 400, json: { error: 'mfa_setup_required' } });
});

test('public URL fixes the redirect URI and cookie prefix', async () => {
  const app = await providerApp({}, { publicUrl: 'https://news.example.org' });
  const url = (redirect_uri: string) => beginSignIn(app, { redirect_uri }).url.slice(ORIGIN.length);
  const own = await app.get(url('https://news.example.org/signin/complete'), { host: 'localhost:3000' });
  expect(own.headers['set-cookie']).toMatch(/^__Host-kawaraban-provider=.*; Secure$/);
  const sent = new URL(String(own.headers.location));
  expect(sent.searchParams.get('redirect_uri')).toBe('https://news.example.org/identity/oauth2/idpresponse');
  const other = await app.get(url(`${ORIGIN}/signin/complete`), { host: 'localhost:3000' });
  expect(other.headers.location).toBe('https://news.example.org/signin/complete?error=invalid_request');
});

test('invalid Host headers are handled without errors', async () => {
  const app = await providerApp();
  for (const host of ['', 'a b', '[', 'exa"mple', 'localhost:99999']) {
    const answer = await app.get('/identity/oauth2/authorize', { host });
    expect([302, 400], host).toContain(answer.status);
  }
});
