import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from '../../database/connect.ts';
import { applyMigrations } from '../../database/migrate.ts';
import { makeFolder } from '../../platform/folders.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import { nameForReplaced } from '../folders.ts';
import { TransferError } from '../transfer-error.ts';
import { type CopyTarget, quoted, type Row, type TargetOptions } from './rows.ts';
import { isSqliteInUse, sqliteRows } from './sqlite-source.ts';
import { type PlannedTable, rejectFilled, rejectForeignTables, type TablePlan } from './table-plan.ts';

/** Suffix of a partial copy, so that it is not used as a database. */
export const UNFINISHED = '.unfinished';
/** Files of an open database. The WAL comes first, so that it never remains beside another database. */
const FILES = ['-wal', '-shm', ''] as const;

/**
 * Continues a partial copy, if there is one.
 * @throws {TransferError} when the file is unsuitable or not empty
 */
export async function openSqliteTarget(path: string, plan: TablePlan, options: TargetOptions): Promise<CopyTarget> {
  const draft = `${path}${UNFINISHED}`;
  try {
    await makeFolder(dirname(path), { mode: 0o700 });
    wouldReplaceSqlite(path, plan, options);
    let database = await openDraft(draft);
    return {
      batches: (table, after) => sqliteRows(database).batches(table, after),
      readCounter: (table) => sqliteRows(database).readCounter(table),
      countRows: (table) => sqliteRows(database).countRows(table),
      insert: async (table, rows) => inTransaction(database, () => insert(database, table, rows)),
      setSelfReferences: async (table, rows) => inTransaction(database, () => setSelfReferences(database, table, rows)),
      setCounter: async ({ name }, value) => inTransaction(database, () => setCounter(database, name, value)),
      empty: async () => {
        database.close();
        await removeDatabase(draft);
        database = await openDraft(draft);
      },
      finish: async () => {
        closeAsSingleFile(database);
        return replaceDatabase(path, draft);
      },
      [Symbol.asyncDispose]: async () => database[Symbol.dispose](),
    };
  } catch (error) {
    throw toWriteError(path, error);
  }
}

export function wouldReplaceSqlite(path: string, plan: TablePlan, { isReplacing }: TargetOptions): boolean {
  if (!existsSync(path)) return false;
  const name = `The database ${path}`;
  if (isSqliteInUse(path)) throw new TransferError(`${name} is in use. Stop the programs that use it first.`);
  const isFilled = isFilledSqlite(path, plan, name);
  if (isFilled && !isReplacing) rejectFilled(name);
  return isFilled;
}

function isFilledSqlite(path: string, plan: TablePlan, name: string): boolean {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const rows = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
      .all();
    const names = rows.map((row) => String(row.name));
    const tables = rejectForeignTables(names, plan, name);
    return tables.some((table) => database.prepare(`select 1 from ${quoted(table)} limit 1`).get() !== undefined);
  } catch (error) {
    throw toWriteError(path, error);
  }
}

function toWriteError(path: string, error: unknown): TransferError {
  if (error instanceof TransferError) return error;
  return new TransferError(`The database ${path} is not writable: ${reasonOf(error)}.`, { cause: error });
}

async function openDraft(draft: string): Promise<DatabaseSync> {
  if (isSqliteInUse(draft)) throw new TransferError(`${draft} is in use by another command.`);
  await migrateDraft(draft);
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

async function migrateDraft(path: string): Promise<void> {
  await using database = connect({ engine: 'sqlite', path, isDisposable: true });
  await applyMigrations(database);
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
  const parameters = columns.map(() => '?').join(', ');
  const statement = database.prepare(`insert into ${quoted(name)} (${names}) values (${parameters})`);
  for (const row of rows) statement.run(...row);
}

function setSelfReferences(database: DatabaseSync, table: PlannedTable, rows: readonly Row[]): void {
  const { columns, selfReferences, key, keyIndexes } = table;
  const values = selfReferences.map((index) => `${quoted(columns[index]?.name ?? '')} = ?`).join(', ');
  const where = key.map((name) => `${quoted(name)} = ?`).join(' and ');
  const statement = database.prepare(`update ${quoted(table.name)} set ${values} where ${where}`);
  for (const row of rows) statement.run(...[...selfReferences, ...keyIndexes].map((index) => row[index] ?? null));
}

function setCounter(database: DatabaseSync, table: string, value: number): void {
  database.prepare('delete from sqlite_sequence where name = ?').run(table);
  if (value > 0) database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, value);
}

/** Leaves a single file without WAL, readable from read-only media. */
function closeAsSingleFile(database: DatabaseSync): void {
  const broken = database.prepare('pragma foreign_key_check').get();
  if (broken !== undefined) throw new TransferError(`Rows of ${broken.table} refer to missing rows.`);
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  database.close();
}

async function replaceDatabase(path: string, draft: string): Promise<string | undefined> {
  await sync(draft);
  const former = existsSync(path) ? nameForReplaced(path, FILES) : undefined;
  // A remaining WAL would be applied to the new database.
  if (former === undefined) await removeDatabase(path);
  else
    for (const suffix of FILES)
      if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${former}${suffix}`);
  await rename(draft, path);
  await sync(dirname(path)).catch(() => {});
  return former;
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function removeDatabase(path: string): Promise<void> {
  for (const suffix of FILES) await rm(`${path}${suffix}`, { force: true });
}
