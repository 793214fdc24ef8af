import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStorage, type Storage } from '#server/storage/index.ts';
import { testClock } from './clock.ts';

/** An empty storage on the disk, gone after the test. */
export async function testStorage(): Promise<Storage> {
  return (await testStorageWithFolder()).storage;
}

/** The same with its folder, for tests that break it. */
export async function testStorageWithFolder(): Promise<{ storage: Storage; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage({ kind: 'disk', folder }, { clock: testClock() });
  onTestFinished(() => storage.close());
  return { storage, folder };
}
