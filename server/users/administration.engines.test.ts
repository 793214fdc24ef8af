import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { HttpError } from '../http/errors.ts';
import { requireAnotherAdmin } from './administration.ts';
import { deleteRights, insertUser, saveRole, updateUser } from './user.repository.ts';

const createdAt = '2026-11-21T04:43:00Z';

async function givenUsers({ writer }: Database, roles: Record<string, string>): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    for (const [username, role] of Object.entries(roles)) await insertUser(trx, { username, role, createdAt });
  });
}

type End = (trx: Transaction, username: string) => Promise<void>;

async function end({ writer }: Database, username: string, work: End): Promise<boolean> {
  try {
    await writer.transaction().execute(async (trx) => {
      await requireAnotherAdmin(trx, username);
      await work(trx, username);
    });
    return false;
  } catch (error) {
    if (error instanceof HttpError) return error.status === 400 && error.message === 'The last admin is needed';
    throw error;
  }
}

const demote: End = (trx, username) => saveRole(trx, { username, role: 'viewer', savedAt: createdAt });
const disable: End = (trx, username) => updateUser(trx, username, { isEnabled: false });

test('only the last enabled administrator is protected', async () => {
  const database = await testDatabase();
  await givenUsers(database, { anna: 'admin', bert: 'admin', emil: 'editor', nora: 'normal' });
  for (const username of ['emil', 'nora', 'nobody', 'bert']) expect(await end(database, username, disable)).toBe(false);
  for (const work of [demote, disable, deleteRights]) expect(await end(database, 'anna', work)).toBe(true);
  expect(await end(database, 'bert', deleteRights)).toBe(false);
});

test.for<[string, End]>([
  ['demote', demote],
  ['disable', disable],
  ['delete', deleteRights],
])('when four concurrently %s themselves, one stays', async ([, work]) => {
  const database = await testDatabase();
  const names = ['anna', 'bert', 'cleo', 'dora'];
  await givenUsers(database, Object.fromEntries(names.map((name) => [name, 'admin'])));
  const rejected = await Promise.all(names.map((name) => end(database, name, work)));
  expect(rejected.filter(Boolean)).toHaveLength(1);
});
