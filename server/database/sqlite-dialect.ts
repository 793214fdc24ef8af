import { closeSync, fdatasync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Driver, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { Checkpoints, LAST_RESORT_PAGES } from './checkpoints.ts';
import { DiskSync } from './disk-sync.ts';
import { ensurePrivateFile } from './private-file.ts';
import { BLOCK_MS, PatientDriver, type PatientOptions } from './sqlite-driver.ts';
import { Turns, type TurnsLoad } from './turns.ts';

/** Waits until an open file is on the disk. */
export type Flush = (descriptor: number) => Promise<void>;

export interface SqliteOptions extends PatientOptions {
  readonly path: string;
  /** How many queries may wait for their turn. */
  readonly maxWaiting: number;
  /** The system's own where nothing is said. */
  readonly flush?: Flush | undefined;
  /** Trades durability for speed; for tests only. */
  readonly isDisposable?: boolean;
}

/**
 * Kysely on `node:sqlite`: one connection, taken in turns.
 * Kysely's own queue has no bound; here a query that waits longer than `waitMs`, as one that runs outside
 * the open transaction it belongs to would for ever, fails with an error that says so.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #options: SqliteOptions;
  readonly #turns: Turns;
  readonly #opened: () => OpenDatabase;

  constructor(options: SqliteOptions) {
    const turns = new Turns({ atOnce: 1, waitMs: options.waitMs, maxWaiting: options.maxWaiting });
    const opened = once(() => openDatabase(options, turns));
    super({ database: async () => toKyselyDatabase(opened()) });
    this.#options = options;
    this.#turns = turns;
    this.#opened = opened;
  }

  override createAdapter(): SqliteAdapter {
    return new SelfQueueingAdapter();
  }

  override createDriver(): Driver {
    const { hasTransaction, noteCommit, settled, closing, closed } = this;
    const parts = { turns: this.#turns, hasTransaction, noteCommit, settled, closing, closed };
    return new PatientDriver(super.createDriver(), { ...this.#options, ...parts });
  }

  readonly hasTransaction = (): boolean => this.#opened().database.isTransaction;

  readonly noteCommit = (): void => this.#opened().disk?.checkpoints.noteCommit();

  /** All that is committed now survives a power cut once this has come to its end. */
  readonly settled = async (): Promise<void> => {
    await this.#opened().disk?.sync.settled();
  };

  /** Whether the disk has failed, and nothing has made good for it since. */
  readonly hasDiskFailed = (): boolean => this.#opened().disk?.sync.hasFailed ?? false;

  /** To be called before the connection is closed. */
  readonly closing = async (): Promise<void> => {
    await this.#opened().disk?.checkpoints.close();
  };

  /** To be called once the connection is closed. */
  readonly closed = async (): Promise<void> => {
    const { disk } = this.#opened();
    await disk?.sync.close();
    if (disk) closeSync(disk.descriptor);
  };

  readonly load = (): TurnsLoad => this.#turns.load;

  /** Of the connection, which sees the commits of all others with it. */
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

/** The dialect queues by itself, so Kysely need not. */
class SelfQueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** How long the whole process may stand still for another one while the database is opened. */
const OPENING_BLOCK_MS = 2000;

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly dataVersion: StatementSync;
  /** What makes its commits safe; absent where SQLite does that itself. */
  readonly disk: OpenLog | undefined;
}

interface OpenLog {
  readonly sync: DiskSync;
  readonly checkpoints: Checkpoints;
  readonly descriptor: number;
}

/**
 * What is acknowledged must survive a power cut. SQLite's own way (`synchronous = full`) would have the whole process
 * stand still at every commit until the disk has it, so here the log is flushed by another thread and the caller waits.
 */
function openDatabase(options: SqliteOptions, turns: Turns): OpenDatabase {
  const { path, readOnly, isDisposable = false } = options;
  if (!readOnly) ensurePrivateFile(path);
  const database = new DatabaseSync(path, { readOnly, timeout: OPENING_BLOCK_MS, enableForeignKeyConstraints: true });
  try {
    const mode = readOnly ? undefined : database.prepare('pragma journal_mode = wal').get()?.journal_mode;
    const disk = mode === 'wal' && !isDisposable ? openLog(database, options, turns) : undefined;
    database.exec(`pragma synchronous = ${synchronous(isDisposable, disk)}`);
    database.exec(`pragma busy_timeout = ${BLOCK_MS}`);
    return { database, dataVersion: database.prepare('pragma data_version'), disk };
  } catch (error) {
    database.close();
    throw error;
  }
}

const flushFile: Flush = promisify(fdatasync);

/** SQLite keeps the log beside the file that its path leads to, from the first reading until the connection is closed. */
function openLog(database: DatabaseSync, { flush = flushFile }: SqliteOptions, turns: Turns): OpenLog {
  database.prepare('select 1 from sqlite_schema').get();
  const descriptor = openSync(`${database.location()}-wal`, 'r+');
  const sync = new DiskSync({ flush: () => flush(descriptor), emptyLog: () => emptyLog(database, turns) });
  // What is brought over is brought over by a thread; this connection does it where the log becomes long all the same.
  database.exec(`pragma wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  const checkpoints = new Checkpoints({ path: database.location() as string, turns });
  return { sync, checkpoints, descriptor };
}

async function emptyLog(database: DatabaseSync, turns: Turns): Promise<void> {
  await turns.take();
  try {
    const isHeldUp = database.prepare('pragma wal_checkpoint(truncate)').get()?.busy !== 0;
    if (isHeldUp) throw new Error('somebody still reads or writes the log that has to be left behind');
  } finally {
    turns.pass();
  }
}

function synchronous(isDisposable: boolean, disk: OpenLog | undefined): string {
  if (isDisposable) return 'off';
  return disk ? 'normal' : 'full';
}

/** How long a commit of another process may go unnoticed: a look costs a tenth of what an answer from memory does. */
const LOOK_EVERY_MS = 1;

/** Knows whether any other process has committed something; commits of its own connection are not seen. */
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

/** How many statements stay prepared. */
const MAX_STATEMENTS = 200;

function toKyselyDatabase({ database }: OpenDatabase) {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const statement = prepared.get(sql) ?? toKyselyStatement(database, sql);
      // Those that were not used for the longest leave first.
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
    // Others may use the same one before this has come to its end.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  };
}
