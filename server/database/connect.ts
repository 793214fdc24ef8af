import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** `reader` and `writer` are two connections on SQLite and one pool on PostgreSQL. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly reader: Db;
  readonly writer: Db;
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
  const open = (readOnly: boolean) => kyselyOn(new NodeSqliteDialect({ path, readOnly, waitMs, isDisposable }));
  const writer = open(false);
  const reader = open(true);
  return {
    engine: 'sqlite',
    reader,
    writer,
    close: async () => {
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
  const db = kyselyOn(new PostgresDialect({ pool }));
  return { engine: 'postgres', reader: db, writer: db, close: () => db.destroy() };
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
