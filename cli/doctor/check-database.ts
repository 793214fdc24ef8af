import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { withDeadline } from '#server/concurrency/timers.ts';
import type { Config } from '#server/config.ts';
import { OLDEST_POSTGRES } from '#server/data-transfer/index.ts';
import type { Database, DatabaseTarget } from '#server/database/connect.ts';
import { UNFINISHED_COPY } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { describeTarget, unwritableFile } from '#server/process/open-database.ts';
import { counted } from '../subcommand.ts';
import { checkClockSkew } from './check-addresses.ts';
import { checkMode } from './check-machine.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DEADLINE_MS = 10_000;
const INTEGRITY_MS = 60_000;
const COUNTED = { services: 'service', posts: 'post', files: 'file', users: 'user' };

/** `isUsable` is false when further checks cannot use the database. */
export interface CheckedDatabase {
  readonly findings: readonly Finding[];
  readonly isUsable: boolean;
}

export async function checkDatabase(config: Config, database: Database, now: () => Date): Promise<CheckedDatabase> {
  const target = config.database;
  const name = describeTarget(target);
  if (target.engine === 'sqlite' && !existsSync(target.path)) {
    const fix = 'On a new installation, nothing needs to be done. Otherwise check DATABASE_URL and DATA_DIR.';
    return { findings: [warning(`${name} does not exist yet. The first start creates it.`, fix)], isUsable: false };
  }
  const unwritable = unwritableFile(target);
  if (unwritable !== undefined) {
    const fix = 'Make the user that runs the server its owner. The server does not start until then.';
    return { findings: [problem(`The file ${unwritable} is not writable.`, fix)], isUsable: false };
  }
  try {
    const findings = [ok(`${name} responds`), ...(await collect(checkServer(database, now)))];
    const shape = await withDeadline(DEADLINE_MS, checkSchema(database, name));
    findings.push(shape);
    if (target.engine === 'sqlite') {
      findings.push(await checkIntegrity(target.path));
      findings.push(...(await checkMode(['', '-wal', '-shm'].map((ending) => `${target.path}${ending}`))));
    }
    if (shape.state === 'ok') findings.push(...(await collect(checkContent(database, now))));
    return { findings, isUsable: shape.state === 'ok' };
  } catch (error) {
    const finding = problem(`${name} cannot be used: ${reasonOf(error)}.`, repairOf(target, error));
    return { findings: [finding], isUsable: false };
  }
}

function collect(findings: AsyncGenerator<Finding>): Promise<Finding[]> {
  return withDeadline(DEADLINE_MS, Array.fromAsync(findings));
}

function repairOf(target: DatabaseTarget, error: unknown): string {
  if (target.engine === 'sqlite') return 'Check DATABASE_URL, or restore a backup.';
  switch ((error as { code?: unknown }).code) {
    case '3D000':
      return `Create it (createdb ${decodeURIComponent(new URL(target.url).pathname.slice(1))}), or check its name in DATABASE_URL.`;
    case '28P01':
    case '28000':
      return 'Check the user and password in DATABASE_URL, and pg_hba.conf of the server.';
    default:
      return 'Start it, or check DATABASE_URL.';
  }
}

async function* checkServer({ engine, reader }: Database, now: () => Date): AsyncGenerator<Finding> {
  if (engine === 'sqlite') return;
  const { rows } = await sql<{ version: number; encoding: string; now: Date }>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      now() as now`.execute(reader);
  const { version = 0, encoding = '', now: remote } = rows[0] ?? {};
  if (version < OLDEST_POSTGRES)
    yield problem(`PostgreSQL ${version} is too old.`, `Install version ${OLDEST_POSTGRES} or later.`);
  if (encoding !== 'UTF8')
    yield problem(
      `The encoding of the database is ${encoding}.`,
      'Create a database with UTF-8 and restore a backup into it.',
    );
  yield* checkClockSkew(remote, now(), 'the database server');
}

async function checkSchema({ engine, reader }: Database, name: string): Promise<Finding> {
  const tables = await tablesIn(engine, reader);
  if (tables.has(UNFINISHED_COPY))
    return problem(`${name} is an unfinished copy.`, 'Run the command that was copying it again.');
  if (!tables.has('kysely_migration')) return warning(`${name} is empty.`, 'The first start fills it.');
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((one) => !Object.hasOwn(migrations, one));
  if (unknown.length > 0)
    return problem(
      `${name} belongs to a newer version of Kawaraban.`,
      'Install that version, or restore a backup from before the update.',
    );
  const missing = Object.keys(migrations).filter((one) => !applied.has(one));
  return missing.length === 0
    ? ok('The database schema is up to date')
    : warning(`${name} has an older schema.`, 'The next start updates it; make a backup first.');
}

async function tablesIn(engine: Database['engine'], reader: Database['reader']): Promise<ReadonlySet<string>> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(reader)
      : await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(reader);
  return new Set(rows.map(({ name }) => name));
}

/** Runs in a child process, because a synchronous SQLite check cannot be interrupted otherwise. */
const INTEGRITY_CHECK = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 5000 });
  const results = database.prepare('pragma quick_check(3)').all().map((row) => Object.values(row)[0]);
  const broken = database.prepare('pragma foreign_key_check').get();
  process.stdout.write(JSON.stringify({ problems: results.filter((result) => result !== 'ok'), table: broken?.table }));`;

async function checkIntegrity(path: string): Promise<Finding> {
  try {
    const args = ['--input-type=module', '--eval', INTEGRITY_CHECK, path];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      timeout: INTEGRITY_MS,
      killSignal: 'SIGKILL',
    });
    const { problems, table } = JSON.parse(stdout);
    if (problems.length > 0)
      return problem(`The database is damaged: ${problems.join('; ')}.`, 'Stop the server and restore a backup.');
    if (table !== undefined)
      return problem(`Rows of ${table} refer to missing rows.`, 'Stop the server and restore a backup.');
    return ok('The database is intact (quick_check, foreign keys)');
  } catch (error) {
    const { killed, message } = error as { killed?: boolean; message: string };
    if (killed) {
      const fix = 'Run `sqlite3 FILE "pragma quick_check"` when you have time.';
      return warning('The database is too large to check within a minute.', fix);
    }
    const reason = message.split('\n').find((line) => line.startsWith('Error: ')) ?? message;
    return problem(`The database cannot be checked: ${reason}.`, 'Stop the server and restore a backup.');
  }
}

async function* checkContent({ reader }: Database, now: () => Date): AsyncGenerator<Finding> {
  const counts: string[] = [];
  for (const [table, noun] of Object.entries(COUNTED)) {
    const { rows } = await sql<{ there: number }>`select count(*) as there from ${sql.table(table)}`.execute(reader);
    counts.push(counted(Number(rows[0]?.there ?? 0), noun));
  }
  yield ok(`The database contains ${counts.join(', ')}`);
  const { rows: ticks } = await sql<{ at: string | null }>`
    select max(ticked_at) as at from clock_ticks`.execute(reader);
  const tickedAt = ticks[0]?.at;
  if (tickedAt && new Date(tickedAt).getTime() - now().getTime() > DEADLINE_MS) {
    const what = `Scheduled work last ran at ${tickedAt}, which is in the future.`;
    yield problem(what, 'Correct the clock of this machine.');
  }
  const { rows: admins } = await sql`
    select 1 from users where role = 'admin' and is_enabled = 1 limit 1`.execute(reader);
  if (admins.length === 0)
    yield warning(
      'There is no administrator.',
      'The first start creates one. Later, run `kawaraban admin reset-password`.',
    );
  const { rows: revisions } = await sql<{ id: string }>`
    select service_id as id from services where revision < 0 limit 1`.execute(reader);
  for (const { id } of revisions) yield problem(`The service ${id} has an invalid revision.`, 'Restore a backup.');
  const { rows: mails } = await sql<{ failed: number }>`
    select count(*) as failed from mails where status = 'failed'`.execute(reader);
  const failed = Number(mails[0]?.failed ?? 0);
  if (failed > 0)
    yield warning(
      `${counted(failed, 'email')} could not be sent.`,
      'Check the reason in the console and resend them there.',
    );
}

/** Differs from the channel of commit notifications, so that servers do not receive the test. */
const CHANNEL = 'kawaraban_doctor';
const CONNECT_MS = 5000;
const HEAR_MS = 3000;

/** Checks that PostgreSQL notifications reach other connections, which processes need to announce commits. */
export async function checkNotifications({ database }: Pick<Config, 'database'>): Promise<readonly Finding[]> {
  if (database.engine === 'sqlite' || database.isNotifying === false) return [];
  const listener = newClient(database.url);
  const notifier = newClient(database.url);
  try {
    const received = new Promise<void>((resolve) => listener.on('notification', () => resolve()));
    await withDeadline(CONNECT_MS, Promise.all([listener.connect(), notifier.connect()]));
    await withDeadline(HEAR_MS, listener.query(`listen ${CHANNEL}`));
    await withDeadline(HEAR_MS, notifier.query(`select pg_notify('${CHANNEL}', '')`));
    await withDeadline(HEAR_MS, received);
    return [ok('Processes can notify each other of changes (LISTEN)')];
  } catch (error) {
    const fix =
      'Set DATABASE_LISTEN=off, or let DATABASE_URL bypass the pooler. Processes see changes within a second either way.';
    return [warning(`Processes cannot notify each other of changes (LISTEN): ${reasonOf(error)}.`, fix)];
  } finally {
    for (const client of [listener, notifier]) client.end().catch(() => {});
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // Pending queries reject with the same error.
  client.on('error', () => {});
  return client;
}
