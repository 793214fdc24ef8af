import {
  CamelCasePlugin,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { beginDoings, type Commit, type CommitListener, Commits, commitOf, noteQuery } from './commits.ts';
import { type PoolName, type QueryListener, QueryWatch } from './query-watch.ts';
import { CommitWatch, type Flush, NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { inTurns, Turns, type TurnsLoad } from './turns.ts';

export type Db = Kysely<Tables>;

/**
 * `reader` and `writer` are two connections on SQLite and two pools on PostgreSQL, so that readers never wait for those
 * who wait to write.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly reader: Db;
  readonly writer: Db;
  /**
   * Differs from what it was before if anything may have been committed since, on SQLite by anybody, on PostgreSQL by
   * this process; commits of this process that have said of themselves that they change talks alone leave it. Costs no
   * query.
   */
  commitMark(): number;
  /** Has this process's commits told, each before whoever asked for it hears of it. */
  onCommit(listener: CommitListener): void;
  /** Has this process's statements told, each when it is done. */
  onQuery(listener: QueryListener): void;
  /** Who has a connection and who waits for one at this moment. */
  load(): Readonly<Record<PoolName, TurnsLoad>>;
  /**
   * All that is committed now survives a power cut once this has come to its end. To be awaited before anything is
   * acknowledged that was found, not written: what is read may still be on its way to the disk on SQLite.
   * @throws {DiskFailed}
   */
  settled(): Promise<void>;
  /** Whether the disk has failed, and nothing has made good for it since; PostgreSQL sees to its own. */
  hasDiskFailed(): boolean;
  close(): Promise<void>;
}

export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly path: string; readonly isDisposable?: boolean }
  | { readonly engine: 'postgres'; readonly url: string; readonly poolSize?: number };

export interface ConnectOptions {
  /** How long a query may wait for a connection, and on SQLite for another process that is writing. */
  readonly waitMs?: number;
  /**
   * How long a write may wait for another one on PostgreSQL, with a connection in its hand: shorter than others wait for
   * that connection, and longer than PostgreSQL waits before it looks for two who wait for each other.
   */
  readonly lockWaitMs?: number;
  /** Called with errors of idle connections, which belong to no query. */
  readonly onError?: (error: Error) => void;
  /** What brings SQLite's log to the disk, in place of the system's own. */
  readonly flush?: Flush;
}

/** Whoever comes after so many that wait to write is sent away at once. */
const MAX_WAITING_WRITERS = 100;

/** Opens the database without asking it anything; the first query does. */
export function connect(target: DatabaseTarget, options: ConnectOptions = {}): Database {
  return target.engine === 'sqlite' ? connectSqlite(target, options) : connectPostgres(target, options);
}

function connectSqlite(
  { path, isDisposable = false }: DatabaseTarget & { engine: 'sqlite' },
  { waitMs = 10_000, flush }: ConnectOptions,
): Database {
  const commits = new Commits();
  const onCommit = (commit: Commit) => commits.tell(commit);
  const watches = queryWatches();
  const dialectFor = (readOnly: boolean) => {
    const queries = readOnly ? watches.reader : watches.writer;
    const given = { path, readOnly, waitMs, maxWaiting: maxWaiting(readOnly), onCommit, queries, flush, isDisposable };
    return new NodeSqliteDialect(given);
  };
  const [reading, writing] = [dialectFor(true), dialectFor(false)];
  const watch = new CommitWatch(writing.dataVersion);
  const [reader, writer] = [kyselyOn(reading), kyselyOn(writing)];
  return {
    engine: 'sqlite',
    reader,
    writer,
    commitMark: () => watch.mark() + commits.count,
    onCommit: (listener) => commits.listen(listener),
    onQuery: watches.listen,
    load: () => ({ reader: reading.load(), writer: writing.load() }),
    settled: writing.settled,
    hasDiskFailed: writing.hasDiskFailed,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function maxWaiting(readOnly: boolean): number {
  return readOnly ? Number.POSITIVE_INFINITY : MAX_WAITING_WRITERS;
}

function connectPostgres(
  { url, poolSize = 10 }: DatabaseTarget & { engine: 'postgres' },
  { waitMs = 10_000, lockWaitMs = 5000, onError = () => {} }: ConnectOptions,
): Database {
  const commits = new Commits();
  const onCommit = (commit: Commit) => commits.tell(commit);
  const watches = queryWatches();
  const turnsFor = (readOnly: boolean) => new Turns({ atOnce: poolSize, waitMs, maxWaiting: maxWaiting(readOnly) });
  const turns = { reader: turnsFor(true), writer: turnsFor(false) };
  const open = (name: PoolName) => {
    const readOnly = name === 'reader';
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: waitMs,
      statement_timeout: 30_000,
      ...(!readOnly && { lock_timeout: lockWaitMs }),
      application_name: 'kawaraban',
    });
    pool.on('error', onError);
    return kyselyOn(new BoundedPostgresDialect({ pool }, { turns: turns[name], queries: watches[name], onCommit }));
  };
  const [reader, writer] = [open('reader'), open('writer')];
  return {
    engine: 'postgres',
    reader,
    writer,
    commitMark: () => commits.count,
    onCommit: (listener) => commits.listen(listener),
    onQuery: watches.listen,
    load: () => ({ reader: turns.reader.load, writer: turns.writer.load }),
    settled: async () => {},
    hasDiskFailed: () => false,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function queryWatches() {
  const [reader, writer] = [new QueryWatch('reader'), new QueryWatch('writer')];
  const listen = (listener: QueryListener) => {
    for (const one of [reader, writer]) one.listen(listener);
  };
  return { reader, writer, listen };
}

interface Watched {
  readonly turns: Turns;
  readonly queries: QueryWatch;
  readonly onCommit: (commit: Commit) => void;
}

/** Hands out its connections in turns, and tells of every commit before whoever asked for it hears of it. */
class BoundedPostgresDialect extends PostgresDialect {
  readonly #watched: Watched;

  constructor(config: PostgresDialectConfig, watched: Watched) {
    super({ ...config, onCreateConnection: async (connection) => noteQueriesOf(connection, watched.queries) });
    this.#watched = watched;
  }

  override createDriver(): Driver {
    const { turns, onCommit } = this.#watched;
    const driver = inTurns(super.createDriver(), turns);
    const begin = driver.beginTransaction.bind(driver);
    const commit = driver.commitTransaction.bind(driver);
    return Object.assign(driver, {
      beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
        await begin(connection, settings);
        beginDoings(connection);
      },
      commitTransaction: async (connection: DatabaseConnection) => {
        const committed = commitOf(connection);
        // A commit whose answer was lost may have been made, too.
        await commit(connection).finally(() => onCommit(committed));
      },
    });
  }
}

function noteQueriesOf(connection: DatabaseConnection, queries: QueryWatch): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, options) => {
    noteQuery(connection, query);
    return queries.time(() => execute(query, options));
  };
}

function kyselyOn(dialect: NodeSqliteDialect | PostgresDialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}

/** Whether the database answers, and what it was given last is safe. */
export async function isReachable(database: Database): Promise<boolean> {
  try {
    await database.reader.selectFrom('services').select('serviceId').limit(1).execute();
    // Where nobody is sent any more, nobody else would try whether the disk works again.
    if (database.hasDiskFailed()) await database.settled();
    return true;
  } catch {
    return false;
  }
}
