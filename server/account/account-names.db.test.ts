import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';

test('oversized name queries return 400', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer', serviceIds: [] });
  const many = Array.from({ length: 51 }, (_, index) => `user-${index}`).join(',');
  expect((await viewer.send('GET', `/api/admin/account/names?usernames=${many}`)).status).toBe(400);
});

test('names of console users and API keys are returned', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin', username: 'hanako' });
  const reader = await givenUser(app, { role: 'normal', username: 'reader', serviceIds: [] });
  const create = (body: { email: string; name?: string }) =>
    admin.call(adminUserApi.create, { body: { role: 'editor', ...body } });
  const named = await create({ email: 'taro@example.com', name: '太郎' });
  const nameless = await create({ email: 'jiro@example.com' });
  const { keyId } = await admin.call(apiKeyApi.create, {
    body: { label: 'Newsletter', may: 'write', serviceIds: ['news'] },
  });
  const usernames = ['hanako', reader.username, named.username, nameless.username, `key:${keyId}`, 'nobody'];
  const answer = await admin.call(accountApi.names, { query: { usernames: usernames.join(',') } });
  expect(Object.fromEntries(answer.map(({ username, name }) => [username, name]))).toEqual({
    hanako: 'hanako',
    [named.username]: '太郎',
    [nameless.username]: 'jiro',
    [`key:${keyId}`]: 'Newsletter',
  });
});

test('unverified addresses are not used as names', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const username = randomUUID();
  await givenUser(app, { username, email: 'boss@example.com', isEmailVerified: false });
  expect(await admin.call(accountApi.names, { query: { usernames: username } })).toEqual([
    { username, name: username },
  ]);
});
