import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';
import { resetPassword } from './reset-password.ts';
import { countAttempt } from './sign-in-backoff.ts';
import { verifyToken } from './tokens.ts';

const appNow = () => testApp({ clock: testClock(new Date().toISOString()) });

const roleOf = async ({ database }: TestApp, username: string) =>
  (await database.reader.selectFrom('users').select('role').where('username', '=', username).executeTakeFirst())?.role;

test('reset unlocks an account and sets a temporary password', async () => {
  const app = await appNow();
  const { accessToken } = await givenUser(app, { username: 'admin', role: 'admin' });
  const { writer } = app.database;
  await writer.updateTable('poolUsers').set({ isEnabled: 0 }).execute();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    for (const name of ['admin', 'admin@example.com']) {
      await writer.transaction().execute((trx) => countAttempt(trx, app.userPool, { name, isAccount: true }));
    }
  }
  const reset = await resetPassword(app.userPool, 'Admin@Example.com');
  expect(reset).toMatchObject({ username: 'admin', email: 'admin@example.com', isMadeAdmin: false });
  expect(await verifyToken(app.userPool, accessToken)).toBeUndefined();
  const client = await poolClient(app, 'admin');
  await expect(client.signIn(reset?.newPassword ?? '')).rejects.toThrow('A new password is required');
  const session = await client.signIn(reset?.newPassword ?? '', 'a new battery staple');
  expect(await verifyToken(app.userPool, session.getAccessToken().getJwtToken())).toMatchObject({ username: 'admin' });
});

test('reset makes an administrator only when none is left', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'boss', role: 'admin' });
  await givenUser(app, { username: 'hanako', role: 'editor' });
  expect(await resetPassword(app.userPool, 'hanako')).toMatchObject({ isMadeAdmin: false });
  expect(await roleOf(app, 'hanako')).toBe('editor');
  await app.database.writer.updateTable('poolUsers').set({ isEnabled: 0 }).where('username', '=', 'boss').execute();
  expect(await resetPassword(app.userPool, 'hanako')).toMatchObject({ isMadeAdmin: true });
  expect(await roleOf(app, 'hanako')).toBe('admin');
});

test('reset of an unknown account returns undefined', async () => {
  const app = await testApp();
  await givenUser(app, { username: 'hanako' });
  expect(await resetPassword(app.userPool, 'nobody')).toBeUndefined();
  expect(await resetPassword(app.userPool, 'nobody@example.com')).toBeUndefined();
});
