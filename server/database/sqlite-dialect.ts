import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { DatabaseBusy, inTurns, Turns } from './turns.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly readOnly: boolean;
  /** How long a query may wait for its turn on the one connection, and then for another process that is writing. */
  readonly waitMs: number;
  /** How many queries may wait for their turn. */
  readonly maxWaiting: number;
  /** Called after every commit, before whoever asked for it hears of it. */
  readonly onCommit?: () => void;
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

  constructor(options: SqliteOptions) {
    super({ database: async () => toKyselyDatabase(openDatabase(options)) });
    this.#options = options;
  }

  override createAdapter(): SqliteAdapter {
    return new SelfQueueingAdapter();
  }

  override createDriver(): Driver {
    return patientDriver(super.createDriver(), this.#options);
  }
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

function openDatabase({ path, readOnly, isDisposable = false }: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly, timeout: OPENING_BLOCK_MS, enableForeignKeyConstraints: true });
  if (!readOnly) database.exec('pragma journal_mode = wal');
  database.exec(`pragma synchronous = ${isDisposable ? 'off' : 'full'}`);
  database.exec(`pragma busy_timeout = ${BLOCK_MS}`);
  return database;
}

/**
 * A connection that only looks whether another one, of this process or of any, has committed something.
 * It looks once a turn of the event loop, and again when it is told of a commit.
 */
export class CommitWatch {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #statement: StatementSync | undefined;
  #mark: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  mark(): number {
    this.#mark ??= this.#look();
    return this.#mark;
  }

  lookAgain(): void {
    this.#mark = undefined;
  }

  close(): void {
    this.#mark = undefined;
    if (this.#database?.isOpen) this.#database.close();
  }

  #look(): number {
    this.#database ??= new DatabaseSync(this.#path, { readOnly: true });
    this.#statement ??= this.#database.prepare('pragma data_version');
    setImmediate(() => this.lookAgain());
    return this.#statement.get()?.data_version as number;
  }
}

function toKyselyDatabase(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare: (sql: string) => toKyselyStatement(database.prepare(sql)),
  };
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

function patientDriver(driver: Driver, { waitMs, maxWaiting, onCommit }: SqliteOptions): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  let patient: DatabaseConnection | undefined;
  const own = Object.assign(driver, {
    acquireConnection: async () => {
      patient ??= patientConnection(await acquire(), waitMs);
      return patient;
    },
    /** A writer takes the lock at once, so that it waits here and not halfway through its work. */
    beginTransaction: async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    },
    commitTransaction: (connection: DatabaseConnection) => commit(connection).finally(onCommit),
  });
  return inTurns(own, new Turns({ atOnce: 1, waitMs, maxWaiting }));
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
