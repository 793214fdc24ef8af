import {
  CamelCasePlugin,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
} from 'kysely';
import pg from 'pg';
import { CommitWatch, NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** `reader` and `writer` are two connections on SQLite and one pool on PostgreSQL. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly reader: Db;
  readonly writer: Db;
  /**
   * Differs from what it was before if anything may have been committed since: on SQLite by anybody, on PostgreSQL by
   * this process. Costs no query.
   */
  commitMark(): number;
  close(): Promise<void>;
}

export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly path: string; readonly isDisposable?: boolean }
  | { readonly engine: 'postgres'; readonly url: string; readonly poolSize?: number };

export interface ConnectOptions {
  /** How long a query may wait for a connection. */
  readonly waitMs?: number;
  /** Called with errors of idle connections, which belong to no query. */
  readonly onError?: (error: Error) => void;
}

/** Opens the database without asking it anything; the first query does. */
export function connect(target: DatabaseTarget, options: ConnectOptions = {}): Database {
  return target.engine === 'sqlite' ? connectSqlite(target, options) : connectPostgres(target, options);
}

function connectSqlite(
  { path, isDisposable = false }: DatabaseTarget & { engine: 'sqlite' },
  { waitMs = 10_000 }: ConnectOptions,
): Database {
  const watch = new CommitWatch(path);
  const onCommit = () => watch.lookAgain();
  const open = (readOnly: boolean) =>
    kyselyOn(new NodeSqliteDialect({ path, readOnly, waitMs, onCommit, isDisposable }));
  const writer = open(false);
  const reader = open(true);
  return {
    engine: 'sqlite',
    reader,
    writer,
    commitMark: () => watch.mark(),
    close: async () => {
      watch.close();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function connectPostgres(
  { url, poolSize = 10 }: DatabaseTarget & { engine: 'postgres' },
  { waitMs = 10_000, onError = () => {} }: ConnectOptions,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    statement_timeout: 30_000,
    application_name: 'kawaraban',
  });
  pool.on('error', onError);
  let commits = 0;
  const onCommit = () => {
    commits += 1;
  };
  const db = kyselyOn(new CountingPostgresDialect({ pool }, onCommit));
  return { engine: 'postgres', reader: db, writer: db, commitMark: () => commits, close: () => db.destroy() };
}

/** Tells of every commit, before whoever asked for it hears of it. */
class CountingPostgresDialect extends PostgresDialect {
  readonly #onCommit: () => void;

  constructor(config: PostgresDialectConfig, onCommit: () => void) {
    super(config);
    this.#onCommit = onCommit;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const commit = driver.commitTransaction.bind(driver);
    return Object.assign(driver, {
      commitTransaction: async (connection: DatabaseConnection) => {
        // A commit whose answer was lost may have been made, too.
        await commit(connection).finally(this.#onCommit);
      },
    });
  }
}

function kyselyOn(dialect: NodeSqliteDialect | PostgresDialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}

/** Whether the database answers. */
export async function isReachable({ reader }: Database): Promise<boolean> {
  try {
    await reader.selectFrom('services').select('serviceId').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
