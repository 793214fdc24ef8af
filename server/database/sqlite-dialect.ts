import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';

export interface SqliteOptions {
  readonly path: string;
  readonly readOnly: boolean;
  /** How long a query may wait for its turn on the one connection. */
  readonly waitMs: number;
  /** How long to wait for another process that is writing; the event loop stands still meanwhile. */
  readonly busyTimeoutMs?: number;
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
    return takeTurns(super.createDriver(), this.#options);
  }
}

/** The dialect queues by itself, so Kysely need not. */
class SelfQueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function openDatabase({ path, readOnly, busyTimeoutMs = 2000, isDisposable = false }: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  if (!readOnly) database.exec('pragma journal_mode = wal');
  database.exec(`pragma synchronous = ${isDisposable ? 'off' : 'full'}`);
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

function takeTurns(driver: Driver, { waitMs, onCommit }: SqliteOptions): Driver {
  const turns = new Turns(waitMs);
  return Object.assign(Object.create(driver) as Driver, {
    init: () => driver.init(),
    acquireConnection: async () => {
      await turns.take();
      return driver.acquireConnection();
    },
    releaseConnection: async (connection: DatabaseConnection) => {
      await driver.releaseConnection(connection);
      turns.pass();
    },
    /** A writer takes the lock at once, so that it waits here and not halfway through its work. */
    beginTransaction: async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    },
    commitTransaction: (connection: DatabaseConnection) => driver.commitTransaction(connection).finally(onCommit),
    rollbackTransaction: (connection: DatabaseConnection) => driver.rollbackTransaction(connection),
    destroy: () => driver.destroy(),
  });
}

/** First come, first served, and nobody waits longer than the bound. */
class Turns {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  async take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(
          new Error(
            `Waited ${this.#waitMs} ms for the database connection: is a query running outside its open transaction?`,
          ),
        );
      }, this.#waitMs);
      this.#waiting.push(start);
    });
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
