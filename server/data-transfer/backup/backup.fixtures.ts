import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Database, type DatabaseTarget } from '#server/database/connect.ts';
import type { Storage } from '#server/storage/index.ts';
import { TEST_SECRET, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { blankDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testStorage } from '#testing/storage.ts';
import { makeBackup, restoreBackup } from '../index.ts';

const { signal } = new AbortController();
const quiet = { onTable: () => {}, onFile: () => {}, onVerified: () => {} };

export async function newTarget(): Promise<DatabaseTarget> {
  const { database, target } = await blankDatabase();
  await database.close();
  return target;
}

export async function secretOf(text: string | undefined = TEST_SECRET) {
  const file = join(await temporaryFolder(), 'secret');
  if (text !== undefined) await writeFile(file, `${text}\n`);
  return file;
}

export const backUp = async (
  from: DatabaseTarget,
  storage: Storage,
  more: Partial<Parameters<typeof makeBackup>[0]> = {},
) => {
  const folder = join(await temporaryFolder(), 'backup');
  const secret = { handling: 'included', value: TEST_SECRET } as const;
  const report = await makeBackup({
    from,
    storage,
    folder,
    version: '1.2.3',
    clock: testClock(),
    secret,
    signal,
    ...quiet,
    ...more,
  });
  return { folder, report };
};

export const restoreInto = async (
  folder: string,
  to: DatabaseTarget,
  storage: Storage,
  more: Partial<Parameters<typeof restoreBackup>[0]> = {},
) =>
  restoreBackup({
    folder,
    to,
    storage,
    workFolder: await temporaryFolder(),
    isReplacing: false,
    signal,
    ...quiet,
    secret: { configured: undefined, file: join(await temporaryFolder(), 'secret') },
    ...more,
  });

export async function givenBackup() {
  const { database, target } = await testDatabaseWithTarget();
  const storage = await testStorage();
  const app = await testApp({ database, storage });
  await givenPost(app, { slug: 'old' });
  const stored = await givenStoredFile({ database, storage });
  return { app, database, target, storage, stored, ...(await backUp(target, storage)) };
}

export async function withDatabase<Result>(target: DatabaseTarget, work: (database: Database) => Promise<Result>) {
  const database = connect(target);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
