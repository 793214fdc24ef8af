import pg from 'pg';
import { reasonOf } from '../../platform/reason-of.ts';
import { TransferError } from '../transfer-error.ts';

export const OLDEST_POSTGRES = 14;
const CONNECT_MS = 10_000;
/** Bounds a single statement, not the whole copy. */
const STATEMENT_MS = 600_000;

/** Distinguishes copies from servers in `pg_stat_activity`. */
const COPYING = 'kawaraban copy';
const SERVING = 'kawaraban';

export async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const name = postgresName(url);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
    lock_timeout: CONNECT_MS,
    idle_in_transaction_session_timeout: 0,
    keepAlive: true,
    application_name: COPYING,
  });
  // The next query reports a broken connection.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServer(client, name);
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof TransferError) throw error;
    throw new TransferError(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Contains no credentials. */
export function postgresName(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'localhost'}`;
}

async function checkServer(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_encoding') as encoding, current_schema() as schema`);
  const { version, encoding, schema } = rows[0];
  if (version < OLDEST_POSTGRES)
    throw new TransferError(`${name} is PostgreSQL ${version}: ${OLDEST_POSTGRES} or later is needed.`);
  if (encoding !== 'UTF8')
    throw new TransferError(`${name} has the encoding ${encoding}. Create a database with UTF-8.`);
  if (schema === null) throw new TransferError(`${name} has no schema that this user may use.`);
}

export async function postgresIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select pg_postmaster_start_time() as started, current_schema() as schema,
    (select oid from pg_database where datname = current_database()) as database`);
  const { started, schema, database } = rows[0];
  return `postgres:${started.toISOString()}:${database}:${schema}`;
}

export async function isPostgresInUse(url: string): Promise<boolean> {
  await using client = await openClient(url);
  const { rows } = await client.query(
    'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [SERVING],
  );
  return rows.length > 0;
}
