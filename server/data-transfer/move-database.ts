import { existsSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseTarget } from '../database/connect.ts';
import { checkMigrations } from './tables/check-migrations.ts';
import { type CopyOptions, copyDatabase, type TableDigests } from './tables/copy-tables.ts';
import { isInUse } from './tables/in-use.ts';
import { MoveError, reasonOf } from './tables/move-error.ts';
import { openClient, postgresIdentity, postgresName } from './tables/postgres-client.ts';
import { openPostgresSnapshot } from './tables/postgres-source.ts';
import { openPostgresReceiver, wouldReplacePostgres } from './tables/postgres-target.ts';
import type { Receiver, Snapshot } from './tables/rows.ts';
import { sqliteRows } from './tables/sqlite-source.ts';
import { openSqliteReceiver, type ReceiverOptions, wouldReplaceSqlite } from './tables/sqlite-target.ts';
import { readTablePlan, type TablePlan } from './tables/table-plan.ts';

const WAIT_MS = 10_000;

/**
 * Opens a read-only snapshot. Others may write meanwhile, but the WAL grows until it is closed.
 * @throws {MoveError} for a missing or outdated installation
 */
function openSqliteSnapshot(path: string, plan: TablePlan): Snapshot {
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
function sqliteIdentity(path: string): string {
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

type Told = Pick<CopyOptions, 'signal' | 'onProgress' | 'onRestarted'>;

export interface MoveOptions extends Told {
  readonly from: DatabaseTarget;
  readonly to: DatabaseTarget;
}

/**
 * Copies a database into an empty one, or continues an interrupted copy.
 * @throws {MoveError} with a message for the user
 */
export async function moveDatabase({ from, to, ...told }: MoveOptions): Promise<TableDigests> {
  const plan = await readTablePlan();
  if (await isInUse(from))
    throw new MoveError('The database is in use: stop the server first, so that nothing is written that stays behind.');
  const source = await openSnapshot(from, plan);
  try {
    if ((await identityOf(to)).includes(source.identity))
      throw new MoveError('That is the database that is configured: name another one.');
    return await copyInto(to, { source, plan, ...told, isReplacing: false });
  } finally {
    await source.close();
  }
}

async function copyInto(
  to: DatabaseTarget,
  { isReplacing, ...options }: Omit<CopyOptions, 'target'> & ReceiverOptions,
): Promise<TableDigests> {
  const target = await openReceiver(to, options.plan, { isReplacing });
  try {
    const digests = await copyDatabase({ ...options, target });
    if (await options.source.hasChanged())
      throw new MoveError(
        'Something was written to the database while it was copied: stop the server, and run this again.',
      );
    await target.finish();
    return digests;
  } finally {
    await target.close();
  }
}

/** @throws {MoveError} */
export async function openSnapshot(from: DatabaseTarget, plan: TablePlan): Promise<Snapshot> {
  return from.engine === 'sqlite' ? openSqliteSnapshot(from.path, plan) : openPostgresSnapshot(from.url, plan);
}

/** @throws {MoveError} */
export async function openReceiver(to: DatabaseTarget, plan: TablePlan, options: ReceiverOptions): Promise<Receiver> {
  return to.engine === 'sqlite'
    ? openSqliteReceiver(to.path, plan, options)
    : openPostgresReceiver(to.url, plan, options);
}

/**
 * Reports whether a copy would replace data in the target. Changes nothing.
 * @throws {MoveError} when no copy is possible
 */
export async function wouldReplace(to: DatabaseTarget, plan: TablePlan, options: ReceiverOptions): Promise<boolean> {
  if (to.engine === 'sqlite') return wouldReplaceSqlite(to.path, plan, options);
  const isFilled = await wouldReplacePostgres(to.url, plan, options);
  if (isFilled && (await isInUse(to)))
    throw new MoveError(`${postgresName(to.url)} is in use: stop whatever works with it first.`);
  return isFilled;
}

async function identityOf(target: DatabaseTarget): Promise<string[]> {
  if (target.engine === 'sqlite') return [target.path, `${target.path}.unfinished`].map(sqliteIdentity);
  const client = await openClient(target.url);
  try {
    return [await postgresIdentity(client)];
  } finally {
    await client.end();
  }
}
