import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStorage, type Storage, type StorageTarget } from '#server/storage/index.ts';
import { testClock } from './clock.ts';
import type { Finish } from './database.ts';
import { sharedS3Server } from './s3-server.ts';

export async function testStorage(finish: Finish = onTestFinished): Promise<Storage> {
  return (await testStorageWithFolder(finish)).storage;
}

export async function testStorageWithFolder(
  finish: Finish = onTestFinished,
): Promise<{ storage: Storage; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-storage-'));
  finish(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage({ kind: 'disk', folder }, { clock: testClock() });
  finish(async () => storage.close());
  return { storage, folder };
}

export async function testS3Storage(): Promise<Storage> {
  const storage = await openStorage(await testS3Target(), { clock: testClock() });
  onTestFinished(() => storage.close());
  return storage;
}

export async function testS3Target(): Promise<StorageTarget & { kind: 's3' }> {
  const { endpoint, bucket } = await sharedS3Server();
  return { kind: 's3', bucket, prefix: `${randomUUID()}/`, endpoint, isPathStyle: true };
}
