import { closeSync, fdatasync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { Semaphore, SemaphoreLoad } from '../concurrency/semaphore.ts';
import type { Commit } from './commits.ts';
import { databaseSemaphore } from './semaphore.ts';
import { BLOCK_MS, SharedSqliteDriver } from './sqlite-driver.ts';
import { DiskSync, ensurePrivateFile } from './sqlite-files.ts';

export type Flush = (descriptor: number) => Promise<void>;

export interface SqliteOptions {
  readonly path: string;
  readonly readOnly: boolean;
  readonly waitMs: number;
  readonly maxWaiting: number;
  readonly onCommit: (commit: Commit) => void;
  readonly flush?: Flush | undefined;
  /** Disables syncing. For tests only. */
  readonly isDisposable?: boolean;
}

/**
 * Kysely dialect on `node:sqlite` with one queued connection. Unlike Kysely's queue it is bounded, and a query that
 * waits longer than `waitMs` fails. This detects queries outside their own open transaction, which would wait forever.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #options: SqliteOptions;
  readonly #semaphore: Semaphore;
  #opened: OpenDatabase | undefined;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#semaphore = databaseSemaphore({ ...options, count: 1 });
  }

  createAdapter(): SqliteAdapter {
    return new QueueingAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new NodeSqliteQueryCompiler();
  }

  createDriver(): Driver {
    const { readOnly, waitMs, onCommit } = this.#options;
    return new SharedSqliteDriver({
      waitMs,
      semaphore: this.#semaphore,
      database: async () => toKyselyDatabase(this.#open().database),
      isTransacting: () => this.#open().database.isTransaction,
      onCommit: readOnly ? () => {} : onCommit,
      settled: this.settled,
      beforeClose: async () => this.#opened?.wal?.close(),
    });
  }

  readonly settled = async (): Promise<void> => this.#opened?.wal?.settled();

  readonly load = (): SemaphoreLoad => this.#semaphore.load;

  /** `data_version` changes with commits of other connections. */
  readonly dataVersion = (): number => {
    const { database, dataVersion } = this.#open();
    return database.isOpen ? (dataVersion.get()?.data_version as number) : 0;
  };

  #open(): OpenDatabase {
    this.#opened ??= openDatabase(this.#options, this.#semaphore);
    return this.#opened;
  }
}

/**
 * Hides the parameter of a limit from the planner. SQLite would plan a statement with the value of the limit, and hence
 * parse it again at each execution (https://www.sqlite.org/c3ref/prepare.html, the third difference).
 */
class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

/** Disables Kysely's own queue. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const OPENING_BLOCK_MS = 2000;

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly dataVersion: StatementSync;
  /** Undefined where SQLite syncs commits itself. */
  readonly wal: DiskSync | undefined;
}

/**
 * Opens the database so that acknowledged writes survive a power cut. `synchronous = full` would block the event loop
 * at every commit, so another thread syncs the WAL while the caller waits.
 */
function openDatabase(options: SqliteOptions, semaphore: Semaphore): OpenDatabase {
  const { path, readOnly, isDisposable = false } = options;
  if (!readOnly) ensurePrivateFile(path);
  const database = new DatabaseSync(path, { readOnly, timeout: OPENING_BLOCK_MS, enableForeignKeyConstraints: true });
  try {
    const mode = readOnly ? undefined : database.prepare('pragma journal_mode = wal').get()?.journal_mode;
    const wal = mode === 'wal' && !isDisposable ? openWal(database, options, semaphore) : undefined;
    database.exec(`pragma synchronous = ${synchronous(isDisposable, wal)}`);
    database.exec(`pragma busy_timeout = ${BLOCK_MS}`);
    return { database, dataVersion: database.prepare('pragma data_version'), wal };
  } catch (error) {
    database.close();
    throw error;
  }
}

const flushFile: Flush = promisify(fdatasync);

function openWal(database: DatabaseSync, { flush = flushFile }: SqliteOptions, semaphore: Semaphore): DiskSync {
  // The first read creates the WAL.
  database.prepare('select 1 from sqlite_schema').get();
  const descriptor = openSync(`${database.location()}-wal`, 'r+');
  return new DiskSync({
    flush: () => flush(descriptor),
    emptyLog: () => emptyWal(database, semaphore),
    closeLog: () => closeSync(descriptor),
  });
}

async function emptyWal(database: DatabaseSync, semaphore: Semaphore): Promise<void> {
  await semaphore.acquire();
  try {
    const isBlocked = database.prepare('pragma wal_checkpoint(truncate)').get()?.busy !== 0;
    if (isBlocked) throw new Error('another connection still uses the WAL that has to be emptied');
  } finally {
    semaphore.release();
  }
}

function synchronous(isDisposable: boolean, wal: DiskSync | undefined): string {
  if (isDisposable) return 'off';
  return wal ? 'normal' : 'full';
}

/** Maximum delay in noticing commits of other processes. The pragma costs a tenth of a cached response. */
const CHECK_INTERVAL_MS = 1;

export class CommitWatch {
  readonly #dataVersion: () => number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #mark = 0;

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  mark(): number {
    const now = performance.now();
    if (now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      this.#mark = this.#dataVersion();
    }
    return this.#mark;
  }
}

const MAX_STATEMENTS = 200;

function toKyselyDatabase(database: DatabaseSync) {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const statement = prepared.get(sql) ?? toKyselyStatement(database, sql);
      // Evicts the least recently used statements.
      prepared.delete(sql);
      prepared.set(sql, statement);
      if (prepared.size > MAX_STATEMENTS) prepared.delete(prepared.keys().next().value as string);
      return statement;
    },
  };
}

function toKyselyStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const columns = statement.columns();
  const bytes = sql.includes(AS_BYTES) ? columns.flatMap(({ column, name }) => (column === null ? [name] : [])) : [];
  return {
    reader: columns.length > 0,
    all: (parameters) => {
      const rows = statement.all(...values(parameters));
      if (bytes.length > 0) for (const row of rows) decodeBytes(row, bytes);
      return rows;
    },
    run: (parameters) => statement.run(...values(parameters)),
    // Prepares a new statement, since the cached one may be used before iteration ends.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  };
}

/** Part of every statement that reads `longText`. */
const AS_BYTES = 'as blob)';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeBytes(row: Record<string, SQLOutputValue>, names: readonly string[]): void {
  for (const name of names) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = decoder.decode(value);
  }
}
