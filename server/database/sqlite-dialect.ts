import { closeSync, fdatasync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Driver, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Semaphore, SemaphoreLoad } from '../concurrency/semaphore.ts';
import { Checkpoints, LAST_RESORT_PAGES } from './checkpoints.ts';
import { DiskSync } from './disk-sync.ts';
import { ensurePrivateFile } from './private-file.ts';
import { databaseSemaphore } from './semaphore.ts';
import { BLOCK_MS, QueuedDriver, type QueuedDriverOptions } from './sqlite-driver.ts';

export type Flush = (descriptor: number) => Promise<void>;

export interface SqliteOptions extends QueuedDriverOptions {
  readonly path: string;
  readonly maxWaiting: number;
  readonly flush?: Flush | undefined;
  /** Disables syncing. For tests only. */
  readonly isDisposable?: boolean;
}

/**
 * Kysely dialect on `node:sqlite` with one queued connection. Unlike Kysely's queue it is bounded, and a query that
 * waits longer than `waitMs` fails. This detects queries outside their own open transaction, which would wait forever.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #options: SqliteOptions;
  readonly #semaphore: Semaphore;
  readonly #opened: () => OpenDatabase;

  constructor(options: SqliteOptions) {
    const semaphore = databaseSemaphore({ count: 1, waitMs: options.waitMs, maxWaiting: options.maxWaiting });
    const opened = once(() => openDatabase(options, semaphore));
    super({ database: async () => toKyselyDatabase(opened()) });
    this.#options = options;
    this.#semaphore = semaphore;
    this.#opened = opened;
  }

  override createAdapter(): SqliteAdapter {
    return new SelfQueueingAdapter();
  }

  override createDriver(): Driver {
    const { hasTransaction, noteCommit, settled, closing, closed } = this;
    const parts = { semaphore: this.#semaphore, hasTransaction, noteCommit, settled, closing, closed };
    return new QueuedDriver(super.createDriver(), { ...this.#options, ...parts });
  }

  readonly hasTransaction = (): boolean => this.#opened().database.isTransaction;

  readonly noteCommit = (): void => this.#opened().disk?.checkpoints.noteCommit();

  readonly settled = async (): Promise<void> => {
    await this.#opened().disk?.sync.settled();
  };

  readonly hasDiskFailed = (): boolean => this.#opened().disk?.sync.hasFailed ?? false;

  readonly closing = async (): Promise<void> => {
    await this.#opened().disk?.checkpoints.close();
  };

  readonly closed = async (): Promise<void> => {
    const { disk } = this.#opened();
    await disk?.sync.close();
    if (disk) closeSync(disk.descriptor);
  };

  readonly load = (): SemaphoreLoad => this.#semaphore.load;

  /** `data_version` changes with commits of other connections. */
  readonly dataVersion = (): number => {
    const { database, dataVersion } = this.#opened();
    return database.isOpen ? (dataVersion.get()?.data_version as number) : 0;
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Disables Kysely's own queue. */
class SelfQueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const OPENING_BLOCK_MS = 2000;

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly dataVersion: StatementSync;
  /** Undefined where SQLite syncs commits itself. */
  readonly disk: OpenLog | undefined;
}

interface OpenLog {
  readonly sync: DiskSync;
  readonly checkpoints: Checkpoints;
  readonly descriptor: number;
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
    const disk = mode === 'wal' && !isDisposable ? openLog(database, options, semaphore) : undefined;
    database.exec(`pragma synchronous = ${synchronous(isDisposable, disk)}`);
    database.exec(`pragma busy_timeout = ${BLOCK_MS}`);
    return { database, dataVersion: database.prepare('pragma data_version'), disk };
  } catch (error) {
    database.close();
    throw error;
  }
}

const flushFile: Flush = promisify(fdatasync);

function openLog(database: DatabaseSync, { flush = flushFile }: SqliteOptions, semaphore: Semaphore): OpenLog {
  database.prepare('select 1 from sqlite_schema').get();
  const descriptor = openSync(`${database.location()}-wal`, 'r+');
  const sync = new DiskSync({ flush: () => flush(descriptor), emptyLog: () => emptyLog(database, semaphore) });
  // A worker thread checkpoints. This connection does so only when the WAL gets long nevertheless.
  database.exec(`pragma wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  const checkpoints = new Checkpoints({ path: database.location() as string, semaphore });
  return { sync, checkpoints, descriptor };
}

async function emptyLog(database: DatabaseSync, semaphore: Semaphore): Promise<void> {
  await semaphore.take();
  try {
    const isBlocked = database.prepare('pragma wal_checkpoint(truncate)').get()?.busy !== 0;
    if (isBlocked) throw new Error('somebody still reads or writes the log that has to be left behind');
  } finally {
    semaphore.pass();
  }
}

function synchronous(isDisposable: boolean, disk: OpenLog | undefined): string {
  if (isDisposable) return 'off';
  return disk ? 'normal' : 'full';
}

/** Maximum delay in noticing commits of other processes. The pragma costs a tenth of a cached response. */
const LOOK_EVERY_MS = 1;

export class CommitWatch {
  readonly #dataVersion: () => number;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #mark = 0;

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  mark(): number {
    const now = performance.now();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      this.#mark = this.#dataVersion();
    }
    return this.#mark;
  }
}

const MAX_STATEMENTS = 200;

function toKyselyDatabase({ database }: OpenDatabase) {
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
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // Prepares a new statement, since the cached one may be used before iteration ends.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  };
}
