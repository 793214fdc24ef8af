import { CamelCasePlugin, Kysely, type LogEvent, type PostgresDialect } from 'kysely';
import type { Pool, PoolConfig } from 'pg';
import type { SemaphoreLoad } from '../concurrency/semaphore.ts';
import { type Commit, type CommitListener, Commits } from './commits.ts';
import { type PoolName, PostgresPools, type PostgresTarget } from './postgres-pools.ts';
import type { KeepWatchOptions, Outage } from './postgres-watch.ts';
import { CommitWatch, type Flush, NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** The duration excludes the wait for a connection and the disk sync after a commit. */
export interface DoneQuery {
  readonly pool: PoolName;
  readonly seconds: number;
  readonly error?: unknown;
}

export type QueryListener = (query: DoneQuery) => void;

/**
 * `reader` and `writer` are two connections on SQLite and two pools on PostgreSQL, so that readers never wait for
 * writers.
 */
export interface Database extends AsyncDisposable {
  readonly engine: 'sqlite' | 'postgres';
  readonly reader: Db;
  readonly writer: Db;
  /**
   * Returns a number that changes when a revision of a service may have been raised: on SQLite by any process,
   * on PostgreSQL by this one or in a received notification. Runs no query on PostgreSQL, and a cheap pragma on SQLite.
   */
  commitMark(): number;
  /**
   * Registers a listener, called for each commit of this process before the caller gets its result, and for received
   * commits of other processes.
   */
  onCommit(listener: CommitListener): void;
  onQuery(listener: QueryListener): void;
  load(): Readonly<Record<PoolName, SemaphoreLoad>>;
  /**
   * Detects outages of PostgreSQL and receives commits of other processes over its own connection. Does nothing on
   * SQLite.
   */
  keepWatch(options: KeepWatchOptions): void;
  outage(): Outage | undefined;
  /** Resolves to true if a new check finds an outage. Call it after a failed query. */
  findOutage(): Promise<boolean>;
  /**
   * Resolves when everything committed so far survives a power cut. Await it before acknowledging data that was read
   * instead of written, as it may not be synced yet on SQLite.
   * @throws {DiskFailed}
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly path: string; readonly isDisposable?: boolean }
  | PostgresTarget;

export interface ConnectOptions {
  /** Maximum wait for a connection, and on SQLite for the lock of another process. */
  readonly waitMs?: number;
  /** PostgreSQL's lock_timeout. Must be shorter than `waitMs` and longer than deadlock_timeout. */
  readonly lockWaitMs?: number;
  readonly statementTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
  readonly flush?: Flush;
  /** Creates the pools of PostgreSQL, so that tests can reuse connections. */
  readonly createPool?: (config: PoolConfig) => Pool;
}

const MAX_WAITING_WRITERS = 100;

export function connect(target: DatabaseTarget, options: ConnectOptions = {}): Database {
  const database = target.engine === 'sqlite' ? connectSqlite(target, options) : connectPostgres(target, options);
  return { ...database, [Symbol.asyncDispose]: database.close };
}

type Connected = Omit<Database, typeof Symbol.asyncDispose>;

function connectSqlite(
  { path, isDisposable = false }: DatabaseTarget & { engine: 'sqlite' },
  { waitMs = 10_000, flush }: ConnectOptions,
): Connected {
  const commits = new Commits();
  const onCommit = (commit: Commit) => commits.report(commit);
  const dialectFor = (readOnly: boolean) =>
    new NodeSqliteDialect({ path, readOnly, waitMs, maxWaiting: maxWaiting(readOnly), onCommit, flush, isDisposable });
  const reading = dialectFor(true);
  const writing = dialectFor(false);
  const watch = new CommitWatch(writing.dataVersion);
  const queries = new QueryListeners();
  const reader = kyselyOn(reading, queries.of('reader'));
  const writer = kyselyOn(writing, queries.of('writer'));
  return {
    engine: 'sqlite',
    reader,
    writer,
    commitMark: () => watch.mark() + commits.count,
    onCommit: (listener) => commits.listen(listener),
    onQuery: (listener) => queries.listen(listener),
    load: () => ({ reader: reading.load(), writer: writing.load() }),
    keepWatch: () => {},
    outage: () => undefined,
    findOutage: async () => false,
    settled: writing.settled,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function maxWaiting(readOnly: boolean): number {
  return readOnly ? Number.POSITIVE_INFINITY : MAX_WAITING_WRITERS;
}

function connectPostgres(target: PostgresTarget, options: ConnectOptions): Connected {
  const commits = new Commits();
  const pools = new PostgresPools(target, { ...options, commits, maxWaitingWriters: MAX_WAITING_WRITERS });
  const queries = new QueryListeners();
  const reader = kyselyOn(pools.open('reader'), queries.of('reader'));
  const writer = kyselyOn(pools.open('writer'), queries.of('writer'));
  return {
    engine: 'postgres',
    reader,
    writer,
    commitMark: () => commits.count,
    onCommit: (listener) => commits.listen(listener),
    onQuery: (listener) => queries.listen(listener),
    load: () => pools.load(),
    keepWatch: (given) => pools.keepWatch(given),
    outage: () => pools.outage(),
    findOutage: () => pools.findOutage(),
    settled: async () => {},
    close: async () => {
      await pools.endWatch();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

class QueryListeners {
  readonly #listeners: QueryListener[] = [];

  listen(listener: QueryListener): void {
    this.#listeners.push(listener);
  }

  of(pool: PoolName): (event: LogEvent) => void {
    return (event) => {
      const seconds = event.queryDurationMillis / 1000;
      const done = { pool, seconds, ...(event.level === 'error' && { error: event.error }) };
      for (const listener of this.#listeners) listener(done);
    };
  }
}

function kyselyOn(dialect: NodeSqliteDialect | PostgresDialect, log: (event: LogEvent) => void): Db {
  return new Kysely<Tables>({ dialect, log, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}

export async function isReachable(database: Database): Promise<boolean> {
  try {
    await database.reader.selectFrom('services').select('serviceId').limit(1).execute();
    // An instance that is not ready gets no writes, so the readiness check itself must retry a failed sync.
    await database.settled();
    return true;
  } catch {
    return false;
  }
}
