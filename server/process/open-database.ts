import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { connect, type Database, type DatabaseTarget } from '../database/connect.ts';
import { isUnfinishedCopy, migrateToLatest, migratorOf } from '../database/migrate.ts';
import { makeFolder } from '../platform/folders.ts';
import { reasonOf } from '../platform/reason-of.ts';
import { diskErrorOf, StartError } from './start-error.ts';

export interface Migrated {
  readonly applied: readonly string[];
  readonly copy?: string;
}

export interface OpenOptions {
  readonly onMigrated?: (migrated: Migrated) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * Gives access to the own user only.
 * @throws {StartError} when a folder is not writable
 */
export async function ensureWritable({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Promise<void> {
  const folders = [dataDir, ...(database.engine === 'sqlite' ? [dirname(database.path)] : [])];
  for (const folder of folders) {
    try {
      await makeFolder(folder, { mode: 0o700 });
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      const known = await diskErrorOf(error, folder);
      throw (
        known ??
        new StartError(`The folder ${folder} is not writable: make it writable, or set DATA_DIR to another one.`)
      );
    }
  }
}

/** SQLite opens such a file and fails at the first write. */
export function unwritableFile(target: DatabaseTarget): string | undefined {
  if (target.engine !== 'sqlite') return undefined;
  return ['', '-wal', '-shm']
    .map((ending) => `${target.path}${ending}`)
    .find((file) => existsSync(file) && !isWritable(file));
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export async function openDatabase(
  { database: target }: Pick<Config, 'database'>,
  { onMigrated = () => {}, onError = () => {} }: OpenOptions,
): Promise<Database> {
  return usable(target, connect(target, { onError }), async (database) => {
    const { applied, copy } = await migrateToLatest(database, target);
    if (applied.length > 0) onMigrated({ applied, ...(copy !== undefined && { copy }) });
  });
}

/** @throws {StartError} when the database needs a migration or cannot be used */
export async function openMigrated({ database: target }: Pick<Config, 'database'>): Promise<Database> {
  return usable(target, connect(target), async (database) => {
    const all = await migratorOf(database).getMigrations();
    if (all.some(({ executedAt }) => executedAt === undefined))
      throw new Error('it has to be migrated first (kawaraban migrate)');
  });
}

async function usable(
  target: DatabaseTarget,
  database: Database,
  check: (database: Database) => Promise<void>,
): Promise<Database> {
  const unwritable = unwritableFile(target);
  if (unwritable !== undefined) {
    await database.close();
    throw new StartError(`The file ${unwritable} is not writable: make the user that runs the server its owner.`);
  }
  try {
    if (await isUnfinishedCopy(database))
      throw new Error('it is an unfinished copy: run the command that was copying it again');
    await check(database);
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    const known = await diskErrorOf(error, target.engine === 'sqlite' ? dirname(target.path) : undefined);
    throw known ?? new StartError(`${describeTarget(target)} cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`);
  }
}

/** Contains no credentials. */
export function describeTarget(target: DatabaseTarget): string {
  return target.engine === 'sqlite' ? `The database ${target.path}` : `The database at ${new URL(target.url).host}`;
}
