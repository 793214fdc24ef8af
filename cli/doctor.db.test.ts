import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { migratorOf } from '#server/database/migrate.ts';
import { findPoolId } from '#server/database/pool-settings.ts';
import { originalKey } from '#server/media/index.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { openStorage } from '#server/storage/index.ts';
import { TEST_SECRET, testUserPool } from '#testing/app.ts';
import { breakableLine } from '#testing/broken-line.ts';
import { testClock } from '#testing/clock.ts';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { USER_WITH_PASSWORD } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/product.ts';
import { smtpServer } from '#testing/smtp-server.ts';
import { testS3Target } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import { checkClockSkew } from './doctor/check-addresses.ts';
import { checkNotifications } from './doctor/check-database.ts';
import { checkEnvironment, checkFolders, checkNode } from './doctor/check-machine.ts';
import { examine } from './doctor/examine.ts';

const urlOf = (target: DatabaseTarget) => (target.engine === 'sqlite' ? `sqlite:${target.path}` : target.url);

async function installation() {
  const dataDir = await temporaryFolder();
  const { database, target } = await testDatabaseWithTarget();
  const storage = await openStorage({ kind: 'disk', folder: join(dataDir, 'media') }, { clock: testClock() });
  await testUserPool({ database, clock: testClock() });
  const secret = join(dataDir, 'secret');
  await writeFile(secret, `${TEST_SECRET}\n`, { mode: 0o600 });
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(target), PORT: '0' };
  return { dataDir, database, target, storage, secret, env };
}

async function findingLines(env: Record<string, string>): Promise<string[]> {
  const findings = await Array.fromAsync(examine(await loadConfig(env, '/nonexistent')));
  return findings.map(({ state, what, fix }) => `${state}: ${what}${fix === undefined ? '' : ` ${fix}`}`);
}

async function listeningPort(reply: (path: string) => unknown): Promise<string> {
  const server = createServer((request, response) => response.end(JSON.stringify(reply(request.url ?? ''))));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test('doctor exits with 0 when everything is fine', async () => {
  const { env, database, storage, target } = await installation();
  const stored = await givenStoredFile({ database, storage });
  await storage.put(originalKey({ ...stored, fileId: '01hzx3w7gg8hh9jj0kk3999999' }), Buffer.from('on its way'));
  const { code, stdout, stderr } = await runKawaraban(['doctor'], { env }).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('✓ Node.js');
  expect(stdout).toMatch(/✓ The database .* responds\n/);
  expect(stdout).toContain('✓ The database schema is up to date\n');
  expect(stdout).toContain('✓ The database contains 1 service, 0 posts, 1 file, 0 users\n');
  expect(stdout).toMatch(/✓ The secret in .* decrypts the data in the database\n/);
  expect(stdout).toContain('✓ Files present in the storage: all 1\n');
  expect(stdout).toContain('✓ Objects with a record in the database: all 2, except 1 too new to tell\n');
  if (target.engine === 'postgres') expect(stdout).toContain('✓ Processes can notify each other of changes (LISTEN)\n');
  expect(stdout).toContain('! No mail server is configured: ');
  expect(stdout).not.toContain('✗');
  expect(stdout).toMatch(/\n\nNo problems found\.\n$/);
});

test('lookAtEnvironment names the installation and an unread .env file', async () => {
  const folder = await temporaryFolder();
  const check = async (environment: Record<string, string>) =>
    checkEnvironment(await loadConfig(environment, folder), { environment, folder });
  const database = join(folder, 'data', 'kawaraban.db');
  expect(await check({})).toEqual([
    { state: 'ok', what: `The data folder is ${join(folder, 'data')} (the default without DATA_DIR)` },
    { state: 'ok', what: `The database ${database} is used (the default without DATABASE_URL)` },
  ]);
  await writeFile(
    join(folder, '.env'),
    'DATA_DIR=/srv/news\nSECRET="geheim, und lang genug, wie es sein muss"\nPORT=80\n',
  );
  const [dataDir, , unread] = await check({ DATA_DIR: '/srv/news', PORT: '8080' });
  expect(dataDir?.what).toBe('The data folder is /srv/news (set by DATA_DIR)');
  expect(unread).toMatchObject({
    state: 'warning',
    what: expect.stringMatching(/Not set: PORT, SECRET\.$/),
  });
  expect(unread?.what).not.toContain('geheim');
});

test('lookAtNotices reports a pooler that drops notifications', async () => {
  const { target } = await testDatabaseWithTarget();
  if (target.engine === 'sqlite') {
    expect(await checkNotifications({ database: target })).toEqual([]);
    return;
  }
  expect(await checkNotifications({ database: { ...target, isNotifying: false } })).toEqual([]);
  for (const [word, reason] of [
    ['lissen', 'syntax error'],
    // The listener uses a channel that nobody notifies.
    ['listen kawaraban_nobody', 'no answer within 3 seconds'],
  ] as const) {
    const listen = 'listen kawaraban_doctor';
    const line = await breakableLine(target.url, { replacements: { [listen.slice(0, word.length)]: word } });
    onTestFinished(() => line.close());
    const [finding] = await checkNotifications({ database: { ...target, url: line.url } });
    expect(finding).toMatchObject({ state: 'warning', what: expect.stringContaining(reason) });
    expect(finding?.fix).toContain('DATABASE_LISTEN=off');
  }
});

test('doctor distinguishes a missing database from a wrong password', async () => {
  const { target } = await testDatabaseWithTarget();
  if (target.engine === 'sqlite') return;
  const checkWith = async (change: (url: URL) => void) => {
    const url = new URL(target.url);
    change(url);
    return (await findingLines({ DATA_DIR: await temporaryFolder(), DATABASE_URL: url.href, PORT: '0' })).join('\n');
  };
  const nothere = await checkWith((url) => {
    url.pathname = '/nothere';
  });
  expect(nothere).toMatch(/"nothere" does not exist\. Create it \(createdb nothere\)/);
  const unknownUser = await checkWith((url) => {
    url.username = USER_WITH_PASSWORD;
    url.password = 'geheim';
  });
  expect(unknownUser).toMatch(/authentication failed .*\. Check the user and password in DATABASE_URL/);
  expect(unknownUser).not.toContain('geheim');
});

test('doctor reports unreachable services and continues with other checks', async () => {
  const port = await listeningPort(() => 'something else');
  const lines = await findingLines({
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: 'postgres://a:geheim@127.0.0.1:1/x',
    PORT: port,
    STORAGE_URL: 's3://media?endpoint=http://127.0.0.1:1&pathStyle=true',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://news.invalid',
  });
  const output = lines.join('\n');
  expect(output).toMatch(
    /problem: The database at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*Start it, or check DATABASE_URL\./,
  );
  expect(output).toMatch(/warning: There is no secret yet\./);
  expect(output).toMatch(/problem: The bucket media at http:\/\/127\.0\.0\.1:1 cannot be used: /);
  expect(output).toMatch(/problem: The mail server at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
  expect(output).toMatch(/problem: PUBLIC_URL is http:\/\/news\.invalid, without https/);
  expect(output).toMatch(
    /problem: The server cannot listen on localhost, port \d+ \(EADDRINUSE\)\. Stop the program that uses it/,
  );
  expect(output).toMatch(/warning: http:\/\/news\.invalid does not reach a running Kawaraban/);
  expect(output).not.toContain('geheim');
});

test('doctor reports inconsistencies with a remedy', async () => {
  const { env, database, storage, secret, dataDir, target } = await installation();
  await givenFile({ database }, { isUploaded: true, status: 'published' });
  await writeFile(secret, `${'another secret '.repeat(4)}\n`);
  await sql`insert into clock_ticks (name, ticked_at) values ('schedule', '2999-01-01T00:00:00Z')`.execute(
    database.writer,
  );
  const lines = await findingLines(env);
  expect(lines).toContain(
    `problem: Files missing in the storage or different: 1 of all 1. kawaraban media check lists them.`,
  );
  expect(lines).toContain(
    `problem: The secret in ${secret} does not decrypt the data in the database. Restore the file from a backup, or set SECRET to its earlier value.`,
  );
  expect(lines.join('\n')).toContain('problem: Scheduled work last ran at 2999-01-01T00:00:00Z');
  expect(await keysOf(storage, '')).toEqual([]);
  await migratorOf(database).migrateDown();
  expect((await findingLines(env)).join('\n')).toMatch(/warning: .* has an older schema\. The next start/);
  await sql`insert into kysely_migration (name, timestamp) values ('29990101-0000-later', 'x')`.execute(
    database.writer,
  );
  expect((await findingLines(env)).join('\n')).toContain('belongs to a newer version of Kawaraban');
  await sql`create table unfinished_copy (begun_at text)`.execute(database.writer);
  expect((await findingLines(env)).join('\n')).toContain('is an unfinished copy');
  if (target.engine === 'postgres') return;
  const damaged = join(dataDir, 'damaged.db');
  await writeFile(damaged, Buffer.alloc(8192, 7));
  expect((await findingLines({ ...env, DATABASE_URL: `sqlite:${damaged}` })).join('\n')).toMatch(
    /problem: .*not a database/,
  );
  const missing = join(dataDir, 'not', 'there.db');
  expect((await findingLines({ ...env, DATABASE_URL: `sqlite:${missing}` })).join('\n')).toContain('does not exist');
  await expect(stat(missing)).rejects.toThrow('ENOENT');
});

test('doctor checks bucket and mail server without leaving data behind', async () => {
  const { env } = await installation();
  const target = await testS3Target();
  const mail = await smtpServer({ user: { name: 'news', password: 'geheim' } });
  const port = await listeningPort((path) => (path === '/readyz' ? { status: 'ready', clock: 'late' } : {}));
  const lines = await findingLines({
    ...env,
    STORAGE_URL: `s3://${target.bucket}/${target.prefix}?endpoint=${target.endpoint}&pathStyle=true`,
    SMTP_URL: `smtp://news:geheim@127.0.0.1:${mail.port}`,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
  });
  const output = lines.join('\n');
  expect(output).toMatch(/ok: The bucket .* responds\nok: The bucket .* is writable/);
  expect(output).toMatch(/ok: The mail server at .* accepts the sign-in/);
  expect(output).toMatch(/problem: Scheduled work of the server at .* is late/);
  expect(mail.received).toEqual([]);
  const storage = await openStorage(target, { clock: testClock() });
  onTestFinished(() => storage.close());
  expect(await keysOf(storage, '')).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)('doctor reports a read-only database file', async () => {
  const { env, target } = await installation();
  if (target.engine === 'postgres') return;
  await chmod(target.path, 0o444);
  const output = (await findingLines(env)).join('\n');
  expect(output).toContain(
    `problem: The file ${target.path} is not writable. Make the user that runs the server its owner`,
  );
  await expect(openMigrated({ database: target })).rejects.toThrow(`The file ${target.path} is not writable: make`);
});

test('doctor reports world-readable files with the chmod command', async () => {
  const { env, secret, target } = await installation();
  const files = [secret, ...(target.engine === 'sqlite' ? [target.path] : [])];
  for (const file of files) await chmod(file, 0o644);
  const output = (await findingLines(env)).join('\n');
  for (const file of files)
    expect(output).toMatch(new RegExp(`Other users of this machine can read ${file}.*chmod 600 ${file}`));
  for (const file of files) await chmod(file, 0o600);
  expect((await findingLines(env)).join('\n')).not.toContain('Other users of this machine');
});

test('doctor detects a server of another installation on its port', async () => {
  const { env, database } = await installation();
  const lines = async (userPoolId: string | undefined) => {
    const port = await listeningPort((path) =>
      path === '/readyz' ? { status: 'ready' } : { identity: { userPoolId } },
    );
    return (await findingLines({ ...env, PORT: port })).join('\n');
  };
  expect(await lines('local_another')).toMatch(/problem: The server at http:\S+ uses another database\. Change PORT/);
  expect(await lines(await findPoolId(database.reader))).toMatch(/ok: The server responds at http:/);
});

test('doctor reports an unwritable folder', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'file'), '');
  const lines = await findingLines({ DATA_DIR: join(folder, 'data', 'file'), PORT: '0' });
  expect(lines.join('\n')).toMatch(/problem: The folder .*file is not writable\. Make it writable, or set DATA_DIR/);
});

test('doctor reports an old Node.js and clock skew', () => {
  expect(checkNode('22.1.0')).toMatchObject({ state: 'problem', what: 'Node.js 22.1.0 is too old.' });
  const now = new Date('2026-11-21T10:00:00Z');
  expect(checkClockSkew(new Date('2026-11-21T10:00:20Z'), now, 'x')).toEqual([]);
  expect(checkClockSkew(new Date('2026-11-21T10:02:00Z'), now, 'the server')).toMatchObject([
    { state: 'problem', what: 'This machine’s clock is 120 seconds behind the clock of the server.' },
  ]);
});

test.for([
  { factor: 2, state: 'warning', says: /^The disk that holds .* is filling up: [0-9.]+ [GM]B free\.$/ },
  { factor: 20, state: 'problem', says: /^The disk that holds .* is almost full: [0-9.]+ [GM]B free\.$/ },
])('doctor reports a limit of $factor times the free space as a $state', async ({ factor, state, says }) => {
  const config = await loadConfig({ DATA_DIR: await temporaryFolder() }, '/nonexistent');
  const findings = await checkFolders(config, ({ freeBytes }) => freeBytes * factor);
  expect(findings.length).toBeGreaterThan(0);
  for (const finding of findings) {
    expect(finding).toEqual({ state, what: expect.stringMatching(says), fix: expect.stringMatching(/^Free up space/) });
  }
});

test('doctor lists invalid settings and rejects unknown options', async () => {
  const { code, stdout } = await runInProcess(['doctor'], { env: { PORT: 'x', DATABASE_URL: 'mysql://geheim' } });
  expect(code).toBe(1);
  expect(stdout).toContain('✗ PORT must be');
  expect(stdout).toContain('✗ DATABASE_URL must be');
  expect(stdout.match(/! Nothing else was checked\.\n {4}Fix these values/g)).toHaveLength(1);
  expect(stdout).toContain('Problems: 2.');
  expect((await runInProcess(['doctor', '--all'])).code).toBe(2);
});
