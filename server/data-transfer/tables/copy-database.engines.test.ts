import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { connect, type DatabaseTarget } from '#server/database/connect.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { blankDatabase, migratedSqliteFile, testDatabaseWithTarget } from '#testing/database.ts';
import { temporaryFolder } from '#testing/product.ts';
import { givenWholeService } from '#testing/transfer.ts';
import { everythingIn, fillEveryTable, fillManyRows } from '#testing/whole-database.ts';
import { type CopyProgress, moveDatabase, TransferError } from '../index.ts';
import { readTablePlan } from './table-plan.ts';

const { signal } = new AbortController();
const move = (from: DatabaseTarget, to: DatabaseTarget, onProgress: (progress: CopyProgress) => void = () => {}) =>
  moveDatabase({ from, to, signal, onProgress });

async function newFile() {
  return { engine: 'sqlite', path: join(await temporaryFolder(), 'moved.db') } as const;
}

async function newTarget(): Promise<DatabaseTarget> {
  const { database, target } = await blankDatabase();
  await database.close();
  return target;
}

async function rejection(from: DatabaseTarget, to: DatabaseTarget): Promise<string> {
  const error = await move(from, to).catch((caught) => caught);
  expect(error).toBeInstanceOf(TransferError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

const countedTo = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true });
  const { seq } = database.prepare("select seq from sqlite_sequence where name = 'categories'").get() ?? {};
  database.close();
  return seq;
};

test('moves everything between both engines losslessly', async () => {
  const { database, target: original } = await testDatabaseWithTarget();
  await givenWholeService({ database });
  await database.close();
  const { tables } = await readTablePlan();
  const before = await everythingIn(original, tables);
  const first = await newFile();
  const middle = await newTarget();
  const last = await newFile();
  const { tables: digests } = await move(original, first);
  expect(await everythingIn(first, tables)).toEqual(before);
  expect(await everythingIn(original, tables)).toEqual(before);
  expect(digests.posts?.rows).toBe(before.posts?.length);
  // The counter must not reuse the id of a deleted category.
  const file = new DatabaseSync(first.path);
  file.exec("update sqlite_sequence set seq = 70 where name = 'categories'");
  file.close();
  fillEveryTable(first.path, tables);
  const whole = await everythingIn(first, tables);
  for (const { name } of tables) expect(whole[name]?.length, name).toBeGreaterThan(0);
  const copied = await move(first, middle);
  expect(await move(middle, last)).toEqual(copied);
  expect(await everythingIn(middle, tables)).toEqual(whole);
  expect(await everythingIn(last, tables)).toEqual(whole);
  expect(countedTo(last.path)).toBe(70);
  const opened = await openMigrated({ database: middle });
  const { id } = await opened.writer
    .insertInto('categories')
    .values({ serviceId: 'news', slug: 'next', label: 'x', parentPath: '', createdAt: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBe(71);
  await opened.close();
});

test('continues a killed move and refuses its unfinished copy', {
  tags: ['extended'],
}, async () => {
  const source = await migratedSqliteFile();
  fillManyRows(source.path, 2500);
  const before = await readFile(source.path);
  const to = await newTarget();
  for (const steps of [2, 4]) {
    const script = join(import.meta.dirname, '../../../testing/move-process.ts');
    const child = spawn(process.execPath, [script, JSON.stringify({ from: source, to, steps })], { stdio: 'inherit' });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    if (to.engine === 'postgres') {
      await expect(openMigrated({ database: to })).rejects.toThrow('an unfinished copy');
      expect(await rejection(to, await newFile())).toMatch(/^The database .* is an unfinished copy\. Run the command/);
    } else expect(existsSync(to.path)).toBe(false);
  }
  const added: string[] = [];
  let isRestarted = false;
  const onRestarted = () => {
    isRestarted = true;
  };
  await moveDatabase({ from: source, to, signal, onRestarted, onProgress: ({ table }) => void added.push(table) });
  expect(isRestarted).toBe(false);
  const { tables } = await readTablePlan();
  expect(await everythingIn(to, tables)).toEqual(await everythingIn(source, tables));
  expect(added).toContain('categories');
  expect((await readFile(source.path)).equals(before)).toBe(true);
  await (await openMigrated({ database: to })).close();
});

test('discards a partial copy of another source', async () => {
  const one = await migratedSqliteFile();
  const other = await migratedSqliteFile();
  const to = await newTarget();
  fillManyRows(one.path, 1500);
  fillManyRows(other.path, 3);
  const stop = new AbortController();
  const stopped = moveDatabase({
    from: one,
    to,
    signal: stop.signal,
    onProgress: ({ table }) => table === 'categories' && stop.abort(),
  });
  await expect(stopped).rejects.toThrow('aborted');
  let restarts = 0;
  const onRestarted = () => {
    restarts += 1;
  };
  await moveDatabase({ from: other, to, signal, onProgress: () => {}, onRestarted });
  expect(restarts).toBe(1);
  const { tables } = await readTablePlan();
  expect(await everythingIn(to, tables)).toEqual(await everythingIn(other, tables));
});

test('detects concurrent writes, next run includes them', async () => {
  const source = await migratedSqliteFile();
  const to = await newTarget();
  fillManyRows(source.path, 10);
  let isWritten = false;
  const meanwhile = move(source, to, () => {
    if (isWritten) return;
    isWritten = true;
    const server = new DatabaseSync(source.path);
    server.exec("update services set label = 'Later'");
    server.close();
  });
  await expect(meanwhile).rejects.toThrow('The database changed during the copy');
  await move(source, to);
  const { tables } = await readTablePlan();
  expect(await everythingIn(to, tables)).toEqual(await everythingIn(source, tables));
});

test('refuses to move a database in use', async () => {
  const { database, target } = await testDatabaseWithTarget();
  await database.writer.selectFrom('services').selectAll().execute();
  expect(await rejection(target, await newFile())).toBe(
    'The database is in use. Stop the server first, so that no changes are missed.',
  );
});

test('refuses unsuitable targets without changing them', async () => {
  const source = await migratedSqliteFile();
  fillManyRows(source.path, 2);
  const { database, target } = await testDatabaseWithTarget();
  await database.writer
    .insertInto('services')
    .values({ serviceId: 'x', label: 'x', functions: '[]', revision: 1, createdAt: 'x', updatedAt: null })
    .execute();
  await database.close();
  expect(await rejection(source, target)).toContain('already contains an installation');
  expect(await rejection(source, source)).toMatch(/configured database|in use/);
  const other = await blankDatabase();
  await sql`create table wp_posts (id integer)`.execute(other.database.writer);
  await other.database.close();
  expect(await rejection(source, other.target)).toContain('contains other tables (wp_posts)');
  const noDatabase = await newFile();
  await writeFile(noDatabase.path, 'no database at all, but rather long text '.repeat(100));
  expect(await rejection(source, noDatabase)).toContain('is not writable: file is not a database');
  expect(await rejection(source, { engine: 'postgres', url: 'postgres://a:geheim@127.0.0.1:1/x' })).toMatch(
    /^The database x at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
  );
  expect(await rejection(await newFile(), noDatabase)).toContain('does not exist');
  expect(await rejection({ engine: 'sqlite', path: noDatabase.path }, await newFile())).toContain('cannot be read');
});

test.runIf(inject('postgresUrl') !== undefined)(
  'distinguishes PostgreSQL connection and permission errors',
  async () => {
    const source = await migratedSqliteFile();
    const { database, target } = await blankDatabase();
    if (target.engine !== 'postgres') throw new Error('PostgreSQL is expected');
    const name = `reader_${new URL(target.url).pathname.slice(1)}`;
    await sql`create role ${sql.ref(name)} login password 'x'`.execute(database.writer);
    await database.close();
    const as = (user: string, password: string) => {
      const url = new URL(target.url);
      return { engine: 'postgres', url: Object.assign(url, { username: user, password }).href } as const;
    };
    expect(await rejection(source, as(name, 'x'))).toContain(
      'does not allow this user to create tables. Grant CREATE on public',
    );
    expect(await rejection(source, { engine: 'postgres', url: `${target.url}_not` })).toContain('does not exist');
    const { database: latin, target: legacy } = await blankDatabase();
    await latin.close();
    expect(await rejection(legacy, await newFile())).toContain('contains no installation');
    const again = connect(target);
    await sql`drop role ${sql.ref(name)}`.execute(again.writer);
    await again.close();
  },
);
