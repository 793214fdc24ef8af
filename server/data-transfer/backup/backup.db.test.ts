import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migratorOf } from '#server/database/migrate.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testStorage } from '#testing/storage.ts';
import { checksumOfFile } from '../checksum.ts';
import { TransferError } from '../index.ts';
import { backUp, givenBackup, newTarget, restoreInto, secretOf, withDatabase } from './backup.fixtures.ts';

let sharedBackup: Promise<string> | undefined;
afterAll(async () => sharedBackup && rm(await sharedBackup, { recursive: true, force: true }));

async function givenBackupAlone(): Promise<{ folder: string }> {
  sharedBackup ??= givenBackup().then(async ({ folder }) => {
    const copy = await mkdtemp(join(tmpdir(), 'kawaraban-kept-backup-'));
    await cp(folder, copy, { recursive: true });
    return copy;
  });
  const folder = join(await temporaryFolder(), 'backup');
  await cp(await sharedBackup, folder, { recursive: true });
  return { folder };
}

test('restore does not delete a foreign working folder', async () => {
  const { folder } = await givenBackupAlone();
  const to = await newTarget();
  const workFolder = await temporaryFolder();
  await mkdir(join(workFolder, 'restoring'));
  await writeFile(join(workFolder, 'restoring', 'backup.json'), 'mine');
  await expect(restoreInto(folder, to, await testStorage(), { workFolder })).rejects.toThrow('did not create');
  expect(await readdir(join(workFolder, 'restoring'))).toEqual(['backup.json']);
});

test('rejects a restore with another secret', async () => {
  const { folder } = await givenBackupAlone();
  const to = await newTarget();
  const storage = await testStorage();
  const file = await secretOf();
  const configured = 'x'.repeat(40);
  await expect(restoreInto(folder, to, storage, { secret: { configured, file } })).rejects.toThrow(
    'leave SECRET out, since the backup has its own',
  );
  await restoreInto(folder, to, storage, { secret: { configured: TEST_SECRET, file } });
});

test('restores a backup without secret where it is known', async () => {
  const { target, storage } = await givenBackup();
  const { folder } = await backUp(target, storage, { secret: { handling: 'in-environment' } });
  expect(await readdir(folder)).not.toContain('secret');
  const to = await newTarget();
  await expect(restoreInto(folder, to, storage)).rejects.toThrow('set SECRET to the one that its installation had');
  const file = await secretOf();
  expect(await restoreInto(folder, to, storage, { secret: { configured: undefined, file } })).toMatchObject({
    formerSecret: undefined,
  });
});

test('migrates an older backup during the restore', async () => {
  const { folder } = await givenBackupAlone();
  const target = { engine: 'sqlite', path: join(folder, 'database.db') } as const;
  await withDatabase(target, (database) => migratorOf(database).migrateDown());
  const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'));
  const migrations = manifest.migrations.slice(0, -1);
  const database = await checksumOfFile(target.path);
  await writeFile(join(folder, 'backup.json'), JSON.stringify({ ...manifest, migrations, database }));
  const to = await newTarget();
  await restoreInto(folder, to, await testStorage());
  const opened = await openMigrated({ database: to });
  expect(await opened.reader.selectFrom('posts').select('slug').execute()).toEqual([{ slug: 'old' }]);
  await opened.close();
});

test('interrupted backup leaves no valid backup or obstacle', async () => {
  const { target, storage } = await givenBackup();
  const parent = await temporaryFolder();
  const folder = join(parent, 'backup');
  const stop = new AbortController();
  const stopped = backUp(target, storage, { folder, signal: stop.signal, onFile: () => stop.abort() });
  await expect(stopped).rejects.toThrow('aborted');
  expect(await readdir(parent)).toEqual([]);
  // Simulates a killed process.
  await mkdir(`${folder}.unfinished/media`, { recursive: true });
  await writeFile(`${folder}.unfinished/database.db.unfinished`, 'half');
  await backUp(target, storage, { folder });
  expect((await readdir(parent)).toSorted()).toEqual(['backup']);
  expect((await readdir(folder)).toSorted()).toEqual(['backup.json', 'database.db', 'media', 'media.jsonl', 'secret']);
  await expect(backUp(target, storage, { folder })).rejects.toThrow('already exists');
  const other = join(parent, 'other');
  await mkdir(`${other}.unfinished`);
  await writeFile(`${other}.unfinished/diary.txt`, 'mine');
  await expect(backUp(target, storage, { folder: other })).rejects.toThrow(TransferError);
  expect(await readdir(`${other}.unfinished`)).toEqual(['diary.txt']);
});
