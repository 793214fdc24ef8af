import { existsSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkMigrations } from './check-migrations.ts';
import { MoveError, reasonOf } from './move-error.ts';
import type { Snapshot } from './row.ts';
import { sqliteRows } from './sqlite-rows.ts';
import type { TablePlan } from './table-plan.ts';

const WAIT_MS = 10_000;

/**
 * Opens a read-only snapshot. Others may write meanwhile, but the WAL grows until it is closed.
 * @throws {MoveError} for a missing or outdated installation
 */
export function openSqliteSnapshot(path: string, plan: TablePlan): Snapshot {
  if (!existsSync(path)) throw new MoveError(`There is no database ${path}.`);
  const open = () => new DatabaseSync(path, { readOnly: true, timeout: WAIT_MS });
  const [database, watch] = [open(), open()];
  const close = () => {
    for (const one of [database, watch]) if (one.isOpen) one.close();
  };
  try {
    const versionOf = () => watch.prepare('pragma data_version').get()?.data_version;
    watch.prepare('select count(*) from sqlite_schema').get();
    const version = versionOf();
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();
    checkMigrations(migrationsIn(database), plan, `The database ${path}`);
    return {
      ...sqliteRows(database),
      identity: sqliteIdentity(path),
      hasChanged: async () => versionOf() !== version,
      close: async () => close(),
    };
  } catch (error) {
    close();
    if (error instanceof MoveError) throw error;
    throw new MoveError(`The database ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns equal values for paths of the same file. */
export function sqliteIdentity(path: string): string {
  if (!existsSync(path)) return `sqlite:${path}`;
  const { dev, ino } = statSync(path);
  return ino === 0 ? `sqlite:${realpathSync(path)}` : `sqlite:${dev}:${ino}`;
}

function migrationsIn(database: DatabaseSync): string[] | undefined {
  const isThere = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined;
  if (!isThere) return undefined;
  return database
    .prepare('select name from kysely_migration')
    .all()
    .map(({ name }) => String(name));
}
