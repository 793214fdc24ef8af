import { execFile } from 'node:child_process';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/product.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { Checkpoints } from './checkpoints.ts';
import { connect } from './connect.ts';

async function givenLog(options: { commits?: number; maxPages?: number } = {}) {
  const folder = await temporaryFolder();
  const path = join(folder, 'log.db');
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  database.exec('create table pages (letters text)');
  const semaphore = new Semaphore({ count: 1, maxWaitMs: 2000, maxWaiting: 10 });
  const checkpoints = new Checkpoints({ path, semaphore, ...options });
  const insert = database.prepare("insert into pages values (printf('%.*c', 4000, 'x'))");
  const write = (count: number) => {
    for (let number = 0; number < count; number += 1) {
      insert.run();
      checkpoints.noteCommit();
    }
  };
  const checkpointed = async () => {
    const copy = join(folder, `copy-${performance.now()}.db`);
    await copyFile(path, copy);
    const copied = new DatabaseSync(copy);
    try {
      return copied.prepare('select count(*) as count from pages').get()?.count;
    } catch {
      return undefined;
    } finally {
      copied.close();
    }
  };
  onTestFinished(async () => {
    await checkpoints.close();
    database.close();
  });
  return { path, checkpoints, semaphore, write, checkpointed };
}

test('enough commits trigger a checkpoint', async () => {
  const { write, checkpointed } = await givenLog({ commits: 4 });
  write(3);
  expect(await checkpointed()).toBeUndefined();
  write(1);
  await expect.poll(checkpointed).toBe(4);
});

test('long WAL is checkpointed while writers wait', async () => {
  const { path, write, semaphore, checkpointed } = await givenLog({ commits: 4, maxPages: 8 });
  write(3);
  const reading = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => reading.close());
  reading.exec('begin');
  reading.prepare('select count(*) from pages').get();
  await semaphore.take();
  write(20);
  await expect.poll(() => semaphore.load.waiting > 0).toBe(true);
  reading.exec('commit');
  semaphore.pass();
  await expect.poll(checkpointed).toBe(23);
  await semaphore.take();
});

test('no checkpoint runs after close', async () => {
  const { checkpoints, write, checkpointed } = await givenLog({ commits: 1 });
  write(1);
  await checkpoints.close();
  const before = await checkpointed();
  write(5);
  expect(await checkpointed()).toBe(before);
});

test('production databases are checkpointed and leave no WAL', async () => {
  const path = join(await temporaryFolder(), 'earnest.db');
  const database = connect({ engine: 'sqlite', path });
  const { writer } = database;
  await writer.schema.createTable('pages').addColumn('letters', 'text').execute();
  const column = 'letters' as never;
  for (let number = 0; number < 20; number += 1) {
    await writer
      .insertInto('pages' as never)
      .values({ [column]: 'x'.repeat(4000) } as never)
      .execute();
  }
  const mark = database.commitMark();
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(16 * 4000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(database.commitMark()).toBe(mark);
  await database.close();
  await expect(stat(`${path}-wal`)).rejects.toThrow('ENOENT');
});

test('closing the database lets the process exit', async () => {
  const path = join(await temporaryFolder(), 'last.db');
  const script = `
    import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))};
    const database = connect({ engine: 'sqlite', path: ${JSON.stringify(path)} });
    await database.writer.schema.createTable('pages').addColumn('letters', 'text').execute();
    for (let n = 0; n < 15; n += 1) await database.writer.insertInto('pages').values({ letters: 'x' }).execute();
    await database.close();
    console.log('closed');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('closed\n');
});
