import { expect, test } from 'vitest';
import { testApp, testUserPool } from '#testing/app.ts';
import { callPool } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';
import { createAuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import { WrongSecretError } from '../database/pool-settings.ts';
import { createVault } from '../platform/vault.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sealTotpSecret } from './software-token-check.ts';
import { verifyToken } from './tokens.ts';

const from = 'the first secret, which is long enough';
const to = 'the second secret, which is long enough';

const saltOf = async (app: Awaited<ReturnType<typeof testApp>>, USERNAME: string) => {
  const { json } = await callPool(app, 'InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: app.userPool.clientId,
    AuthParameters: { USERNAME, SRP_A: '2' },
  });
  return [json.ChallengeParameters.SALT, json.ChallengeParameters.USER_ID_FOR_SRP];
};

async function given() {
  const clock = testClock(new Date().toISOString());
  const database = await testDatabase();
  const appWith = async (secret: string) =>
    testApp({ clock, database, userPool: await testUserPool({ database, clock, secret }) });
  const rotate = (secrets = { from, to }) =>
    rotateSecret({ database, audit: createAuditLog({ database, clock }) }, secrets);
  return { clock, database, appWith, rotate };
}

const givenMail = ({ writer }: Database, mailId: string, content: string | null) =>
  writer
    .insertInto('mails')
    .values({
      mailId,
      content,
      recipient: 'a@example.com',
      kind: 'password-changed',
      language: 'en',
      subject: 'x',
      status: 'waiting',
      attempts: 0,
      dueAt: null,
      lastError: null,
      createdAt: '2026-11-21T04:43:00Z',
      sentAt: null,
    })
    .execute();

test('rotation re-encrypts all values and keeps sessions', async () => {
  const { database, appWith, rotate } = await given();
  const before = await appWith(from);
  const user = await givenUser(before, { username: 'hanako' });
  const sealed = sealTotpSecret(before.userPool, 'JBSWY3DPEHPK3PXP');
  await database.writer.updateTable('poolUsers').set({ totpSecret: sealed, pendingTotpSecret: sealed }).execute();
  await givenMail(database, 'a', createVault(from).seal('mail', Buffer.from('what it says')));
  await givenMail(database, 'b', null);
  await givenMail(database, 'c', createVault('of some time before, and long enough').seal('mail', Buffer.from('x')));
  const ofNobody = await saltOf(before, 'nobody@example.com');
  const ofSomebody = await saltOf(before, 'hanako@example.com');

  await rotate();

  await expect(testUserPool({ database, clock: before.clock, secret: from })).rejects.toThrow(WrongSecretError);
  const after = await appWith(to);
  expect(await verifyToken(after.userPool, user.accessToken)).toMatchObject({ username: 'hanako' });
  expect(await saltOf(after, 'hanako@example.com')).toEqual(ofSomebody);
  // Changed decoy salts would reveal which accounts exist.
  expect(await saltOf(after, 'nobody@example.com')).toEqual(ofNobody);
  const row = await database.reader
    .selectFrom('poolUsers')
    .select(['totpSecret', 'pendingTotpSecret'])
    .executeTakeFirstOrThrow();
  for (const stored of [row.totpSecret, row.pendingTotpSecret]) {
    expect(after.userPool.vault.open('totp secret', stored ?? '')?.toString()).toBe('JBSWY3DPEHPK3PXP');
  }
  await expect((await poolClient(after, 'hanako')).signIn('correct horse battery')).resolves.toBeDefined();
  const mails = await database.reader.selectFrom('mails').select('content').orderBy('mailId').execute();
  expect(
    createVault(to)
      .open('mail', mails[0]?.content ?? '')
      ?.toString(),
  ).toBe('what it says');
  expect(mails.slice(1)).toEqual([{ content: null }, { content: null }]);
  const { action, actorKind } = await database.reader
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'secret-rotated')
    .executeTakeFirstOrThrow();
  expect([action, actorKind]).toEqual(['secret-rotated', 'system']);
});

test('rotation with a wrong secret changes nothing', async () => {
  const { database, appWith, rotate } = await given();
  await givenUser(await appWith(from));
  await expect(rotate({ from: to, to: from })).rejects.toThrow(WrongSecretError);
  await database.writer.updateTable('poolUsers').set({ verifier: 'spoilt' }).execute();
  await expect(rotate()).rejects.toThrow(WrongSecretError);
  await expect(appWith(from)).resolves.toBeDefined();
});

test('rotation processes accounts in several batches', async () => {
  const { database, appWith, rotate } = await given();
  const app = await appWith(from);
  const { username } = await givenUser(app);
  const row = await database.reader.selectFrom('poolUsers').selectAll().executeTakeFirstOrThrow();
  const copies = Array.from({ length: 1001 }, (_, index) => ({
    ...row,
    username: `copy-${index}`,
    sub: `sub-${index}`,
    emailKey: `copy-${index}`,
  }));
  for (let start = 0; start < copies.length; start += 100) {
    await database.writer
      .insertInto('poolUsers')
      .values(copies.slice(start, start + 100))
      .execute();
  }
  await rotate();
  const { vault } = (await appWith(to)).userPool;
  const users = await database.reader.selectFrom('poolUsers').select(['username', 'salt', 'verifier']).execute();
  expect(users.map((each) => each.username)).toContain(username);
  for (const { salt, verifier } of users) {
    expect([vault.open('salt', salt), vault.open('verifier', verifier)]).not.toContain(undefined);
  }
});
