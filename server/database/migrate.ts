import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, DatabaseTarget } from './connect.ts';
import { migrations } from './migrations/index.ts';
import { ensurePrivateFile } from './private-file.ts';

/** A migrator over the product's own list; the plain plugin-free view keeps migrations in the database's names. */
export function migratorOf({ writer }: Database): Migrator {
  const db: Kysely<unknown> = writer.withoutPlugins() as Kysely<unknown>;
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/**
 * Brings the database to the newest shape, under Kysely's lock, so that any number of processes may start at once.
 * An existing SQLite file is copied first; the copy is named in the answer.
 */
export async function migrateToLatest(
  database: Database,
  target: DatabaseTarget,
): Promise<{ applied: string[]; copy?: string }> {
  const migrator = migratorOf(database);
  const isExisting = target.engine === 'sqlite' && existsSync(target.path);
  const pending = (await migrator.getMigrations()).filter((migration) => migration.executedAt === undefined);
  if (pending.length === 0) return { applied: [] };

  const copy = isExisting ? await copySqliteFile(target.path) : undefined;
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return { applied: results.map((result) => result.migrationName), ...(copy !== undefined && { copy }) };
}

async function copySqliteFile(path: string): Promise<string> {
  const copy = `${path}.before-migration`;
  await rm(copy, { force: true });
  ensurePrivateFile(copy);
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, copy);
  } finally {
    source.close();
  }
  return copy;
}
