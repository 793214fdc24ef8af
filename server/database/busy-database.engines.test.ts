import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { connect, type Database } from './connect.ts';
import { DatabaseBusy } from './semaphore.ts';
import { raiseServiceRevision } from './service-revision.ts';

const SAVES = 12;

async function holdService(database: Database, serviceId: string) {
  const started = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<void>();
  const running = database.writer.transaction().execute(async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    started.resolve();
    await reported.promise;
  });
  await started.promise;
  const end = async () => {
    reported.resolve();
    await running;
  };
  onTestFinished(end);
  return { end };
}

async function databaseWithShortWaits(waitMs: number) {
  const { target } = await testDatabaseWithTarget();
  const database = connect(target, { waitMs, lockWaitMs: waitMs / 2 });
  onTestFinished(() => database.close());
  return { database, target };
}

test('slow writes do not delay readers; late saves return 503', async () => {
  const { database } = await databaseWithShortWaits(600);
  const app = await testApp({ database });
  const { postId } = await givenPost(app, { serviceId: 'news', slug: 'note' });
  await givenPost(app, { serviceId: 'docs', slug: 'chapter' });
  const editor = await givenUser(app, { serviceIds: ['news', 'docs'] });
  const save = (title: string) => editor.send('POST', `/api/admin/posts/news/${postId}`, { body: { title } });
  const { end } = await holdService(database, 'news');

  const saves = Promise.all(Array.from({ length: SAVES }, (_, number) => save(`Title ${number}`)));
  const read = [
    '/api/posts/news',
    '/api/posts/news/note',
    '/api/posts/docs',
    '/api/posts/docs/chapter',
    '/api/services',
  ];
  for (const url of read) expect((await app.get(url)).status, url).toBe(200);
  expect((await editor.send('GET', `/api/admin/posts/news/${postId}`)).status).toBe(200);

  for (const { status, headers, json } of await saves) {
    expect([status, headers['retry-after'], json]).toEqual([503, '1', { message: 'Service is unavailable' }]);
  }
  await end();
  expect((await app.get('/api/posts/news/note')).json.title).toBe('A post');
  expect((await save('After all')).status).toBe(200);
});

test('slow write does not block saves of another service', async ({ skip }) => {
  const { database } = await databaseWithShortWaits(600);
  if (database.engine === 'sqlite') return skip('SQLite has one writer at a time');
  await givenService({ database }, { serviceId: 'news' });
  await holdService(database, 'news');
  await givenPost({ database }, { serviceId: 'docs' });
});

test('writes wait for another process without blocking readers', async ({ skip }) => {
  const { database, target } = await testDatabaseWithTarget();
  if (target.engine !== 'sqlite') return skip('PostgreSQL has no lock on the whole database');
  const other = new DatabaseSync(target.path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const writes = [givenService({ database }, { serviceId: 'waited' }), renameServices(database)];
  for (let reads = 0; reads < 20; reads += 1) {
    expect(await database.reader.selectFrom('services').select('serviceId').execute()).toEqual([]);
    await new Promise(setImmediate);
  }
  other.exec('commit');
  await Promise.all(writes);
  expect(await database.reader.selectFrom('services').select(['serviceId', 'label']).execute()).toEqual([
    { serviceId: 'waited', label: 'Renamed' },
  ]);
});

test('writes fail as busy after waiting for another process', async ({ skip }) => {
  const { database, target } = await databaseWithShortWaits(200);
  if (target.engine !== 'sqlite') return skip('PostgreSQL has no lock on the whole database');
  await givenService({ database }, { serviceId: 'before' });
  const other = new DatabaseSync(target.path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  await expect(givenService({ database }, { serviceId: 'never' })).rejects.toThrow(DatabaseBusy);
  await expect(renameServices(database)).rejects.toThrow('another process');
  other.exec('rollback');
  await renameServices(database);
});

async function renameServices({ writer }: Database): Promise<void> {
  await writer.updateTable('services').set({ label: 'Renamed' }).execute();
}
