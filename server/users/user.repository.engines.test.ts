import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from '../database/connect.ts';
import { acceptService, acceptServiceForAdmins, findActor, insertUser, updateUser } from './user.repository.ts';

const createdAt = '2026-11-21T04:43:00Z';

async function givenRole({ writer }: Database, username: string, role: string): Promise<void> {
  await writer.transaction().execute((trx) => insertUser(trx, { username, role, createdAt }));
}

test('unknown users are not actors', async () => {
  const database = await testDatabase();
  expect(await findActor(database.reader, 'nobody')).toBeUndefined();
});

test('unknown stored roles give no rights', async () => {
  const database = await testDatabase();
  const roles = ['admin', 'editor', 'viewer', 'normal'];
  for (const stored of [...roles, 'owner', '', 'Admin', 'constructor', '__proto__']) {
    const username = `hana-${stored}`;
    const role = roles.includes(stored) ? stored : 'normal';
    await givenRole(database, username, stored);
    expect(await findActor(database.reader, username)).toEqual({ kind: 'user', username, role, serviceIds: [] });
  }
});

test('actors have their own services by id', async () => {
  const database = await testDatabase();
  await givenRole(database, 'hana', 'editor');
  await givenRole(database, 'taro', 'editor');
  for (const serviceId of ['b', 'c', 'a']) await givenService({ database }, { serviceId });
  await database.writer.transaction().execute(async (trx) => {
    for (const serviceId of ['b', 'a', 'b']) await acceptService(trx, { username: 'hana', serviceId, createdAt });
    await acceptService(trx, { username: 'taro', serviceId: 'c', createdAt });
  });
  expect((await findActor(database.reader, 'hana'))?.serviceIds).toEqual(['a', 'b']);
});

test('services without an owner go to all administrators', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId: 'news' });
  for (const role of ['admin', 'editor', 'viewer']) await givenRole(database, role, role);
  await database.writer.transaction().execute(async (trx) => {
    await acceptServiceForAdmins(trx, { serviceId: 'news', createdAt });
    await acceptServiceForAdmins(trx, { serviceId: 'news', createdAt });
  });
  expect(await findActor(database.reader, 'admin')).toMatchObject({ serviceIds: ['news'] });
  expect(await findActor(database.reader, 'editor')).toMatchObject({ serviceIds: [] });
});

test('disabled users are not actors', async () => {
  const database = await testDatabase();
  await givenRole(database, 'hana', 'admin');
  await database.writer.transaction().execute((trx) => updateUser(trx, 'hana', { isEnabled: false }));
  expect(await findActor(database.reader, 'hana')).toBeUndefined();
});

test('tokens issued before a global sign-out are rejected', async () => {
  const database = await testDatabase();
  await givenRole(database, 'hana', 'editor');
  const tokensValidAfter = '2026-11-21T05:00:00Z';
  await database.writer.transaction().execute((trx) => updateUser(trx, 'hana', { tokensValidAfter }));
  const roleAt = async (instant: string) => (await findActor(database.reader, 'hana', new Date(instant)))?.role;
  expect(await roleAt('2026-11-21T04:59:59Z')).toBeUndefined();
  expect(await roleAt('2026-11-21T05:00:00Z')).toBe('editor');
});
