import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import type { TestApp } from '#testing/app.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import {
  beginSignIn,
  changeCode,
  ORIGIN,
  openBrowser,
  type ProviderApp,
  providerApp,
  signInByProvider,
} from '#testing/provider-visit.ts';

const IDENTITIES = '/api/account/identities';
const taro = { email: 'taro@example.org', email_verified: true };

async function audited({ database }: TestApp) {
  const rows = await database.reader.selectFrom('auditLog').selectAll().orderBy('entryId').execute();
  return rows.map(({ action, actor, details }) => ({ action, actor, ...JSON.parse(details) }));
}

async function signInForLink(app: ProviderApp, user: GivenUser, login: string, provider = 'acme'): Promise<URL> {
  const { url } = await user.call(accountApi.linkIdentity, { params: { provider } });
  return openBrowser(app).goThrough(`${ORIGIN}${url}`, login);
}

async function link(app: ProviderApp, user: GivenUser, login: string, provider = 'acme') {
  const page = await signInForLink(app, user, login, provider);
  return user.send('PUT', `${IDENTITIES}/${provider}`, { body: { code: page.searchParams.get('link') } });
}

test('unknown providers return 404, invalid codes 400', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { role: 'normal' });
  expect((await user.send('POST', `${IDENTITIES}/nobody`)).status).toBe(404);
  expect((await user.send('DELETE', `${IDENTITIES}/acme`)).status).toBe(404);
  expect((await user.send('PUT', `${IDENTITIES}/acme`, { body: { code: 'made up' } })).json).toMatchObject({
    errors: [{ field: 'code', message: 'InvalidInput' }],
  });
});

test('accounts can link, use and unlink a provider', async () => {
  const app = await providerApp();
  app.provider.accounts.set('taro', taro);
  const user = await givenUser(app, { username: 'taro', role: 'editor' });
  expect(await user.call(accountApi.identities, {})).toEqual([
    { provider: 'acme', label: 'Acme', email: null, linkedAt: null, isLinked: false },
    { provider: 'zenith', label: 'Zenith', email: null, linkedAt: null, isLinked: false },
  ]);
  const page = await signInForLink(app, user, 'taro');
  expect(page.pathname).toBe('/signin/complete');
  expect(page.searchParams.get('provider')).toBe('acme');
  const code = page.searchParams.get('link') ?? '';
  expect(await user.call(accountApi.completeLink, { params: { provider: 'acme' }, body: { code } })).toMatchObject([
    { provider: 'acme', email: 'taro@example.org', linkedAt: '2026-11-21T04:43:00Z', isLinked: true },
    { provider: 'zenith', isLinked: false },
  ]);
  expect((await user.send('PUT', `${IDENTITIES}/acme`, { body: { code } })).status).toBe(400);
  const { json } = await signInByProvider(app, 'taro');
  const { username } = JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString());
  expect(username).toBe('taro');

  await user.call(accountApi.unlinkIdentity, { params: { provider: 'acme' } });
  expect(await user.call(accountApi.identities, {})).toMatchObject([{ isLinked: false }, { isLinked: false }]);
  expect(await audited(app)).toEqual([
    { action: 'identity-linked', actor: 'taro', how: 'acme' },
    { action: 'signed-in', actor: 'taro', how: 'acme' },
    { action: 'identity-unlinked', actor: 'taro', how: 'acme' },
  ]);
});

test('linking a provider again changes nothing', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { role: 'normal' });
  expect((await link(app, user, 'taro')).status).toBe(200);
  expect((await link(app, user, 'taro')).status).toBe(200);
  expect(await audited(app)).toHaveLength(1);
});

test('provider accounts of others and second links are rejected', async () => {
  const app = await providerApp();
  const first = await givenUser(app, { role: 'normal' });
  const second = await givenUser(app, { role: 'normal' });
  await link(app, first, 'taro');
  expect(await link(app, second, 'taro')).toMatchObject({
    status: 400,
    json: { message: 'This account is already associated with another user' },
  });
  expect(await link(app, first, 'jiro')).toMatchObject({
    status: 400,
    json: { message: 'Another account of this provider is linked' },
  });
});

test('links are bound to the session that requested them', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { username: 'hana', role: 'normal' });
  const stranger = await givenUser(app, { role: 'normal' });
  const page = await signInForLink(app, user, 'taro');
  const code = page.searchParams.get('link') ?? '';
  expect((await stranger.send('PUT', `${IDENTITIES}/acme`, { body: { code } })).status).toBe(400);
  expect((await user.send('PUT', `${IDENTITIES}/zenith`, { body: { code } })).status).toBe(400);
  app.clock.moveTo('2026-11-21T04:48:00Z');
  expect((await user.send('PUT', `${IDENTITIES}/acme`, { body: { code } })).status).toBe(400);
});

test('link URLs expire after five minutes', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { role: 'normal' });
  const { url } = await user.call(accountApi.linkIdentity, { params: { provider: 'acme' } });
  app.clock.moveTo('2026-11-21T04:48:00Z');
  const page = await openBrowser(app).visit(`${ORIGIN}${url}`);
  expect(page.href).toBe(`${ORIGIN}/signin/complete?error=sign_in_expired`);
});

test('provider errors redirect to the settings', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { role: 'normal' });
  const { url } = await user.call(accountApi.linkIdentity, { params: { provider: 'acme' } });
  const browser = openBrowser(app);
  const page = await browser.answerProvider(await browser.visit(`${ORIGIN}${url}`), { cancel: 'yes' });
  expect(page.href).toBe(`${ORIGIN}/settings?error=access_denied`);
});

test('last way to sign in cannot be unlinked', async () => {
  const app = await providerApp();
  app.provider.accounts.set('taro', taro);
  const { verifier, url } = beginSignIn(app);
  const page = await openBrowser(app).goThrough(url, 'taro');
  const { json } = await changeCode(app, { code: page.searchParams.get('code') ?? '', verifier });
  const authorization = `Bearer ${json.access_token}`;
  const user = {
    username: '',
    call: app.callWith(json.access_token),
    send: (method, path, { body } = {}) =>
      app.send(method, path, { ...(body !== undefined && { body }), headers: { authorization } }),
  } as GivenUser;
  const rejected = { status: 400, json: { message: 'The last way to sign in is needed' } };
  expect(await user.send('DELETE', `${IDENTITIES}/acme`)).toMatchObject(rejected);

  await link(app, user, 'taro-at-zenith', 'zenith');
  expect((await user.send('DELETE', `${IDENTITIES}/acme`)).status).toBe(200);
  expect(await user.send('DELETE', `${IDENTITIES}/zenith`)).toMatchObject(rejected);
  await app.database.writer.updateTable('poolUsers').set({ status: 'CONFIRMED' }).execute();
  expect((await user.send('DELETE', `${IDENTITIES}/zenith`)).status).toBe(200);
});

test('concurrent unlinks leave one way to sign in', async () => {
  const app = await providerApp();
  const user = await givenUser(app, { role: 'normal' });
  await link(app, user, 'taro');
  await link(app, user, 'taro-at-zenith', 'zenith');
  await app.database.writer.updateTable('poolUsers').set({ status: 'EXTERNAL_PROVIDER' }).execute();
  const answers = await Promise.all(['acme', 'zenith'].map((name) => user.send('DELETE', `${IDENTITIES}/${name}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});
