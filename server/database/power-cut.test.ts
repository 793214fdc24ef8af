import { copyFileSync, fdatasync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/product.ts';
import { connect } from './connect.ts';

const sync = promisify(fdatasync);
const WRITES = 60;

/**
 * Copies the database whenever a sync starts, and takes the copy as the disk's content once the sync has succeeded. A
 * copy lacks everything written later, as after a power cut. SQLite syncs its checkpoints itself.
 */
async function databaseOnDisk() {
  const folder = await temporaryFolder();
  const path = join(folder, 'live.db');
  let copies = 0;
  let onDisk = '';
  const database = connect(
    { engine: 'sqlite', path },
    {
      flush: async (descriptor) => {
        copies += 1;
        const copy = join(folder, `copy-${copies}.db`);
        for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, `${copy}${ending}`);
        await sync(descriptor);
        onDisk = copy;
      },
    },
  );
  onTestFinished(() => database.close());
  await sql`create table notes (id integer primary key, text text)`.execute(database.writer);
  return { database, path, onDisk: () => onDisk };
}

function readIds(copy: string): unknown[] {
  const database = new DatabaseSync(copy);
  const ids = database.prepare('select id from notes').all();
  database.close();
  return ids.map(({ id }) => id);
}

test('acknowledged writes survive a power cut', async () => {
  const { database, path, onDisk } = await databaseOnDisk();
  const acknowledged: { id: number; copy: string }[] = [];
  // More than a thousand pages in all, so that SQLite checkpoints in between.
  const text = 'x'.repeat(200_000);
  const write = async (id: number) => {
    const insert = sql`insert into notes values (${id}, ${text})`;
    if (id % 2 === 0) await insert.execute(database.writer);
    else await database.writer.transaction().execute((trx) => insert.execute(trx));
    acknowledged.push({ id, copy: onDisk() });
  };
  const writer = async (first: number) => {
    for (let id = first; id < WRITES; id += 4) await write(id);
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  expect(acknowledged).toHaveLength(WRITES);
  expect(statSync(path).size).toBeGreaterThan(4_000_000);
  for (const copy of new Set(acknowledged.map((each) => each.copy))) {
    const ids = readIds(copy);
    expect(ids).toEqual(expect.arrayContaining(acknowledged.filter((each) => each.copy === copy).map(({ id }) => id)));
  }
});

test('unacknowledged writes are lost in a power cut', async () => {
  const { database, onDisk } = await databaseOnDisk();
  const before = onDisk();
  const writing = sql`insert into notes values (1, 'text')`.execute(database.writer);
  await expect.poll(async () => (await sql`select id from notes`.execute(database.reader)).rows).toHaveLength(1);
  expect(readIds(before)).toEqual([]);
  await writing;
  expect(readIds(onDisk())).toEqual([1]);
});

test('closing checkpoints the WAL and removes it', async () => {
  const { database, path } = await databaseOnDisk();
  await sql`insert into notes values (1, 'text')`.execute(database.writer);
  await database.close();
  expect(() => statSync(`${path}-wal`)).toThrow('ENOENT');
  expect(readIds(path)).toEqual([1]);
});
