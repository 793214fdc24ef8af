import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { changeThread } from '#server/comments/thread.repository.ts';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { temporaryFolder } from '#testing/product.ts';
import { connect, isReachable } from './connect.ts';
import { migrateToLatest } from './migrate.ts';
import { DiskFailed } from './sqlite-files.ts';

const now = '2026-11-21T04:43:00Z';
const turn = () => new Promise(setImmediate);

async function lastingDatabase() {
  const target = { engine: 'sqlite', path: join(await temporaryFolder(), 'lasting.db') } as const;
  const held: PromiseWithResolvers<void>[] = [];
  let state: 'works' | 'holds' | 'fails' = 'works';
  const database = connect(target, {
    flush: async () => {
      if (state === 'fails') throw new Error('EIO: i/o error, fdatasync');
      if (state === 'works') return;
      const flush = Promise.withResolvers<void>();
      held.push(flush);
      await flush.promise;
    },
  });
  onTestFinished(() => database.close());
  await migrateToLatest(database, target);
  await givenService({ database }, { serviceId: 'news', functions: ['post', 'comment'] });
  const disk = {
    holds: () => {
      state = 'holds';
    },
    fails: () => {
      state = 'fails';
    },
    works: () => {
      state = 'works';
      for (const flush of held.splice(0)) flush.resolve();
    },
  };
  const say = (contentId: string) =>
    database.writer
      .transaction()
      .execute((trx) => changeThread(trx, { serviceId: 'news', contentId, isVisible: true, now }));
  const rename = (label: string) => database.writer.updateTable('services').set({ label }).execute();
  const output = async () =>
    (await database.reader.selectFrom('talks').select('contentId').orderBy('contentId').execute()).map(
      ({ contentId }) => contentId,
    );
  return { database, target, disk, say, rename, output };
}

function answers() {
  const given: string[] = [];
  const note = (name: string, answer: Promise<unknown>) => answer.then(() => given.push(name));
  return { given, note };
}

test('commits are acknowledged after the flush while others continue', async () => {
  const { disk, say, rename, output, database } = await lastingDatabase();
  const { given, note } = answers();
  disk.holds();
  const all = [note('said', say('first')), note('renamed', rename('Renamed')), note('said', say('second'))];
  await expect.poll(output).toEqual(['first', 'second']);
  expect(await database.reader.selectFrom('services').select('label').execute()).toEqual([{ label: 'Renamed' }]);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(given).toEqual([]);
  disk.works();
  await Promise.all(all);
  expect(given.sort()).toEqual(['renamed', 'said', 'said']);
});

test('reads are acknowledged after the flush that covers them', async () => {
  const { database, disk } = await lastingDatabase();
  const app = await testApp({ database });
  const guest = await app.send('POST', '/api/guests');
  const cookie = String(guest.headers['set-cookie']).split(';')[0] as string;
  const send = (url: string, body: object) => app.send('POST', url, { body, headers: { cookie } });
  const like = () => send('/api/votes/news/some-content', { type: 'like' });
  const comment = () => send('/api/comments/news/some-content', { body: 'The same words' });
  const takeBack = () => app.send('DELETE', '/api/votes/news/other-content?type=like', { headers: { cookie } });
  const { given, note } = answers();
  disk.holds();
  const first = [note('vote', like()), note('comment', comment())];
  const isStored = async (table: 'votes' | 'comments') =>
    (await database.reader.selectFrom(table).select('contentId').execute()).length;
  await expect.poll(() => isStored('votes')).toBe(1);
  await expect.poll(() => isStored('comments')).toBe(1);
  const again = [note('vote again', like()), note('comment again', comment()), note('taken back', takeBack())];
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(given).toEqual([]);
  disk.works();
  await Promise.all([...first, ...again]);
  expect(await isStored('comments')).toBe(1);
});

test('commits are not acknowledged between disk failure and recovery', async () => {
  const { database, target, disk, say, output } = await lastingDatabase();
  const app = await testApp({ database });
  const status = async () => (await app.get('/readyz')).status;
  const vote = () => app.send('POST', '/api/votes/news/some-content', { body: { type: 'like' } });
  await say('first');
  expect(await status()).toBe(200);
  disk.fails();
  await expect(say('second')).rejects.toThrow(DiskFailed);
  expect(await status()).toBe(503);
  disk.works();
  // The WAL cannot be truncated while another connection reads it.
  const other = new DatabaseSync(target.path);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec('begin');
  other.prepare('select * from talks').all();
  await expect(say('third')).rejects.toThrow(DiskFailed);
  expect(await vote()).toMatchObject({ status: 503, json: { message: 'Service is unavailable' } });
  await expect(database.settled()).rejects.toThrow(DiskFailed);
  expect(await status()).toBe(503);
  other.close();
  expect((await vote()).status).toBe(200);
  expect((await stat(`${target.path}-wal`)).size).toBe(0);
  expect(await status()).toBe(200);
  await say('fourth');
  expect(await output()).toEqual(['first', 'fourth', 'second', 'some-content', 'third']);
});

test('readiness check detects that the disk works again', async () => {
  const { database, disk, say } = await lastingDatabase();
  disk.fails();
  await expect(say('first')).rejects.toThrow(DiskFailed);
  expect(await isReachable(database)).toBe(false);
  disk.works();
  expect(await isReachable(database)).toBe(true);
});

test('databases behind symbolic links can be opened repeatedly', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real', 'kawaraban.db'), join(folder, 'linked.db'));
  await symlink(join(folder, 'real'), join(folder, 'linked'));
  const paths = ['linked.db', join('linked', 'kawaraban.db'), join('real', 'kawaraban.db'), 'linked.db'];
  for (const path of paths) {
    const database = connect({ engine: 'sqlite', path: join(folder, path) });
    onTestFinished(() => database.close());
    await sql`create table if not exists stamps (path text)`.execute(database.writer);
    await sql`insert into stamps values (${path})`.execute(database.writer);
    await database.close();
  }
  const database = connect({ engine: 'sqlite', path: join(folder, 'real', 'kawaraban.db') });
  onTestFinished(() => database.close());
  const { rows } = await sql<{ path: string }>`select path from stamps`.execute(database.reader);
  expect(rows.map(({ path }) => path)).toEqual(paths);
});

test('opening fails when the WAL cannot be opened', async () => {
  const path = join(await temporaryFolder(), 'lasting.db');
  const database = connect({ engine: 'sqlite', path });
  onTestFinished(() => database.close());
  await mkdir(`${path}-wal`);
  await expect(sql`create table stamps (path text)`.execute(database.writer)).rejects.toThrow();
});
