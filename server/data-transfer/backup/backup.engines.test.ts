import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { originalKey } from '#server/media/index.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { TEST_SECRET, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { poolClient } from '#testing/pool-client.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testS3Storage, testStorage } from '#testing/storage.ts';
import { bufferOf, keysOf } from '#testing/stored-content.ts';
import { givenWholeService } from '#testing/transfer.ts';
import { everythingIn } from '#testing/whole-database.ts';
import { readTablePlan } from '../tables/table-plan.ts';
import { backUp, givenBackup, newTarget, restoreInto, secretOf, withDatabase } from './backup.fixtures.ts';

test('backup beside a writing server is consistent and restorable', async () => {
  const { database, target } = await testDatabaseWithTarget();
  const storage = await testStorage();
  const app = await givenWholeService({ database, storage });
  const stored = await givenStoredFile({ database, storage });
  const second = await givenStoredFile({ database, storage }, { fileType: 'file', mimeType: 'application/pdf' });
  const lost = await givenFile({ database }, { isUploaded: true, status: 'published' });
  await givenUser(app, { username: 'hana', password: 'a quiet river at night' });
  const { slug } = await givenPost(app, { slug: 'kept', tags: ['first'] });
  await givenComment(app, { contentId: 'talk' });
  let writes = 0;
  let last = Promise.resolve<unknown>(undefined);
  const onTable = () => {
    if (writes > 20) return;
    writes += 1;
    // Writes rows of several tables together, so that partial copies are detectable.
    const name = `meanwhile-${writes}`;
    last = last.then(() => givenPost(app, { slug: name, tags: [name] }));
  };
  const { folder, report } = await backUp(target, storage, { onTable });
  await last;
  expect(report).toMatchObject({ files: 2, missing: 1, missingKeys: [expect.stringContaining(lost)] });
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: '1.2.3', engine: target.engine, secret: 'included', media: { files: 2 } });

  const [to, bucket, secret] = [
    await newTarget(),
    await testS3Storage(),
    await secretOf('of an installation before, long enough'),
  ];
  const restored = await restoreInto(folder, to, bucket, { secret: { configured: undefined, file: secret } });
  expect(restored).toMatchObject({ files: 2, rows: report.rows, formerSecret: `${secret}.before-restore` });
  expect((await readFile(secret, 'utf8')).trim()).toBe(TEST_SECRET);
  for (const file of [stored, second])
    expect(await bufferOf(await bucket.get(originalKey(file)))).toEqual(
      await bufferOf(await storage.get(originalKey(file))),
    );
  const { tables } = await readTablePlan();
  const restoredRows = await everythingIn(to, tables);
  for (const { name } of tables) expect(restoredRows[name]?.length, name).toBe(manifest.tables[name].rows);
  const copy = new DatabaseSync(join(folder, 'database.db'), { readOnly: true });
  expect(copy.prepare('pragma foreign_key_check').all()).toEqual([]);
  expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const half = "select 1 from posts where slug like 'meanwhile%' and post_id not in (select post_id from post_tags)";
  expect(copy.prepare(half).all()).toEqual([]);
  copy.close();

  const opened = await openMigrated({ database: to });
  onTestFinished(() => opened.close());
  const again = await testApp({ database: opened, storage: bucket, clock: testClock(new Date().toISOString()) });
  expect((await again.get(`/api/posts/news/${slug}`)).json).toMatchObject({ slug });
  expect((await again.get('/api/comments/news/talk')).json.items).toHaveLength(1);
  const session = await (await poolClient(again, 'hana')).signIn('a quiet river at night');
  const authorization = `Bearer ${session.getAccessToken().getJwtToken()}`;
  expect((await again.get('/api/admin/posts/news', { authorization })).status).toBe(200);
  const { rows: waiting } = await sql`select path from static_files where due_at is null`.execute(opened.reader);
  expect(waiting).toEqual([]);
});

test('rejects damaged, incomplete and newer backups without changes', async () => {
  const { folder, stored } = await givenBackup();
  const to = await newTarget();
  const storage = await testStorage();
  const path = join(folder, 'media', originalKey(stored));
  const content = await readFile(path);
  const expectRejected = (message: string) => expect(restoreInto(folder, to, storage)).rejects.toThrow(message);
  await writeFile(path, Buffer.concat([content.subarray(1), Buffer.from('x')]));
  await expectRejected('The backup is damaged: ');
  await rm(path);
  await expectRejected('The backup is incomplete: ');
  await writeFile(path, content);
  const [database, list, manifest] = ['database.db', 'media.jsonl', 'backup.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const whole = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...whole, migrations: [...whole.migrations, '29990101-0000-later'] }));
  await expectRejected('was made by version 1.2.3, which is newer');
  await writeFile(manifest, JSON.stringify({ ...whole, media: undefined }));
  await expectRejected('contains no backup that this version can read');
  await writeFile(manifest, JSON.stringify(whole));
  const record = await readFile(list, 'utf8');
  await writeFile(list, '');
  await expectRejected('The backup is damaged: ');
  await writeFile(list, record);
  await truncate(database, 4096);
  await expectRejected('The backup is damaged: ');
  expect(await keysOf(storage, '')).toEqual([]);
  if (to.engine === 'sqlite') expect(existsSync(to.path)).toBe(false);
  else {
    const { rows } = await withDatabase(to, ({ reader }) =>
      sql`select 1 from pg_tables where schemaname = 'public'`.execute(reader),
    );
    expect(rows).toEqual([]);
  }
});

test('replaces an existing installation only on request', async () => {
  const { folder, target, database, app, storage } = await givenBackup();
  await givenPost(app, { slug: 'new' });
  await database.close();
  await expect(restoreInto(folder, target, storage)).rejects.toThrow('already contains an installation');
  const workFolder = await temporaryFolder();
  const file = await secretOf('the first secret, which was long enough');
  const replace = () =>
    restoreInto(folder, target, storage, { isReplacing: true, workFolder, secret: { configured: undefined, file } });
  // Simulates a killed process.
  await mkdir(join(workFolder, 'restoring'));
  await writeFile(join(workFolder, 'restoring', 'database.db-wal'), 'half');
  const first = await replace();
  const slugsOf = (one: DatabaseTarget) =>
    withDatabase(one, ({ reader }) => reader.selectFrom('posts').select('slug').execute());
  expect(await slugsOf(target)).toEqual([{ slug: 'old' }]);
  expect(await readdir(workFolder)).toEqual([]);
  // A second restore does not overwrite the secret kept by the first.
  await writeFile(file, 'the second secret, which was long enough');
  const second = await replace();
  const formerSecrets = [`${file}.before-restore`, `${file}.before-restore-2`];
  expect([first.formerSecret, second.formerSecret]).toEqual(formerSecrets);
  expect(await Promise.all(formerSecrets.map((path) => readFile(path, 'utf8')))).toEqual([
    'the first secret, which was long enough\n',
    'the second secret, which was long enough',
  ]);
  if (target.engine === 'postgres') return expect(second.formerDatabase).toBeUndefined();
  const { path } = target;
  expect([first, second].map(({ formerDatabase }) => formerDatabase)).toEqual([
    ...[`${path}.before-restore`, `${path}.before-restore-2`],
  ]);
  expect(await slugsOf({ ...target, path: `${path}.before-restore` })).toHaveLength(2);
  expect(await slugsOf({ ...target, path: `${path}.before-restore-2` })).toHaveLength(1);
});
