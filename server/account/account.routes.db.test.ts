import { generateSync } from 'otplib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import type { Method } from '#contract/endpoint.ts';
import { findPoolUser } from '#server/identity/pool-user.repository.ts';
import { openSession } from '#server/identity/tokens.ts';
import type { AccountDirectory } from '#server/users/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { jpegPhoto, pictures, pngOfSize } from '#testing/pictures.ts';

const SERVICES = '/api/admin/account/services';
const ACCOUNT = '/api/account';
const PHOTO = '/api/account/photo';
const SESSIONS = '/api/account/sessions';
const RECOVERY_CODES = '/api/account/recovery-codes';
const EXPORT = '/api/account/export';
const SESSION = `${SESSIONS}/0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f`;

test('services returns the own services for every role', async () => {
  const app = await testApp();
  for (const serviceId of ['c', 'a', 'b', 'a-1'])
    await givenService(app, { serviceId, label: serviceId.toUpperCase() });
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const other = await givenUser(app, { role, serviceIds: ['b'] });
    const user = await givenUser(app, { role, serviceIds: ['c', 'a-1', 'a'] });
    const services = await user.call(accountApi.services, {});
    expect(
      services.map(({ serviceId }) => serviceId),
      role,
    ).toEqual(['a', 'a-1', 'c']);
    expect(services[0], role).toEqual({
      serviceId: 'a',
      label: 'A',
      functions: ['post'],
      revision: 1,
      createdAt: '2026-11-21T04:43:00Z',
      updatedAt: null,
    });
    expect(
      (await other.call(accountApi.services, {})).map(({ serviceId }) => serviceId),
      role,
    ).toEqual(['b']);
  }
});

test('services returns an empty list for users without services', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const admin = await givenUser(app, { role: 'admin', serviceIds: [] });
  expect((await admin.send('GET', SERVICES)).json).toEqual([]);
});

const photo = { contentType: 'image/png', bytes: pictures.png } as const;

interface InternalCall {
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
  readonly status: number;
}

const calls: readonly InternalCall[] = [
  { method: 'GET', url: ACCOUNT, status: 200 },
  { method: 'PUT', url: PHOTO, body: photo, status: 200 },
  { method: 'DELETE', url: PHOTO, status: 200 },
  { method: 'GET', url: SESSIONS, status: 200 },
  { method: 'DELETE', url: SESSION, status: 404 },
  { method: 'POST', url: RECOVERY_CODES, body: { code: '123456' }, status: 400 },
  { method: 'GET', url: EXPORT, status: 200 },
  { method: 'DELETE', url: SESSIONS, status: 200 },
];

test('account calls are open to every role', async () => {
  const app = await testApp();
  for (const role of ['admin', 'editor', 'viewer', 'normal'] as const) {
    const user = await givenUser(app, { role, serviceIds: [] });
    for (const { method, url, status, ...request } of calls) {
      expect(await user.send(method, url, request), `${role} ${method} ${url}`).toMatchObject({ status });
    }
  }
});

test('invalid input returns 400', async () => {
  const user = await givenUser(await testApp());
  for (const { method, url, ...request } of [
    { method: 'PUT', url: PHOTO, body: { ...photo, contentType: 'image/svg+xml' } },
    { method: 'PUT', url: PHOTO, body: { ...photo, contentType: 'image/jpeg' } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: 'not base64!' } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: pictures.png.slice(0, -3) } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: pngOfSize(513, 2) } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: pngOfSize(3, 513) } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: pngOfSize(0, 2) } },
    { method: 'PUT', url: PHOTO, body: { ...photo, bytes: 'A'.repeat(150_001) } },
    { method: 'POST', url: RECOVERY_CODES, body: { code: '12345' } },
    { method: 'POST', url: RECOVERY_CODES, body: { code: '12345\u0000' } },
  ] as const) {
    expect(
      await user.send(method, url, request),
      `${method} ${url} ${JSON.stringify(request).slice(0, 200)}`,
    ).toMatchObject({ status: 400 });
  }
});

test('account describes the user', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako', role: 'viewer', serviceIds: ['news', 'harbour'] });
  expect(await user.call(accountApi.read, {})).toEqual({
    username: 'hanako',
    kind: 'admin',
    role: 'viewer',
    acceptServiceIds: ['harbour', 'news'],
    name: 'hanako@example.com',
    email: 'hanako@example.com',
    emailVerified: true,
    verifiedEmail: 'hanako@example.com',
    photoUrl: null,
    mfaEnabled: false,
    recoveryCodesLeft: 0,
    hasPassword: true,
    createdAt: '2026-11-21T04:43:00Z',
  });
  const normal = await givenUser(app, { role: 'normal', serviceIds: [] });
  expect(await normal.call(accountApi.read, {})).toMatchObject({
    kind: 'normal',
    role: 'normal',
    acceptServiceIds: [],
  });
});

test('photos are public under their own URL', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  for (const body of [
    { contentType: 'image/png', bytes: pictures.png },
    { contentType: 'image/jpeg', bytes: pictures.jpeg },
    { contentType: 'image/webp', bytes: pictures.lossyWebp },
    { contentType: 'image/webp', bytes: pictures.losslessWebp },
    { contentType: 'image/webp', bytes: pictures.extendedWebp },
  ] as const) {
    const { photoUrl } = await user.call(accountApi.savePhoto, { body });
    expect(photoUrl, body.contentType).toMatch(/^\/api\/account\/photos\/[0-9a-f]{32}$/);
    expect(await user.call(accountApi.read, {}), body.contentType).toMatchObject({ photoUrl });
    const { statusCode, headers, rawPayload } = await app.app.inject({ method: 'GET', url: photoUrl ?? '' });
    expect(statusCode, body.contentType).toBe(200);
    expect(headers, body.contentType).toMatchObject({
      'content-type': body.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    });
    expect(await sharp(rawPayload).metadata(), body.contentType).toMatchObject({
      mediaType: body.contentType,
      width: 3,
      height: 2,
    });
  }
});

test('photos are stored without metadata', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const body = { contentType: 'image/jpeg', bytes: (await jpegPhoto()).toString('base64') } as const;
  const { photoUrl } = await user.call(accountApi.savePhoto, { body });
  const { rawPayload } = await app.app.inject({ method: 'GET', url: photoUrl ?? '' });
  const { width, height, exif, orientation } = await sharp(rawPayload).metadata();
  expect({ width, height, exif, orientation }).toEqual({ width: 40, height: 60 });
  expect(rawPayload.toString('latin1')).not.toMatch(/Hanako|GPS/);
});

test('unreadable photos are rejected', async () => {
  const user = await givenUser(await testApp());
  const photo = await jpegPhoto();
  for (const [contentType, bytes] of [
    ['image/jpeg', photo.subarray(0, -200).toString('base64')],
    ['image/png', pngOfSize(512, 512)],
  ] as const) {
    expect(await user.send('PUT', PHOTO, { body: { contentType, bytes } })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'bytes', message: 'InvalidInput' }] },
    });
  }
});

test('new photos get a new URL and delete the old', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { photoUrl: first } = await user.call(accountApi.savePhoto, { body: photo });
  const { photoUrl: second } = await user.call(accountApi.savePhoto, { body: photo });
  expect(second).not.toBe(first);
  expect((await app.get(first ?? '')).status).toBe(404);
  expect((await app.get(second ?? '')).status).toBe(200);
  expect(await user.call(accountApi.deletePhoto, {})).toMatchObject({ photoUrl: null });
  expect((await app.get(second ?? '')).status).toBe(404);
});

test('unknown photos return 404', async () => {
  const app = await testApp();
  for (const photoId of ['nothing', '%00', '..%2f..', 'A'.repeat(26), '0'.repeat(26)]) {
    expect(await app.get(`/api/account/photos/${photoId}`), photoId).toMatchObject({ status: 404 });
  }
});

async function signIn(app: TestApp, username: string, userAgent: string) {
  const user = await findPoolUser(app.database.writer, username);
  if (!user) throw new Error('There is no such account.');
  return openSession(app.userPool, user, { address: '192.0.2.7', userAgent });
}

test('sessions are listed by last use and can be ended', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako' });
  await givenUser(app, { username: 'taro' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const phone = await signIn(app, 'hanako', 'A phone');
  const bearer = { authorization: `Bearer ${phone.accessToken}` };
  const sessions = await user.call(accountApi.sessions, {});
  expect(sessions).toEqual([
    {
      sessionId: expect.any(String),
      isCurrent: false,
      signedInAt: '2026-11-21T05:00:00Z',
      lastUsedAt: '2026-11-21T05:00:00Z',
      address: '192.0.2.7',
      userAgent: 'A phone',
    },
    {
      sessionId: expect.any(String),
      isCurrent: true,
      signedInAt: '2026-11-21T04:43:00Z',
      lastUsedAt: '2026-11-21T04:43:00Z',
      address: null,
      userAgent: null,
    },
  ]);
  expect((await app.get(ACCOUNT, bearer)).status).toBe(200);
  const { sessionId = '' } = sessions[0] ?? {};
  expect(await user.call(accountApi.endSession, { params: { sessionId } })).toBeNull();
  expect((await app.get(ACCOUNT, bearer)).status).toBe(401);
  expect((await user.call(accountApi.sessions, {})).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect((await user.send('DELETE', `${SESSIONS}/${sessionId}`)).status).toBe(404);
  expect(await audited(app, 'hanako')).toEqual([{ action: 'signed-out', sessionId }]);
});

test('sessions of others cannot be ended', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const other = await givenUser(app);
  const [{ sessionId = '' } = {}] = await other.call(accountApi.sessions, {});
  expect((await user.send('DELETE', `${SESSIONS}/${sessionId}`)).status).toBe(404);
  expect((await other.send('GET', ACCOUNT)).status).toBe(200);
});

test('signing out everywhere ends all sessions of one account', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako' });
  const other = await givenUser(app, { username: 'taro' });
  const phone = await signIn(app, 'hanako', 'A phone');
  expect(await user.call(accountApi.endSessions, {})).toBeNull();
  expect((await user.send('GET', ACCOUNT)).status).toBe(401);
  expect((await app.get(ACCOUNT, { authorization: `Bearer ${phone.accessToken}` })).status).toBe(401);
  expect((await other.send('GET', ACCOUNT)).status).toBe(200);
  expect(await audited(app, 'hanako')).toEqual([{ action: 'signed-out-everywhere' }]);
});

function codeOf({ clock }: TestApp, secret: string, steps: number): string {
  return generateSync({ secret, epoch: clock.now().getTime() / 1000 + steps * 30 });
}

async function givenAuthenticator(app: TestApp, { accessToken: AccessToken }: GivenUser): Promise<string> {
  const { json } = await callPool(app, 'AssociateSoftwareToken', { AccessToken });
  const secret: string = json.SecretCode;
  await callPool(app, 'VerifySoftwareToken', { AccessToken, UserCode: codeOf(app, secret, -1) });
  await callPool(app, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  return secret;
}

async function audited(app: TestApp, username: string) {
  const rows = await app.database.reader
    .selectFrom('auditLog')
    .select(['action', 'details'])
    .where('actor', '=', username)
    .orderBy('entryId')
    .execute();
  return rows.map(({ action, details }) => ({ action, ...JSON.parse(details) }));
}

test('recovery codes require a TOTP code and are hashed', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako' });
  const secret = await givenAuthenticator(app, user);
  const { codes } = await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret, 0) } });
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(await user.call(accountApi.read, {})).toMatchObject({ mfaEnabled: true, recoveryCodesLeft: 10 });
  const stored = await app.database.reader.selectFrom('poolRecoveryCodes').selectAll().execute();
  expect(stored).toHaveLength(10);
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.slice(0, 4));
  expect(await audited(app, 'hanako')).toEqual([{ action: 'mfa-enabled' }, { action: 'recovery-codes-made' }]);
  await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret, 1) } });
  expect(await user.call(accountApi.read, {})).toMatchObject({ recoveryCodesLeft: 10 });
});

test('recovery codes require enabled MFA', async () => {
  const user = await givenUser(await testApp());
  expect(await user.send('POST', RECOVERY_CODES, { body: { code: '123456' } })).toMatchObject({
    status: 400,
    json: { message: 'MFA is off' },
  });
});

test('wrong TOTP codes create no recovery codes and are limited', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const secret = await givenAuthenticator(app, user);
  const good = [-1, 0, 1].map((steps) => codeOf(app, secret, steps));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code)) ?? '';
  const make = (code: string) => user.send('POST', RECOVERY_CODES, { body: { code } });
  const problem = (message: string) => ({ status: 400, json: { errors: [{ field: 'code', message }] } });
  expect(await make(codeOf(app, secret, -1))).toMatchObject(problem('Code is used already'));
  for (let tries = 2; tries <= 5; tries += 1) expect(await make(wrong)).toMatchObject(problem('Code is wrong'));
  expect(await make(codeOf(app, secret, 0))).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
  app.clock.moveTo('2026-11-21T04:43:02Z');
  expect((await make(codeOf(app, secret, 0))).status).toBe(200);
});

test('export contains account data without credentials', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako', role: 'viewer' });
  const secret = await givenAuthenticator(app, user);
  await user.call(accountApi.makeRecoveryCodes, { body: { code: codeOf(app, secret, 0) } });
  await user.call(accountApi.savePhoto, { body: photo });
  const identity = { provider: 'gone', subject: 's-1', email: null, createdAt: '2026-11-21T04:43:00Z' };
  await app.database.writer
    .insertInto('poolIdentities')
    .values({ ...identity, username: 'hanako' })
    .execute();
  const admin = { kind: 'user', name: 'taro' } as const;
  const caller = { address: '192.0.2.9', requestId: 'r-1', userAgent: undefined, language: 'en' } as const;
  const change = { action: 'role-changed', target: 'hanako', details: { to: 'viewer' } } as const;
  await app.userPool.audit.record({ ...change, actor: admin, caller });
  const exported = await user.call(accountApi.export, {});
  expect(exported).toMatchObject({
    exportedAt: '2026-11-21T04:43:00Z',
    account: { username: 'hanako', email: 'hanako@example.com', role: 'viewer' },
    userPool: { sub: expect.any(String), status: 'CONFIRMED', attributes: { name: 'hanako@example.com' } },
    sessions: [{ isCurrent: true }],
    identities: [identity],
    notes: { tel: '', address: '', memo: '' },
    photo: { contentType: photo.contentType, createdAt: '2026-11-21T04:43:00Z' },
    auditLog: expect.arrayContaining([
      expect.objectContaining({ action: 'account-exported', actor: 'hanako', address: '127.0.0.1' }),
      expect.objectContaining({ action: 'mfa-enabled', actor: 'hanako' }),
      expect.objectContaining({ action: 'role-changed', actor: null, address: null, requestId: null }),
    ]),
  });
  const row = await app.database.reader.selectFrom('poolUsers').selectAll().executeTakeFirstOrThrow();
  const hashes = await app.database.reader.selectFrom('poolRecoveryCodes').select('codeHash').execute();
  const secrets = [
    row.salt,
    row.verifier,
    row.totpSecret,
    secret,
    user.refreshToken,
    ...hashes.map((one) => one.codeHash),
  ];
  for (const stored of secrets) expect(JSON.stringify(exported)).not.toContain(stored);
});

test('export contains the newest thousand audit entries', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako' });
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    entryId: `0${String(index).padStart(25, '0')}`,
    at: '2026-11-21T04:43:00Z',
    action: 'signed-in',
    actorKind: 'user' as const,
    actor: 'hanako',
    target: index % 2 === 0 ? 'hanako' : null,
    details: '{}',
  }));
  await app.database.writer.insertInto('auditLog').values(rows).execute();
  const { auditLog } = await user.call(accountApi.export, {});
  const ids = (auditLog as { entryId: string }[]).map(({ entryId }) => entryId);
  expect(ids).toHaveLength(1000);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(ids[1]).toBe(rows.at(-1)?.entryId);
});

test.for(['editor', 'viewer', 'normal'] as const)('%s users can delete their account', async (role) => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako', role });
  const { photoUrl } = await user.call(accountApi.savePhoto, { body: photo });
  expect(await user.call(accountApi.remove, {})).toBeNull();
  expect((await user.send('GET', ACCOUNT)).status).toBe(401);
  expect((await app.get(photoUrl ?? '')).status).toBe(404);
  for (const table of ['users', 'userServices', 'userPhotos', 'poolUsers', 'poolSessions'] as const) {
    expect(await app.database.reader.selectFrom(table).select('username').execute()).toEqual([]);
  }
  expect(await audited(app, 'hanako')).toEqual([{ action: 'account-deleted' }]);
});

test('last enabled administrator cannot delete their account', async () => {
  const app = await testApp();
  const user = await givenUser(app, { role: 'admin' });
  const other = await givenUser(app, { username: 'taro', role: 'admin' });
  const disable = (isEnabled: number) =>
    app.database.writer.updateTable('users').set({ isEnabled }).where('username', '=', 'taro').execute();
  await disable(0);
  const rejection = { status: 400, json: { message: 'The last admin is needed' } };
  expect(await user.send('DELETE', ACCOUNT)).toMatchObject(rejection);
  await disable(1);
  expect(await user.send('DELETE', ACCOUNT)).toMatchObject({ status: 200 });
  expect(await other.send('DELETE', ACCOUNT)).toMatchObject(rejection);
});

test('concurrent deletions by two administrators leave one', async () => {
  const app = await testApp();
  const users = [await givenUser(app, { role: 'admin' }), await givenUser(app, { role: 'admin' })];
  const answers = await Promise.all(users.map((user) => user.send('DELETE', ACCOUNT)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('accounts of a hosted pool are described, exported and deleted', async () => {
  const embedded = await testApp();
  const user = await givenUser(embedded, { username: 'hanako', role: 'viewer', serviceIds: [] });
  const deleted: string[] = [];
  const accounts = {
    find: async (username: string) => ({
      username,
      email: 'hanako@example.com',
      isEmailVerified: true,
      verifiedEmail: 'hanako@example.com',
      name: 'Hanako',
      isEnabled: true,
      status: 'EXTERNAL_PROVIDER',
      isMfaEnabled: false,
      createdAt: '2026-11-21T04:43:00Z',
      updatedAt: null,
    }),
    countRecoveryCodes: async () => null,
    exportData: async () => ({}),
    delete: async (username: string) => void deleted.push(username),
  } as unknown as AccountDirectory;
  const published = { userPoolId: 'ap-northeast-1_x' } as never;
  const verifyToken = async () => ({ username: 'hanako', sessionId: undefined, issuedAt: embedded.clock.now() });
  const { database } = embedded;
  const app = await testApp({ database, identity: { accounts, published, verifyToken, embedded: undefined } });
  const hosted = (method: 'GET' | 'DELETE' | 'POST', url: string, body?: object) =>
    app.send(method, url, { ...(body && { body }), headers: { authorization: `Bearer ${user.accessToken}` } });
  expect(await hosted('GET', ACCOUNT)).toMatchObject({
    json: { username: 'hanako', name: 'Hanako', role: 'viewer', recoveryCodesLeft: null, hasPassword: false },
  });
  expect(await hosted('GET', SESSIONS)).toMatchObject({ status: 404 });
  expect(await hosted('DELETE', SESSION)).toMatchObject({ status: 404 });
  expect(await hosted('DELETE', SESSIONS)).toMatchObject({ status: 404 });
  expect(await hosted('POST', RECOVERY_CODES, { code: '123456' })).toMatchObject({ status: 404 });
  const { json } = await hosted('GET', EXPORT);
  expect(Object.keys(json).sort()).toEqual([
    'account',
    'auditLog',
    'comments',
    'exportedAt',
    'notes',
    'photo',
    'votes',
  ]);
  expect(await hosted('DELETE', ACCOUNT)).toMatchObject({ status: 200 });
  expect(deleted).toEqual(['hanako']);
  expect(await hosted('GET', ACCOUNT)).toMatchObject({ status: 401 });
});
