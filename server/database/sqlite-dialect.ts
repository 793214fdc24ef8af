import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { beginDoings, type Change, changeOf, noteQuery } from './commits.ts';
import { DiskSync } from './disk-sync.ts';
import { DatabaseBusy, Turns } from './turns.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly readOnly: boolean;
  /** How long a query may wait for its turn on the one connection, and then for another process that is writing. */
  readonly waitMs: number;
  /** How many queries may wait for their turn. */
  readonly maxWaiting: number;
  /** Called after every commit, before whoever asked for it hears of it. */
  readonly onCommit?: (change: Change) => void;
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
  readonly #opened: () => OpenDatabase;

  constructor(options: SqliteOptions) {
    const opened = once(() => openDatabase(options));
    super({ database: async () => toKyselyDatabase(opened()) });
    this.#options = options;
    this.#opened = opened;
  }

  override createAdapter(): SqliteAdapter {
    return new SelfQueueingAdapter();
  }

  override createDriver(): Driver {
    return new PatientDriver(super.createDriver(), this.#options, () => this.#opened().disk);
  }

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

/** How long the whole process may stand still for another one: while the database is opened, and at each try after. */
const OPENING_BLOCK_MS = 2000;
const BLOCK_MS = 10;
/** Between two tries of what another process holds up. */
const PAUSE_MS = 20;

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly dataVersion: StatementSync;
  /** What makes its commits safe; absent where SQLite does that itself. */
  readonly disk: DiskSync | undefined;
}

/**
 * What is acknowledged must survive a power cut. SQLite's own way (`synchronous = full`) would have the whole process
 * stand still at every commit until the disk has it, so here the log is flushed by another thread and the caller waits.
 */
function openDatabase({ path, readOnly, isDisposable = false }: SqliteOptions): OpenDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: OPENING_BLOCK_MS, enableForeignKeyConstraints: true });
  const mode = readOnly ? undefined : database.prepare('pragma journal_mode = wal').get()?.journal_mode;
  const disk = mode === 'wal' && !isDisposable ? new DiskSync(`${path}-wal`) : undefined;
  database.exec(`pragma synchronous = ${synchronous(isDisposable, disk)}`);
  database.exec(`pragma busy_timeout = ${BLOCK_MS}`);
  return { database, dataVersion: database.prepare('pragma data_version'), disk };
}

function synchronous(isDisposable: boolean, disk: DiskSync | undefined): string {
  if (isDisposable) return 'off';
  return disk ? 'normal' : 'full';
}

/**
 * Knows whether any other process has committed something. It looks once a turn of the event loop; commits of its own
 * connection are not seen.
 */
export class CommitWatch {
  readonly #dataVersion: () => number;
  #mark: number | undefined;

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  mark(): number {
    this.#mark ??= this.#look();
    return this.#mark;
  }

  #look(): number {
    setImmediate(() => {
      this.#mark = undefined;
    });
    return this.#dataVersion();
  }
}

/** How many statements stay prepared. */
const MAX_STATEMENTS = 200;

function toKyselyDatabase({ database, disk }: OpenDatabase) {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      database.close();
      disk?.close();
    },
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

/** One turn on the connection. */
class Turn implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #pass: () => void;
  readonly #written: () => Promise<void>;
  isInTransaction = false;
  #isOver = false;

  constructor(connection: DatabaseConnection, pass: () => void, written: () => Promise<void>) {
    this.#connection = connection;
    this.#pass = pass;
    this.#written = written;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    noteQuery(this, query);
    const result = await this.#connection.executeQuery<R>(query);
    if (!this.isInTransaction && !SelectQueryNode.is(query.query)) await this.#written();
    return result;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize = 1): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pass();
  }
}

/** Takes turns on the one connection of Kysely's driver. */
class PatientDriver implements Driver {
  readonly #driver: Driver;
  readonly #options: SqliteOptions;
  readonly #disk: () => DiskSync | undefined;
  readonly #turns: Turns;
  #connection: DatabaseConnection | undefined;

  constructor(driver: Driver, options: SqliteOptions, disk: () => DiskSync | undefined) {
    const { waitMs, maxWaiting } = options;
    this.#driver = driver;
    this.#options = options;
    this.#disk = disk;
    this.#turns = new Turns({ atOnce: 1, waitMs, maxWaiting });
  }

  async init(): Promise<void> {
    await this.#driver.init();
    this.#connection = patientConnection(await this.#driver.acquireConnection(), this.#options.waitMs);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    const connection = this.#connection as DatabaseConnection;
    return new Turn(
      connection,
      () => this.#passTurn(),
      () => this.#written('anything'),
    );
  }

  /** A write takes no time of the event loop's but its own: what else has come meanwhile has its turn before the next. */
  #passTurn(): void {
    if (this.#turns.areAwaited && !this.#options.readOnly) setImmediate(() => this.#turns.pass());
    else this.#turns.pass();
  }

  /** A writer takes the lock at once, so that it waits here and not halfway through its work. */
  async beginTransaction(turn: Turn): Promise<void> {
    turn.isInTransaction = true;
    await turn.executeQuery(CompiledQuery.raw('begin immediate'));
    beginDoings(turn);
  }

  /** The next one has its turn while this one waits for the disk. */
  async commitTransaction(turn: Turn): Promise<void> {
    const change = changeOf(turn);
    await turn.executeQuery(CompiledQuery.raw('commit'));
    turn.isInTransaction = false;
    const written = this.#written(change);
    turn.end();
    await written;
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    // What has been committed cannot be taken back, also where the disk has failed.
    if (turn.isInTransaction) await this.#driver.rollbackTransaction(turn);
    turn.isInTransaction = false;
  }

  async releaseConnection(turn: Turn): Promise<void> {
    turn.end();
  }

  async destroy(): Promise<void> {
    await this.#driver.destroy();
  }

  async #written(change: Change): Promise<void> {
    const { readOnly, onCommit } = this.#options;
    if (readOnly) return;
    onCommit?.(change);
    await this.#disk()?.settled();
  }
}

/**
 * Waits for another process that is writing, while this one goes on with everything else. Only the first statement of
 * a transaction can meet one, so that nothing is done twice.
 */
function patientConnection(connection: DatabaseConnection, waitMs: number): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      for (let waited = 0; waited < waitMs; waited += BLOCK_MS + PAUSE_MS) {
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          if (!isHeldUp(error)) throw error;
        }
        await pause(PAUSE_MS);
      }
      throw new DatabaseBusy(`Waited ${waitMs} ms for another process that is writing to the database`);
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** https://www.sqlite.org/rescode.html#busy and #busy_recovery: those of its kind that end by themselves. */
const HELD_UP: ReadonlySet<unknown> = new Set([5, 261]);

function isHeldUp(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && HELD_UP.has(error.errcode);
}
