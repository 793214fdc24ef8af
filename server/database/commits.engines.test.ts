import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { changeThread } from '#server/comments/thread.repository.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { temporaryFolder } from '#testing/product.ts';
import type { Change } from './commits.ts';
import { connect, type Database } from './connect.ts';
import { migrateToLatest } from './migrate.ts';
import { raiseServiceRevision } from './service-revision.ts';

const now = '2026-11-21T04:43:00Z';
const changeOf = (contentId: string, isVisible = true) => ({ serviceId: 'news', contentId, isVisible, now });

async function listenTo(database: Database): Promise<{ changes: Change[]; mark: number }> {
  await givenService({ database }, { serviceId: 'news' });
  const changes: Change[] = [];
  database.onCommit(({ change }) => void changes.push(change));
  return { changes, mark: database.commitMark() };
}

test('comment thread commits report visible threads and keep the mark', async () => {
  const database = await testDatabase();
  const { changes, mark } = await listenTo(database);
  await database.writer.transaction().execute(async (trx) => {
    await changeThread(trx, { ...changeOf('first'), comments: { publish: 1 } });
    await changeThread(trx, { ...changeOf('second', false), comments: { unconfirm: 1 } });
    await trx.selectFrom('services').selectAll().execute();
  });
  expect(changes).toEqual([new Set(['news/first'])]);
  expect(database.commitMark()).toBe(mark);
});

test('commits that readers do not see keep the mark', async () => {
  const database = await testDatabase();
  const { changes, mark } = await listenTo(database);
  await database.writer.transaction().execute((trx) => trx.updateTable('users').set({ memo: 'New' }).execute());
  expect(changes).toEqual([new Set()]);
  expect(database.commitMark()).toBe(mark);
});

test('raised service revisions report a change of anything', async () => {
  const database = await testDatabase();
  const { changes, mark } = await listenTo(database);
  await database.writer.transaction().execute(async (trx) => {
    await changeThread(trx, changeOf('first'));
    await raiseServiceRevision(trx, 'news');
  });
  expect(changes).toEqual(['anything']);
  expect(database.commitMark()).not.toBe(mark);
});

test('raw queries of the reader report no commit', async () => {
  const database = await testDatabase();
  const { changes, mark } = await listenTo(database);
  await sql`select 1`.execute(database.reader);
  expect(changes).toEqual([]);
  expect(database.commitMark()).toBe(mark);
});

test('votes and comments report their visible threads only', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const cookie = String((await app.send('POST', '/api/guests')).headers['set-cookie']).split(';')[0] as string;
  const changes: Change[] = [];
  app.database.onCommit(({ change }) => void changes.push(change));
  const mark = app.database.commitMark();
  const writes = [
    ['/api/votes/news/first', { type: 'like' }],
    ['/api/votes/news/first', { type: 'dislike' }],
    ['/api/comments/news/second', { body: 'Words' }],
  ] as const;
  for (const [url, body] of writes) {
    expect((await app.send('POST', url, { body, headers: { cookie } })).status).toBe(200);
  }
  // The comment is unconfirmed. On PostgreSQL the rate limit counters are committed separately.
  expect(changes.filter((change) => change === 'anything' || change.size > 0)).toEqual([
    new Set(['news/first']),
    new Set(['news/first']),
  ]);
  expect(app.database.commitMark()).toBe(mark);
});

test('rolled-back changes are never reported', async () => {
  const database = await testDatabase();
  const { changes } = await listenTo(database);
  const failing = database.writer.transaction().execute(async (trx) => {
    await changeThread(trx, changeOf('first'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(changes).toEqual([]);
  await database.writer.transaction().execute((trx) => changeThread(trx, changeOf('second')));
  expect(changes).toEqual([new Set(['news/second'])]);
});

test('commits of another process change the mark on SQLite', async ({ skip }) => {
  const { database, target } = await testDatabaseWithTarget();
  if (target.engine !== 'sqlite') return skip('PostgreSQL tells nobody');
  const { mark } = await listenTo(database);
  const other = connect(target);
  onTestFinished(() => other.close());
  await other.writer.transaction().execute((trx) => changeThread(trx, changeOf('first')));
  await expect.poll(() => database.commitMark()).not.toBe(mark);
});

test('concurrent writes that wait for the disk all succeed', async () => {
  const target = { engine: 'sqlite', path: join(await temporaryFolder(), 'lasting.db') } as const;
  const database = connect(target);
  onTestFinished(() => database.close());
  await migrateToLatest(database, target);
  await givenService({ database }, { serviceId: 'news' });
  const write = () =>
    database.writer
      .transaction()
      .execute((trx) => changeThread(trx, { ...changeOf('first'), comments: { publish: 1 } }));
  await Promise.all(Array.from({ length: 60 }, write));
  await database.writer.updateTable('talks').set({ updatedAt: now }).execute();
  const other = connect(target);
  onTestFinished(() => other.close());
  const threads = await other.reader.selectFrom('talks').select(['revision', 'publishCount']).execute();
  expect(threads).toEqual([{ revision: 60, publishCount: 60 }]);
});
