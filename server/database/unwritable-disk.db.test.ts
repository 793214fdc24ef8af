import { sql } from 'kysely';
import { beforeEach, expect, inject, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/process/open-database.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { breakableSqlite } from '#testing/breakable-sqlite.ts';
import { callPool } from '#testing/call-pool.ts';
import { blankDatabase, testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { readMetrics } from '#testing/read-metrics.ts';
import type { Database, Db } from './connect.ts';

const METRICS_TOKEN = 'a-token-that-only-tests-have';

beforeEach(({ skip }) => {
  if (inject('postgresUrl') !== undefined) skip('these faults are of SQLite');
});

async function editedApp() {
  const config = await loadConfig({ METRICS_TOKEN }, '/nonexistent');
  const app = await testApp({ config, database: await testDatabase(), expectsErrors: true });
  const { postId, slug } = await givenPost(app, { serviceId: 'news', title: 'Before' });
  const editor = await givenUser(app, { serviceIds: ['news'] });
  const save = (title: string) =>
    editor.send('POST', `/api/admin/posts/news/${postId}`, { body: { title, body: `${title} `.repeat(2000) } });
  const title = async () => (await app.get(`/api/posts/news/${slug}`)).json.title;
  return { ...app, save, title };
}

/** SQLite reports a full disk when it reaches max_page_count. */
const limitPages = ({ writer }: Database, pages: number) =>
  sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(writer);
const fillDisk = async (database: Database) => {
  await sql`vacuum`.execute(database.writer);
  await limitPages(database, 1);
};
const freeDisk = (database: Database) => limitPages(database, 1_000_000);
const later = ({ clock }: Pick<TestApp, 'clock'>) => clock.moveTo(new Date(clock.now().getTime() + 6000).toISOString());

async function isWritable(get: TestApp['get']): Promise<number | undefined> {
  const { text } = await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  return readMetrics(text).find(
    (each) => each.name === 'kawaraban_storage_writable' && each.labels.place === 'database',
  )?.value;
}

test('full disk returns 503 until there is space again', async () => {
  const app = await editedApp();
  const { database, save, title, get, logged } = app;
  const writable = () => isWritable(get);
  await fillDisk(database);
  for (const attempt of ['One', 'Two', 'Three']) {
    const { status, headers, json } = await save(attempt);
    expect([status, headers['retry-after'], json]).toEqual([503, '30', { message: messages.storageFull }]);
  }
  expect(await title()).toBe('Before');
  expect(logged.filter(({ level }) => level === 'error')).toMatchObject([
    { msg: 'storage not writable', place: 'database', failure: 'full', err: { errcode: 13 } },
  ]);
  later(app);
  expect(await get('/readyz')).toMatchObject({ status: 503, json: { status: 'not ready', storage: 'full' } });
  expect(await writable()).toBe(0);
  await freeDisk(database);
  later(app);
  expect(await writable()).toBe(1);
  expect(await get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } });
  expect((await save('After')).status).toBe(200);
  expect(await title()).toBe('After');
  expect(logged.filter(({ msg }) => msg === 'storage writable again')).toHaveLength(1);
});

test.for([
  ['a read-only file', 8, 'read-only'],
  ['an I/O error', 778, 'io-error'],
] as const)('%s is in the log, in /readyz and in the metric', async ([, errcode, failure]) => {
  const sqlite = breakableSqlite();
  const { save, get, logged } = await editedApp();
  sqlite.failAt(0, { errcode, rollsBack: false });
  expect((await save('One')).status).toBe(503);
  sqlite.failAt(0, { errcode, rollsBack: false });
  const line = logged.find(({ msg }) => msg === 'storage not writable');
  expect(line).toMatchObject({ level: 'error', place: 'database', failure, err: { errcode } });
  expect(await get('/readyz')).toMatchObject({ status: 503, json: { storage: failure } });
  expect(await isWritable(get)).toBe(0);
  sqlite.work();
});

test('/readyz reports failed background writes', async () => {
  const { database, get } = await editedApp();
  await fillDisk(database);
  const row = { limitKey: 'x'.repeat(20_000), uses: 1, endsAt: '' };
  await expect(database.writer.insertInto('sharedLimits').values(row).execute()).rejects.toThrow('full');
  expect((await get('/readyz')).json).toEqual({ status: 'not ready', storage: 'full' });
});

test('transactions rolled back by SQLite reject further statements', async () => {
  const database = await testDatabase();
  await fillDisk(database);
  const insert = (db: Db, limitKey: string) =>
    db.insertInto('sharedLimits').values({ limitKey, uses: 1, endsAt: '' }).execute();
  const written = database.writer.transaction().execute(async (trx) => {
    await insert(trx, 'before');
    await insert(trx, 'x'.repeat(20_000)).catch(() => {});
    await insert(trx, 'after');
  });
  await expect(written).rejects.toThrow('full');
  expect(await database.reader.selectFrom('sharedLimits').selectAll().execute()).toEqual([]);
});

test('user pool returns 503 when the disk is full', async () => {
  const app = await editedApp();
  await fillDisk(app.database);
  const Username = `${'a'.repeat(60)}@example.com`;
  const answers: unknown[] = [];
  for (let each = 0; each < 5; each += 1) {
    const { status, json } = await callPool(app, 'SignUp', {
      ClientId: app.userPool.clientId,
      Username: `${each}${Username}`,
      Password: 'correct horse battery',
    });
    answers.push([status, json]);
  }
  expect(answers).toContainEqual([503, { __type: 'InternalErrorException', message: messages.storageFull }]);
});

test.for([
  ['a full disk', { errcode: 13, rollsBack: true }, messages.storageFull],
  ['a full disk that leaves the transaction open', { errcode: 13, rollsBack: false }, messages.storageFull],
  ['a read-only file', { errcode: 8, rollsBack: false }, messages.storageFailed],
  ['an I/O error', { errcode: 778, rollsBack: true }, messages.storageFailed],
] as const)('%s at any statement of a save stores nothing', async ([, problem, message]) => {
  const sqlite = breakableSqlite();
  const { save, title } = await editedApp();
  const failedStatements: string[] = [];
  for (let position = 0; ; position += 1) {
    const before = await title();
    const failed = sqlite.failAt(position, problem);
    const { status, json } = await save(`Title ${position}`);
    sqlite.work();
    if (failed.length === 0) break;
    failedStatements.push(...failed);
    expect([status, json], failed.join()).toEqual([503, { message }]);
    expect(await title()).toBe(before);
    expect((await save(`Next ${position}`)).status).toBe(200);
  }
  expect([failedStatements[0], failedStatements.at(-1)]).toEqual(['begin immediate', 'commit']);
  expect(failedStatements.length).toBeGreaterThan(5);
});

test("startup on a full disk names the disk's folder", async () => {
  const sqlite = breakableSqlite();
  const { target } = await blankDatabase();
  sqlite.failAt(0, { errcode: 13, rollsBack: true }, /^create table/i);
  await expect(openDatabase({ database: target }, {})).rejects.toThrow(
    /^The disk is full: the folder .+ is not writable \(the disk fails\)\. Free up space there\.$/,
  );
});
