import { CamelCasePlugin, Kysely, type PostgresDialect } from 'kysely';
import { type Commit, type CommitListener, Commits } from './commits.ts';
import { PostgresPools, type PostgresTarget } from './postgres-pools.ts';
import type { KeepWatchOptions, Outage } from './postgres-watch.ts';
import { type PoolName, type QueryListener, queryWatches } from './query-watch.ts';
import { CommitWatch, type Flush, NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import type { TurnsLoad } from './turns.ts';

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
   * this process or by one that was heard of; commits that have said of themselves that they change talks alone leave
   * it. Costs no query.
   */
  commitMark(): number;
  /**
   * Has commits told: this process's each before whoever asked for it hears of it, and those of others that are heard
   * of.
   */
  onCommit(listener: CommitListener): void;
  /**
   * From now on a transaction lets others have their answers first for as long as any of these says that somebody waits
   * for one, within bounds. On PostgreSQL transactions take no time of the event loop's that would matter.
   */
  giveWayWhile(isAnyoneAhead: () => boolean): void;
  /** Has this process's statements told, each when it is done. */
  onQuery(listener: QueryListener): void;
  /** Who has a connection and who waits for one at this moment. */
  load(): Readonly<Record<PoolName, TurnsLoad>>;
  /**
   * From now on knows whether the database answers, and hears at once what other processes commit, by a connection of
   * its own. Of SQLite all of that is known without.
   */
  keepWatch(options: KeepWatchOptions): void;
  /** Tells since when nothing is answered, while that is so and a watch is kept. Costs no query. */
  outage(): Outage | undefined;
  /** Whether there is an outage, found out after now: for whoever has just had no answer. */
  findOutage(): Promise<boolean>;
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
  | PostgresTarget;

export interface ConnectOptions {
  /** How long a query may wait for a connection, and on SQLite for another process that is writing. */
  readonly waitMs?: number;
  /**
   * How long a write may wait for another one on PostgreSQL, with a connection in its hand: shorter than others wait for
   * that connection, and longer than PostgreSQL waits before it looks for two who wait for each other.
   */
  readonly lockWaitMs?: number;
  /** How long PostgreSQL may work on one statement. */
  readonly statementTimeoutMs?: number;
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
  const ahead: (() => boolean)[] = [];
  const isAnyoneAhead = () => ahead.some((one) => one());
  const dialectFor = (readOnly: boolean) => {
    const queries = readOnly ? watches.reader : watches.writer;
    const given = { path, readOnly, waitMs, maxWaiting: maxWaiting(readOnly), onCommit, queries };
    return new NodeSqliteDialect({ ...given, isAnyoneAhead, flush, isDisposable });
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
    giveWayWhile: (isAhead) => void ahead.push(isAhead),
    onQuery: watches.listen,
    load: () => ({ reader: reading.load(), writer: writing.load() }),
    keepWatch: () => {},
    outage: () => undefined,
    findOutage: async () => false,
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

function connectPostgres(target: PostgresTarget, options: ConnectOptions): Database {
  const commits = new Commits();
  const pools = new PostgresPools(target, { ...options, commits, maxWaitingWriters: MAX_WAITING_WRITERS });
  const [reader, writer] = [kyselyOn(pools.open('reader')), kyselyOn(pools.open('writer'))];
  return {
    engine: 'postgres',
    reader,
    writer,
    commitMark: () => commits.count,
    onCommit: (listener) => commits.listen(listener),
    giveWayWhile: () => {},
    onQuery: (listener) => pools.onQuery(listener),
    load: () => pools.load(),
    keepWatch: (given) => pools.keepWatch(given),
    outage: () => pools.outage(),
    findOutage: () => pools.findOutage(),
    settled: async () => {},
    hasDiskFailed: () => false,
    close: async () => {
      await pools.endWatch();
      await reader.destroy();
      await writer.destroy();
    },
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
