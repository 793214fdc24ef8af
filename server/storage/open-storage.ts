import type { Clock } from '../platform/clock.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { S3Target } from './s3-client.ts';
import type { Storage } from './storage.ts';

/** Where objects are kept. */
export type StorageTarget = DiskTarget | S3Target;

interface DiskTarget {
  readonly kind: 'disk';
  readonly folder: string;
}

/** @throws {Error} when it cannot be used. */
export async function openStorage(target: StorageTarget, tools: { readonly clock: Clock }): Promise<Storage> {
  if (target.kind === 'disk') return openDiskStorage(target.folder, tools);
  // Whoever keeps files on the disk need not load what speaks to S3.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(target);
}
