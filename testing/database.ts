import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { connect, type Database, type DatabaseTarget } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { TEMPLATE_DATABASE } from './postgres-server.ts';
import { reusedDatabase } from './reused-postgres.ts';

/** On a busy machine, inserting 100,000 rows exceeds the product's limit. */
const STATEMENT_TIMEOUT_MS = 120_000;

type SqliteTarget = DatabaseTarget & { engine: 'sqlite' };

export type Finish = (undo: () => Promise<void>) => void;

/**
 * Uses the engine of the running project, and deletes the database after the test. For a database shared among tests
 * pass `finish`.
 */
export async function testDatabase(finish: Finish = onTestFinished): Promise<Database> {
  const url = inject('postgresUrl');
  const { testPath = '' } = expect.getState();
  // Plans and concurrency, which other files test, depend on what a database contained before.
  if (url === undefined || !/\.db\.test\.tsx?$/.test(testPath)) {
    return open(await newTarget({ isMigrated: true }, finish), finish);
  }
  const administration = administrationOf(url);
  const { database, end } = await reusedDatabase({ administration, url, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  finish(end);
  return database;
}

export async function testDatabaseWithTarget(
  finish: Finish = onTestFinished,
): Promise<{ database: Database; target: DatabaseTarget }> {
  const target = await newTarget({ isMigrated: true }, finish);
  return { database: open(target, finish), target };
}

export async function blankDatabase(): Promise<{ database: Database; target: DatabaseTarget }> {
  const target = await newTarget({ isMigrated: false });
  return { database: open(target), target };
}

function open(target: DatabaseTarget, finish: Finish = onTestFinished): Database {
  const database = connect(target, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  finish(() => database.close());
  return database;
}

async function newTarget(
  { isMigrated }: { isMigrated: boolean },
  finish: Finish = onTestFinished,
): Promise<DatabaseTarget> {
  assertDataTest();
  const url = inject('postgresUrl');
  return url === undefined ? newSqliteFile(isMigrated, finish) : newPostgresDatabase(url, isMigrated, finish);
}

/** Requires a file suffix that selects the engines to run on, so that no test skips PostgreSQL by accident. */
function assertDataTest(): void {
  const { testPath = '' } = expect.getState();
  if (/\.(?:db|engines|extended)\.test\.tsx?$/.test(testPath)) return;
  throw new Error(
    `${testPath} uses a database: name it *.db.test.ts, or *.engines.test.ts to always run on PostgreSQL`,
  );
}

export function migratedSqliteFile(): Promise<SqliteTarget> {
  assertDataTest();
  return newSqliteFile(true, onTestFinished);
}

async function newSqliteFile(isMigrated: boolean, finish: Finish): Promise<SqliteTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-test-'));
  finish(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'test.db');
  if (isMigrated) await copyFile(await sqliteTemplate(), path);
  return { engine: 'sqlite', path, isDisposable: true };
}

let template: Promise<string> | undefined;

function sqliteTemplate(): Promise<string> {
  template ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kawaraban-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'template.db');
    const target = { engine: 'sqlite', path, isDisposable: true } as const;
    const database = connect(target);
    await migrateToLatest(database, target);
    await database.close();
    return path;
  })();
  return template;
}

async function newPostgresDatabase(url: string, isMigrated: boolean, finish: Finish): Promise<DatabaseTarget> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = isMigrated ? TEMPLATE_DATABASE : 'template0';
  const administration = administrationOf(url);
  await administration.query(`create database ${name} template ${template} strategy file_copy`);
  finish(async () => void (await administration.query(`drop database ${name} with (force)`)));
  return { engine: 'postgres', url: `${url}/${name}`, poolSize: 4 };
}

let pool: Pool | undefined;

/** Keeps one connection per worker: opening one costs as much as creating a database. */
function administrationOf(url: string): Pool {
  if (pool) return pool;
  pool = new Pool({ connectionString: `${url}/postgres`, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server stops before the workers end.
  pool.on('error', () => {});
  return pool;
}
