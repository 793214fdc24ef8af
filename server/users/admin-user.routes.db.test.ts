import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi, MAX_CONSOLE_USERS, type Role } from '#contract/admin-users.ts';
import type { Method } from '#contract/endpoint.ts';
import type { Mail } from '#server/mail/index.ts';
import { toInstant } from '#server/platform/clock.ts';
import { sharedAmongTests, type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';
import { requireAnotherAdmin } from './administration.ts';

interface Ask {
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
}

const hanako = '/api/admin/users/hanako';

const aboutOne: Ask[] = [
  { method: 'GET', url: hanako },
  { method: 'POST', url: hanako, body: { role: 'viewer' } },
  { method: 'POST', url: `${hanako}/enabled`, body: { enabled: false } },
  { method: 'POST', url: `${hanako}/password-reset` },
  { method: 'POST', url: `${hanako}/sign-out` },
  { method: 'POST', url: `${hanako}/mfa-off` },
  { method: 'DELETE', url: hanako },
];

const invalid = 'InvalidInput';
const email = 'Email is not valid';

const rejected: [Ask, [field: string, message: string][]][] = [
  [
    { method: 'POST', url: '/api/admin/users', body: { email: '', role: '' } },
    [
      ['email', 'empty values not allowed'],
      ['role', invalid],
    ],
  ],
  [{ method: 'POST', url: '/api/admin/users', body: { email: 'hanako', role: 'editor' } }, [['email', email]]],
  [
    { method: 'POST', url: '/api/admin/users', body: { email: 'a@b.example\u0000', role: 'editor' } },
    [
      ['email', invalid],
      ['email', email],
    ],
  ],
  [
    {
      method: 'POST',
      url: '/api/admin/users',
      body: { email: 'a@b.example', role: 'owner', name: 'x'.repeat(101), serviceIds: 'news', language: 'fr' },
    },
    [
      ['name', invalid],
      ['role', invalid],
      ['service_ids', invalid],
      ['language', invalid],
    ],
  ],
  [
    { method: 'POST', url: '/api/admin/users', body: { email: 'a@b.example', role: 'editor', serviceIds: ['none'] } },
    [['service_ids', invalid]],
  ],
  [{ method: 'POST', url: hanako, body: { role: 'owner' } }, [['role', invalid]]],
  [{ method: 'POST', url: hanako, body: { tel: '+1-212-555-0100' } }, [['tel', 'Phone number is not valid']]],
  [{ method: 'POST', url: hanako, body: { serviceIds: ['news', 'none'] } }, [['service_ids', invalid]]],
  [{ method: 'POST', url: hanako, body: { serviceIds: ['A b'] } }, [['service_ids', invalid]]],
  [{ method: 'POST', url: `${hanako}/enabled`, body: { enabled: 'perhaps' } }, [['enabled', invalid]]],
];

const rejectedAdmin = sharedAmongTests(async (finish) => {
  const app = await testApp({ finish });
  await givenUser(app, { username: 'hanako', serviceIds: ['news'] });
  return givenUser(app, { role: 'admin' });
});

test('invalid input returns field errors', async () => {
  const admin = rejectedAdmin();
  for (const [{ method, url, body }, errors] of rejected) {
    const { status, json } = await admin.send(method, url, { body });
    expect({ status, json }, `${method} ${url} ${JSON.stringify(body)}`).toMatchObject({
      status: 400,
      json: { message: 'Validation Failed', errors: errors.map(([field, message]) => ({ field, message })) },
    });
  }
});

test('unknown accounts return 404', async () => {
  const admin = rejectedAdmin();
  for (const { method, url, body } of aboutOne) {
    for (const unknownUser of [
      'nobody',
      'constructor',
      '__proto__',
      'a@b.example',
      '%E3%81%82',
      '..%2F..%2Fservices',
    ]) {
      const answer = await admin.send(method, url.replace('hanako', unknownUser), { body });
      expect(answer, `${method} ${url} ${unknownUser}`).toMatchObject({
        status: 404,
        json: { message: 'User does not exist' },
      });
    }
  }
});

async function givenAdmin(tools: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(tools);
  // The pool's client uses the system clock.
  app.clock.moveTo(new Date().toISOString());
  const admin = await givenUser(app, { role: 'admin', username: 'boss' });
  return { app, admin };
}

const params = ({ username }: { username: string }) => ({ params: { username } });

async function actionsTo({ database }: TestApp, username: string) {
  const rows = await database.writer
    .selectFrom('auditLog')
    .select(['action', 'actor', 'actorKind', 'details', 'address', 'requestId'])
    .where('target', '=', username)
    .where('actor', '=', 'boss')
    .orderBy('entryId')
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
}

test('console users are listed by address', async () => {
  const { app, admin } = await givenAdmin();
  await givenUser(app, { role: 'viewer', username: 'zoe', email: 'Anna@example.com' });
  await givenUser(app, { role: 'editor', username: 'anna', email: 'zoe@example.com', status: 'FORCE_CHANGE_PASSWORD' });
  await givenUser(app, { role: 'normal' });
  const users = await admin.call(adminUserApi.list, {});
  expect(users.map(({ email }) => email)).toEqual(['Anna@example.com', 'boss@example.com', 'zoe@example.com']);
  expect(users[2]).toEqual({
    username: 'anna',
    email: 'zoe@example.com',
    emailVerified: true,
    name: 'zoe@example.com',
    role: 'editor',
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    createdAt: toInstant(app.clock.now()),
    updatedAt: toInstant(app.clock.now()),
    revision: 1,
  });
});

test('listing a thousand users takes few queries', async () => {
  const { app, admin } = await givenAdmin();
  const usernames = Array.from({ length: MAX_CONSOLE_USERS - 1 }, (_, index) => `editor-${index}`);
  await fillConsole(app, usernames);
  expect(await admin.call(adminUserApi.list, {})).toHaveLength(MAX_CONSOLE_USERS);
  const full = { status: 400, body: { message: 'Too many users' } };
  const creation = { body: { email: 'one-more@example.com', role: 'viewer' as const } };
  await expect(admin.call(adminUserApi.create, creation)).rejects.toMatchObject(full);
  const normal = await givenUser(app, { role: 'normal' });
  const promotion = { ...params(normal), body: { role: 'viewer' as const } };
  await expect(admin.call(adminUserApi.update, promotion)).rejects.toMatchObject(full);
  await admin.call(adminUserApi.update, { params: { username: 'editor-1' }, body: { role: 'viewer' } });
  await admin.call(adminUserApi.update, { params: { username: 'editor-1' }, body: { role: 'normal' } });
  await admin.call(adminUserApi.update, promotion);
});

async function fillConsole({ database: { writer } }: TestApp, usernames: readonly string[]): Promise<void> {
  const createdAt = '2026-11-21T04:43:00Z';
  const model = await writer
    .selectFrom('poolUsers')
    .selectAll()
    .where('username', '=', 'boss')
    .executeTakeFirstOrThrow();
  for (let start = 0; start < usernames.length; start += 250) {
    const some = usernames.slice(start, start + 250);
    await writer
      .insertInto('users')
      .values(some.map((username) => ({ username, role: 'editor', createdAt, isEnabled: 1 })))
      .execute();
    await writer
      .insertInto('poolUsers')
      .values(some.map((username) => ({ ...model, username, sub: username, emailKey: `${username}@example.com` })))
      .execute();
  }
}

test('accounts are searched by address prefix and status', async () => {
  const { app, admin } = await givenAdmin();
  for (const name of ['Hanako', 'hanae', 'haruka', 'taro']) {
    await givenUser(app, { role: 'normal', username: name.toLowerCase(), email: `${name}@example.com` });
  }
  await givenUser(app, { username: 'hans', email: 'hans@example.com', status: 'UNCONFIRMED', isEmailVerified: false });
  await admin.call(adminUserApi.setEnabled, { params: { username: 'hanae' }, body: { enabled: false } });
  const search = async (query: {
    email?: string;
    status?: 'enabled' | 'disabled';
    count?: number;
    pageToken?: string;
  }) => {
    const { items, pageToken } = await admin.call(adminUserApi.search, { query });
    return { names: items.map(({ username }) => username), pageToken };
  };
  expect(await search({ email: 'HAN' })).toEqual({ names: ['hanae', 'hanako', 'hans'], pageToken: null });
  expect((await search({ email: 'han', status: 'enabled' })).names).toEqual(['hanako', 'hans']);
  expect((await search({ status: 'disabled' })).names).toEqual(['hanae']);
  expect((await search({ email: '%' })).names).toEqual([]);
  const seen: string[] = [];
  let pageToken: string | null = '';
  while (pageToken !== null) {
    const page: Awaited<ReturnType<typeof search>> = await search({ count: 2, pageToken });
    seen.push(...page.names);
    pageToken = page.pageToken;
  }
  expect(seen).toEqual(['boss', 'hanae', 'hanako', 'hans', 'haruka', 'taro']);
  const [boss] = (await admin.call(adminUserApi.search, { query: { email: 'boss' } })).items;
  expect(boss).toMatchObject({ role: 'admin', enabled: true });
});

test('accounts are read by name, ignoring case', async () => {
  const { app, admin } = await givenAdmin();
  await givenUser(app, { username: 'hanako', serviceIds: ['news', 'blog'] });
  for (const username of ['hanako', 'HANAKO', 'Hanako']) {
    expect(await admin.call(adminUserApi.read, { params: { username } })).toMatchObject({
      username: 'hanako',
      email: 'hanako@example.com',
      role: 'editor',
      acceptServiceIds: ['blog', 'news'],
      mfaEnabled: false,
    });
  }
});

test('invited users get their rights and choose a password', async () => {
  const { app, admin } = await givenAdmin();
  await givenService(app, { serviceId: 'blog' });
  const result = await admin.call(adminUserApi.create, {
    body: {
      email: ' Hanako@Example.com ',
      name: '花子',
      role: 'editor',
      serviceIds: ['news', 'blog', 'news'],
      language: 'ja',
    },
  });
  expect(result).toMatchObject({
    email: 'Hanako@Example.com',
    emailVerified: true,
    name: '花子',
    role: 'editor',
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    acceptServiceIds: ['blog', 'news'],
    mfaEnabled: false,
  });
  expect(result.username).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(await actionsTo(app, result.username)).toMatchObject([
    {
      action: 'account-created',
      actor: 'boss',
      actorKind: 'user',
      address: '127.0.0.1',
      details: { role: 'editor', services: ['blog', 'news'] },
    },
  ]);
  const [mail] = app.mails;
  expect(app.mails).toHaveLength(1);
  expect(mail).toMatchObject({ to: 'Hanako@Example.com', language: 'ja', kind: 'invitation' });
  const { password, ...values } = (mail as Mail).values as { password: string };
  expect(values).toEqual({ email: 'Hanako@Example.com', isForConsole: true });
  const session = await (await poolClient(app, 'hanako@example.com')).signIn(password, 'woodblock and ink');
  const call = app.callWith(session.getAccessToken().getJwtToken());
  expect(await call(accountApi.services, {})).toMatchObject([{ serviceId: 'blog' }, { serviceId: 'news' }]);
});

test('invitations return the temporary password without a mail server', async () => {
  const { app, admin } = await givenAdmin({ mailer: { send: async () => {}, isOutboxOnly: true } });
  const body = { email: 'hanako@example.com', role: 'editor' } as const;
  const { username, temporaryPassword = '' } = await admin.call(adminUserApi.create, { body });
  const again = await admin.call(adminUserApi.resetPassword, { params: { username } });
  expect(again.temporaryPassword).not.toBe(temporaryPassword);
  const client = await poolClient(app, body.email);
  await expect(client.signIn(temporaryPassword)).rejects.toThrow();
  await expect(client.signIn(again.temporaryPassword ?? '', 'woodblock and ink')).resolves.toBeTruthy();
});

test("invitations default to the administrator's language", async () => {
  const { app, admin } = await givenAdmin();
  await admin.send('POST', '/api/admin/users', {
    body: { email: 'hanako@example.com', role: 'normal' },
    headers: { 'accept-language': 'ja-JP,ja;q=0.9' },
  });
  expect(app.mails).toMatchObject([{ language: 'ja', values: { isForConsole: false } }]);
});

test('addresses in use cannot be invited, also concurrently', async () => {
  const { app, admin } = await givenAdmin();
  await givenUser(app, { username: 'taro' });
  const inUse = {
    status: 400,
    json: { message: 'Validation Failed', errors: [{ field: 'email', message: 'Email address is already in use' }] },
  };
  const invite = (email: string) => admin.send('POST', '/api/admin/users', { body: { email, role: 'editor' } });
  expect(await invite('TARO@example.com')).toMatchObject(inUse);
  const answers = await Promise.all(Array.from({ length: 4 }, () => invite('hanako@example.com')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(answers.filter(({ status }) => status === 400)).toEqual(Array(3).fill(expect.objectContaining(inUse)));
  expect(app.mails).toHaveLength(1);
});

const servicesOf = async ({ send }: GivenUser) => (await send('GET', '/api/admin/account/services')).status;

test('role changes apply at the next request', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { role: 'normal' });
  const give = (role: Role) => admin.call(adminUserApi.update, { ...params(user), body: { role } });
  expect(await servicesOf(user)).toBe(403);
  expect(await give('admin')).toEqual({ message: 'Update success', revision: 2, notesRevision: 1 });
  expect(await servicesOf(user)).toBe(200);
  expect(await user.call(adminServiceApi.list, {})).toHaveLength(1);
  await give('viewer');
  expect(await servicesOf(user)).toBe(200);
  expect((await user.send('GET', '/api/admin/services')).status).toBe(403);
  await give('normal');
  expect(await servicesOf(user)).toBe(403);
  expect((await actionsTo(app, user.username)).map(({ details }) => details)).toEqual([
    { from: 'normal', to: 'admin' },
    { from: 'admin', to: 'viewer' },
    { from: 'viewer', to: 'normal' },
  ]);
});

test('service changes apply at the next request', async () => {
  const { app, admin } = await givenAdmin();
  for (const serviceId of ['blog', 'shop']) await givenService(app, { serviceId });
  const user = await givenUser(app, { serviceIds: ['news'] });
  const give = (serviceIds: string[]) => admin.call(adminUserApi.update, { ...params(user), body: { serviceIds } });
  const own = async () => (await user.call(accountApi.services, {})).map(({ serviceId }) => serviceId);
  expect(await give(['news', 'blog', 'shop'])).toEqual({ message: 'Update success', revision: 2, notesRevision: 1 });
  expect(await own()).toEqual(['blog', 'news', 'shop']);
  await give(['blog']);
  expect(await own()).toEqual(['blog']);
  expect((await user.send('GET', '/api/admin/posts/news')).status).toBe(403);
  await give([]);
  expect(await own()).toEqual([]);
  expect((await admin.call(adminUserApi.read, params(user))).updatedAt).toBe(toInstant(app.clock.now()));
  expect((await actionsTo(app, user.username)).map(({ action, details }) => ({ action, ...details }))).toEqual([
    { action: 'services-changed', added: ['blog', 'shop'], removed: [] },
    { action: 'services-changed', added: [], removed: ['news', 'shop'] },
    { action: 'services-changed', added: [], removed: ['blog'] },
  ]);
});

test('role and services are changed atomically', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { role: 'viewer', serviceIds: ['news'] });
  const url = `/api/admin/users/${user.username}`;
  const before = await admin.call(adminUserApi.read, params(user));
  expect(before).toMatchObject({ role: 'viewer', updatedAt: before.createdAt });
  expect((await admin.send('POST', url, { body: { role: 'editor', serviceIds: ['none'] } })).status).toBe(400);
  expect(await admin.call(adminUserApi.read, params(user))).toEqual(before);
  await admin.call(adminUserApi.update, { ...params(user), body: { role: 'editor', serviceIds: [] } });
  expect(await admin.call(adminUserApi.read, params(user))).toMatchObject({ role: 'editor', acceptServiceIds: [] });
});

test('unchanged values are not saved or audited', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { serviceIds: ['news'] });
  const before = await admin.call(adminUserApi.read, params(user));
  app.clock.moveTo(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await admin.call(adminUserApi.update, { ...params(user), body: { role: 'editor', serviceIds: ['news'] } });
  await admin.call(adminUserApi.setEnabled, { ...params(user), body: { enabled: true } });
  expect(await admin.call(adminUserApi.read, params(user))).toEqual(before);
  expect(await actionsTo(app, user.username)).toEqual([]);
});

test('new tokens contain changed rights', async () => {
  const { app, admin } = await givenAdmin();
  await givenUser(app, { username: 'hanako', serviceIds: ['news'], role: 'viewer' });
  const client = await poolClient(app, 'hanako@example.com');
  await client.signIn('correct horse battery');
  await admin.call(adminUserApi.update, { params: { username: 'hanako' }, body: { role: 'editor', serviceIds: [] } });
  const claims = (await client.refresh()).getIdToken().decodePayload();
  expect(claims).toMatchObject({ 'custom:role': 'editor', 'custom:acceptServiceIds': '' });
  expect(await client.attributes()).toMatchObject({ 'custom:role': 'editor' });
});

test('disabling a user ends sessions and prevents sign-in', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { username: 'hanako' });
  const set = (enabled: boolean) => admin.call(adminUserApi.setEnabled, { ...params(user), body: { enabled } });
  expect(await set(false)).toEqual({ message: 'Update success' });
  expect(await servicesOf(user)).toBe(401);
  expect(await admin.call(adminUserApi.read, params(user))).toMatchObject({ enabled: false });
  const client = await poolClient(app, 'hanako@example.com');
  await expect(client.signIn('correct horse battery')).rejects.toThrow();
  await set(true);
  expect(await servicesOf(user)).toBe(401);
  const session = await client.signIn('correct horse battery');
  expect(await app.callWith(session.getAccessToken().getJwtToken())(accountApi.services, {})).toHaveLength(1);
  expect((await actionsTo(app, 'hanako')).map(({ action }) => action)).toEqual(['account-disabled', 'account-enabled']);
});

test('signed-out users can sign in again', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { username: 'hanako' });
  expect(await admin.call(adminUserApi.signOut, params(user))).toEqual({ message: 'Update success' });
  expect(await servicesOf(user)).toBe(401);
  const session = await (await poolClient(app, 'hanako@example.com')).signIn('correct horse battery');
  expect(await app.callWith(session.getAccessToken().getJwtToken())(accountApi.services, {})).toHaveLength(1);
  expect((await actionsTo(app, 'hanako')).map(({ action }) => action)).toEqual(['signed-out-everywhere']);
});

test('password resets invalidate the password and mail a code', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { username: 'hanako' });
  expect(await admin.call(adminUserApi.resetPassword, params(user))).toEqual({ message: 'Update success' });
  expect(await servicesOf(user)).toBe(401);
  expect(await admin.call(adminUserApi.read, params(user))).toMatchObject({ status: 'RESET_REQUIRED' });
  expect(app.mails).toMatchObject([
    { to: 'hanako@example.com', kind: 'forgot-password', values: { username: 'hanako' } },
  ]);
  expect((await actionsTo(app, 'hanako')).map(({ action }) => action)).toEqual(['password-reset-requested']);
});

test('accounts of providers cannot be reset', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { status: 'EXTERNAL_PROVIDER' });
  const answer = await admin.send('POST', `/api/admin/users/${user.username}/password-reset`);
  expect(answer).toMatchObject({ status: 400, json: { message: 'The account has no password' } });
  expect(await servicesOf(user)).toBe(200);
  expect(await actionsTo(app, user.username)).toEqual([]);
});

test('deleted accounts are removed and their address is free', async () => {
  const { app, admin } = await givenAdmin();
  const user = await givenUser(app, { username: 'hanako' });
  expect(await admin.call(adminUserApi.remove, params(user))).toBeNull();
  expect(await servicesOf(user)).toBe(401);
  for (const table of ['users', 'poolUsers', 'poolSessions', 'userServices'] as const) {
    const rows = await app.database.writer
      .selectFrom(table)
      .select('username')
      .where('username', '=', 'hanako')
      .execute();
    expect(rows, table).toEqual([]);
  }
  expect((await actionsTo(app, 'hanako')).map(({ action }) => action)).toEqual(['account-deleted']);
  expect((await admin.send('DELETE', '/api/admin/users/hanako')).status).toBe(404);
  await admin.call(adminUserApi.create, { body: { email: 'hanako@example.com', role: 'viewer' } });
});

test('administrators cannot disable, delete or demote themselves', async () => {
  const { app, admin } = await givenAdmin();
  await givenUser(app, { role: 'admin' });
  const own = '/api/admin/users/Boss';
  const answers = [
    await admin.send('POST', `${own}/enabled`, { body: { enabled: false } }),
    await admin.send('DELETE', own),
    await admin.send('POST', own, { body: { role: 'editor' } }),
  ];
  expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
    [400, 'Not for your own account'],
    [400, 'Not for your own account'],
    [400, 'Your own admin role is needed'],
  ]);
  await admin.call(adminUserApi.update, { params: { username: 'boss' }, body: { role: 'admin', serviceIds: [] } });
  expect(await admin.call(adminUserApi.read, { params: { username: 'boss' } })).toMatchObject({ acceptServiceIds: [] });
});

test('administrators disabled in the pool do not count', async () => {
  const { app, admin } = await givenAdmin();
  const other = await givenUser(app, { role: 'admin' });
  const { writer } = app.database;
  await writer.updateTable('poolUsers').set({ isEnabled: 0 }).where('username', '=', 'boss').execute();
  const demotion = writer.transaction().execute((trx) => requireAnotherAdmin(trx, other.username));
  await expect(demotion).rejects.toMatchObject({ status: 400, message: 'The last admin is needed' });
  expect(await servicesOf(admin)).toBe(401);
});

const ends: [name: string, end: (admin: GivenUser, other: GivenUser) => Promise<{ status: number; json: unknown }>][] =
  [
    [
      'disabled',
      (admin, { username }) => admin.send('POST', `/api/admin/users/${username}/enabled`, { body: { enabled: false } }),
    ],
    [
      'demoted',
      (admin, { username }) => admin.send('POST', `/api/admin/users/${username}`, { body: { role: 'viewer' } }),
    ],
    ['deleted', (admin, { username }) => admin.send('DELETE', `/api/admin/users/${username}`)],
  ];
const pairs = ends.flatMap((one, index) =>
  ends.slice(index).map((other) => [one[0], other[0], one[1], other[1]] as const),
);

test.for(pairs)('one admin stays when two are %s and %s', async ([, , one, other]) => {
  const app = await testApp();
  const first = await givenUser(app, { role: 'admin' });
  const second = await givenUser(app, { role: 'admin' });
  for (const role of ['editor', 'normal'] as const) await givenUser(app, { role });
  const answers = await Promise.all([one(first, second), other(second, first)]);
  const left = await app.database.writer
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'admin')
    .where('isEnabled', '=', 1)
    .execute();
  expect(left).toHaveLength(1);
  const rejections = answers.filter(({ status }) => status !== 200);
  // A user who lost their rights first gets 401 or 403 instead.
  expect(rejections).toHaveLength(1);
  expect([400, 401, 403]).toContain(rejections[0]?.status);
});

test('administrators can disable MFA and the owner is notified', async () => {
  const app = await testApp();
  const user = await givenUser(app, { username: 'hanako' });
  await app.database.writer
    .updateTable('poolUsers')
    .set({ totpSecret: 'sealed', isTotpEnabled: 1 })
    .where('username', '=', 'hanako')
    .execute();
  const admin = await givenUser(app, { role: 'admin' });
  expect((await admin.call(adminUserApi.read, params(user))).mfaEnabled).toBe(true);
  expect(await admin.call(adminUserApi.disableMfa, params(user))).toEqual({ message: 'Update success' });
  expect((await admin.call(adminUserApi.read, params(user))).mfaEnabled).toBe(false);
  expect(app.mails.at(-1)).toMatchObject({ to: 'hanako@example.com', kind: 'mfa-disabled' });
  const entry = await app.database.reader
    .selectFrom('auditLog')
    .selectAll()
    .orderBy('entryId', 'desc')
    .limit(1)
    .execute();
  expect(entry).toMatchObject([{ action: 'mfa-disabled', actor: admin.username, target: 'hanako' }]);
  const own = await admin.call(adminUserApi.disableMfa, params(admin)).catch(({ body }) => body);
  expect(own).toEqual({ message: 'Not for your own account' });
});

test('administrators can edit phone number, address and memo', async () => {
  const app = await testApp();
  const { username } = await givenUser(app, { username: 'hanako' });
  const admin = await givenUser(app, { role: 'admin' });
  const change = (body: object) => admin.send('POST', `/api/admin/users/${username}`, { body });
  const read = () => admin.call(adminUserApi.read, { params: { username } });
  expect(await read()).toMatchObject({ tel: '', address: '', memo: '' });
  expect((await change({ tel: ' 03-1234-5678 ', memo: 'Calls back' })).status).toBe(200);
  expect((await change({ address: '東京都' })).status).toBe(200);
  expect((await change({ memo: '' })).status).toBe(200);
  expect(await read()).toMatchObject({ tel: '03-1234-5678', address: '東京都', memo: '', role: 'editor' });
  const entries = await app.database.reader
    .selectFrom('auditLog')
    .select('details')
    .where('action', '=', 'attributes-changed')
    .orderBy('entryId')
    .execute();
  expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
    { names: ['tel', 'memo'] },
    { names: ['address'] },
    { names: ['memo'] },
  ]);
});
