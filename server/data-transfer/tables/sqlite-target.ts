import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from '../../database/connect.ts';
import { migratorOf } from '../../database/migrate.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { isSqliteInUse } from './in-use.ts';
import { MoveError, reasonOf } from './move-error.ts';
import { nameToKeep } from './name-to-keep.ts';
import type { Receiver, Row } from './rows.ts';
import { quoted, sqliteRows } from './sqlite-source.ts';
import { judgeTables } from './survey.ts';
import type { PlannedTable, TablePlan } from './table-plan.ts';

/** Suffix of a partial copy, so that it is not used as a database. */
const UNFINISHED = '.unfinished';
/** Files of an open database. The WAL comes first, so that it never remains beside another database. */
const FILES = ['-wal', '-shm', ''] as const;

export interface ReceiverOptions {
  readonly isReplacing: boolean;
}

/**
 * Opens a file as target, or continues a partial copy.
 * @throws {MoveError} when it is unsuitable or not empty
 */
export async function openSqliteReceiver(path: string, plan: TablePlan, options: ReceiverOptions): Promise<Receiver> {
  const draft = `${path}${UNFINISHED}`;
  try {
    await makeFolder(dirname(path), { mode: 0o700 });
    wouldReplaceSqlite(path, plan, options);
    let database = await openDraft(draft);
    const rows = () => sqliteRows(database);
    return {
      batches: (...given) => rows().batches(...given),
      countedTo: (table) => rows().countedTo(table),
      countRows: (table) => rows().countRows(table),
      add: async (table, added) => inTransaction(database, () => insert(database, table, added)),
      link: async (table, linked) => inTransaction(database, () => link(database, table, linked)),
      countTo: async ({ name }, value) => countTo(database, name, value),
      empty: async () => {
        database.close();
        await removeFile(draft);
        database = await openDraft(draft);
      },
      finish: async () => {
        makeWhole(database);
        return putInPlace(draft, path);
      },
      close: async () => {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Reports whether a copy would replace data. Changes nothing.
 * @throws {MoveError} when no copy is possible
 */
export function wouldReplaceSqlite(path: string, plan: TablePlan, { isReplacing }: ReceiverOptions): boolean {
  if (!existsSync(path)) return false;
  const name = `The database ${path}`;
  if (isSqliteInUse(path)) throw new MoveError(`${name} is in use: stop whatever works with it first.`);
  const database = openThere(path);
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
      .all()
      .map((row) => String(row.name));
    const hasRows = (table: string) => database.prepare(`select 1 from ${quoted(table)} limit 1`).get() !== undefined;
    const { foreign, filled } = judgeTables(tables, plan);
    if (foreign !== undefined) throw new MoveError(foreign(name));
    const isFilled = filled.some(hasRows);
    if (isFilled && !isReplacing) throw notEmpty(name);
    return isFilled;
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    database.close();
  }
}

function openThere(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): MoveError {
  if (error instanceof MoveError) return error;
  return new MoveError(`The database ${path} cannot be written: ${reasonOf(error)}.`, { cause: error });
}

export function notEmpty(name: string): MoveError {
  return new MoveError(`${name} holds an installation already.`, { reason: 'not-empty' });
}

async function openDraft(draft: string): Promise<DatabaseSync> {
  if (isSqliteInUse(draft)) throw new MoveError(`${draft} is in use: another command is writing it.`);
  const migrated = connect({ engine: 'sqlite', path: draft, isDisposable: true });
  try {
    const { error } = await migratorOf(migrated).migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await migrated.close();
  }
  const database = new DatabaseSync(draft, { timeout: 0 });
  try {
    // Makes a second process fail at its first statement.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
    database.exec('begin immediate; commit');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function insert(database: DatabaseSync, { name, columns }: PlannedTable, rows: readonly Row[]): void {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const places = columns.map(() => '?').join(', ');
  const statement = database.prepare(`insert into ${quoted(name)} (${names}) values (${places})`);
  for (const row of rows) statement.run(...row);
}

function link(database: DatabaseSync, table: PlannedTable, rows: readonly Row[]): void {
  const { columns, ownLinks, key, keyPlaces } = table;
  const values = ownLinks.map((place) => `${quoted(columns[place]?.name ?? '')} = ?`).join(', ');
  const where = key.map((name) => `${quoted(name)} = ?`).join(' and ');
  const statement = database.prepare(`update ${quoted(table.name)} set ${values} where ${where}`);
  for (const row of rows) statement.run(...[...ownLinks, ...keyPlaces].map((place) => row[place] ?? null));
}

function countTo(database: DatabaseSync, name: string, value: number): void {
  inTransaction(database, () => {
    database.prepare('delete from sqlite_sequence where name = ?').run(name);
    if (value > 0) database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, value);
  });
}

/** Leaves a single file without WAL, readable from read-only media. */
function makeWhole(database: DatabaseSync): void {
  const broken = database.prepare('pragma foreign_key_check').get();
  if (broken !== undefined) throw new MoveError(`Rows of ${broken.table} lead to rows that are not there.`);
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  database.close();
}

async function putInPlace(draft: string, path: string): Promise<string | undefined> {
  await sync(draft);
  const kept = existsSync(path) ? nameToKeep(path, FILES) : undefined;
  for (const ending of FILES) {
    // A remaining WAL would be applied to the new database.
    if (kept === undefined) await rm(`${path}${ending}`, { force: true });
    else if (existsSync(`${path}${ending}`)) await rename(`${path}${ending}`, `${kept}${ending}`);
  }
  await rename(draft, path);
  await sync(dirname(path)).catch(() => {});
  return kept;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

async function removeFile(path: string): Promise<void> {
  for (const ending of FILES) await rm(`${path}${ending}`, { force: true });
}
