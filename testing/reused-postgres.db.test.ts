import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from './database.ts';

async function useDatabase(work: (database: Database) => Promise<unknown>): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const database = await testDatabase((end) => ends.unshift(end));
  await work(database);
  for (const end of ends) await end();
}

async function nameOf({ engine, reader }: Database): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(reader);
  return rows[0]?.name;
}

test('rows of another test are deleted, and the audit log stays protected', async () => {
  const entry = { entryId: '1', at: new Date().toISOString(), action: 'a', actorKind: 'user', details: '{}' } as const;
  const names: unknown[] = [];
  const insert = async (database: Database) => {
    names.push(await nameOf(database));
    expect(await database.reader.selectFrom('auditLog').selectAll().execute()).toEqual([]);
    await database.writer.insertInto('auditLog').values(entry).execute();
    await expect(database.writer.deleteFrom('auditLog').execute()).rejects.toThrow('append-only');
  };
  await useDatabase(insert);
  await useDatabase(insert);
  // On PostgreSQL it is the same one.
  expect(names[0]).toBe(names[1]);
});

test('changed schema prevents reuse of the database', async () => {
  await useDatabase(({ writer }) => sql`create table added (id integer)`.execute(writer));
  await useDatabase(({ writer }) => sql`create table added (id integer)`.execute(writer));
});
