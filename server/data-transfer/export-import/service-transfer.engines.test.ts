import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { migratedSqliteFile, testDatabase } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';
import { temporaryFolder } from '#testing/product.ts';
import { contentOf, exportOf, givenWholeService, importInto } from '#testing/transfer.ts';
import { exportService } from '../index.ts';

async function sqliteDatabase(): Promise<Database> {
  const database = connect(await migratedSqliteFile());
  onTestFinished(() => database.close());
  return database;
}

test('export, import, export is byte-identical on both engines', async () => {
  const { database } = await givenWholeService();
  const first = await exportOf(database);
  const content = await contentOf(first);
  expect(Object.keys(content)).toEqual([
    'bin/00001.jsonl',
    'categories/00001.jsonl',
    'comments/00001.jsonl',
    'contents/00001.jsonl',
    'files/00001.jsonl',
    'groups/00001.jsonl',
    'history/00001.jsonl',
    'manifest.json',
    'posts/00001.jsonl',
    'service/00001.jsonl',
    'tags/00001.jsonl',
    'translations/00001.jsonl',
    'votes/00001.jsonl',
  ]);
  // Tags of a revision are identified by id because labels may change.
  expect(content['history/00001.jsonl']).toContain('"tagIds":["');
  let folder = first;
  for (const next of [await testDatabase(), await sqliteDatabase(), await testDatabase()]) {
    await importInto(next, folder);
    folder = await exportOf(next);
    expect(await contentOf(folder)).toEqual(content);
  }
});

test('export omits posts saved while it runs', async () => {
  const app = await givenWholeService();
  const folder = join(await temporaryFolder(), 'export');
  const user = await givenUser(app, { serviceIds: ['news'] });
  let saved: Promise<unknown> | undefined;
  await exportService({
    database: app.database,
    serviceId: 'news',
    folder,
    onProgress: () => {
      saved ??= app.database.writer
        .updateTable('posts')
        .set({ title: 'Later' })
        .where('serviceId', '=', 'news')
        .execute();
    },
  });
  await saved;
  expect(user.username).toBeDefined();
  expect(await readFile(join(folder, 'posts/00001.jsonl'), 'utf8')).not.toContain('Later');
});
