import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, DatabaseTarget } from './connect.ts';
import { migrations } from './migrations/index.ts';
import { ensurePrivateFile } from './sqlite-files.ts';

/** Migrations use database names, so the camel-case plugin is removed. */
export function migratorOf({ writer }: Database): Migrator {
  const db: Kysely<unknown> = writer.withoutPlugins() as Kysely<unknown>;
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/**
 * Runs under Kysely's lock, so that several processes may start at once. Backs up an existing SQLite file first and
 * returns the path of the copy.
 */
export async function migrateToLatest(
  database: Database,
  target: DatabaseTarget,
): Promise<{ applied: string[]; copy?: string }> {
  const isExisting = target.engine === 'sqlite' && existsSync(target.path);
  const pending = (await migratorOf(database).getMigrations()).filter(
    (migration) => migration.executedAt === undefined,
  );
  if (pending.length === 0) return { applied: [] };

  const copy = isExisting ? await copySqliteFile(target.path) : undefined;
  return { applied: await applyMigrations(database), ...(copy !== undefined && { copy }) };
}

export async function applyMigrations(database: Database): Promise<string[]> {
  const { error, results = [] } = await migratorOf(database).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

async function copySqliteFile(path: string): Promise<string> {
  const copy = `${path}.before-migration`;
  await rm(copy, { force: true });
  ensurePrivateFile(copy);
  using source = new DatabaseSync(path, { readOnly: true });
  await backup(source, copy);
  return copy;
}

/** This table exists while an engine migration fills a PostgreSQL database. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Always false for SQLite, whose file gets its name when it is complete. */
export async function isUnfinishedCopy({ engine, writer }: Database): Promise<boolean> {
  if (engine === 'sqlite') return false;
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${UNFINISHED_COPY}) is not null as is_there`.execute(writer);
  return rows[0]?.isThere ?? false;
}
