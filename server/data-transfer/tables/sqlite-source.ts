import { existsSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pagesByKey, takeUpToSize } from '../../database/queries.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import { TransferError } from '../transfer-error.ts';
import { BATCH_BYTES, BATCH_ROWS, type CopySource, keyOf, quoted, type Row, type RowReader } from './rows.ts';
import { checkMigrations, type PlannedTable, type TablePlan } from './table-plan.ts';

const WAIT_MS = 10_000;

/**
 * Opens a read-only snapshot. Others may write meanwhile, but the WAL grows until it is closed.
 * @throws {TransferError} for a missing or outdated installation
 */
export function openSqliteSource(path: string, plan: TablePlan): CopySource {
  if (!existsSync(path)) throw new TransferError(`The database ${path} does not exist.`);
  const open = () => new DatabaseSync(path, { readOnly: true, timeout: WAIT_MS });
  const database = open();
  // A second connection, because a snapshot does not show changes.
  const watch = open();
  const close = () => {
    for (const one of [database, watch]) if (one.isOpen) one.close();
  };
  try {
    const readVersion = () => watch.prepare('pragma data_version').get()?.data_version;
    watch.prepare('select count(*) from sqlite_schema').get();
    const version = readVersion();
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();
    checkMigrations(appliedMigrations(database), plan, `The database ${path}`);
    return {
      ...sqliteRows(database),
      identity: sqliteIdentity(path),
      hasChanged: async () => readVersion() !== version,
      [Symbol.asyncDispose]: async () => close(),
    };
  } catch (error) {
    close();
    if (error instanceof TransferError) throw error;
    throw new TransferError(`The database ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

export function sqliteIdentity(path: string): string {
  if (!existsSync(path)) return `sqlite:${path}`;
  const { dev, ino } = statSync(path);
  return ino === 0 ? `sqlite:${realpathSync(path)}` : `sqlite:${dev}:${ino}`;
}

function appliedMigrations(database: DatabaseSync): string[] | undefined {
  const table = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  if (table === undefined) return undefined;
  const rows = database.prepare('select name from kysely_migration').all();
  return rows.map(({ name }) => String(name));
}

const BUSY = 5;

/**
 * An open WAL database holds a shared lock, which prevents an exclusive one. Files that are no database are not in use.
 */
export function isSqliteInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  using database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
  }
}

export function sqliteRows(database: DatabaseSync): RowReader {
  return {
    batches: (table, after) => readBatches(database, table, after),
    readCounter: async ({ name, counter }) => {
      if (counter === undefined) return 0;
      return Number(database.prepare('select seq from sqlite_sequence where name = ?').get(name)?.seq ?? 0);
    },
    countRows: async ({ name }) =>
      Number(database.prepare(`select count(*) as row_count from ${quoted(name)}`).get()?.row_count),
  };
}

function readBatches(database: DatabaseSync, table: PlannedTable, after?: Row): AsyncIterable<readonly Row[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const key = table.key.map(quoted).join(', ');
  const parameters = table.key.map(() => '?').join(', ');
  const prepare = (where: string) => {
    const statement = database.prepare(
      `select ${columns} from ${quoted(table.name)} ${where} order by ${key} limit ${BATCH_ROWS}`,
    );
    statement.setReturnArrays(true);
    return statement;
  };
  const first = prepare('');
  const next = prepare(`where (${key}) > (${parameters})`);
  const read = async (last: Row | undefined) => {
    // Lets signals and timers run; SQLite is synchronous.
    await nextTurn();
    const rows: Iterable<unknown> = last === undefined ? first.iterate() : next.iterate(...last);
    return takeUpToSize(rows as Iterable<Row>, BATCH_BYTES, sizeOf);
  };
  return pagesByKey(read, (row) => keyOf(table, row), after);
}

function sizeOf(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
}
