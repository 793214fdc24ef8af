import type { Clock } from '../platform/clock.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { S3Target } from './s3-client.ts';
import type { Storage } from './storage.ts';

export type { ByteRange, ListedObject, ObjectInfo, PresignedUpload, Storage, StoredObject } from './storage.ts';
export { fetchObject, listIfAllowed, StorageUnavailable } from './storage.ts';

export type StorageTarget = DiskTarget | S3Target;

interface DiskTarget {
  readonly kind: 'disk';
  readonly folder: string;
}

export async function openStorage(target: StorageTarget, tools: { readonly clock: Clock }): Promise<Storage> {
  if (target.kind === 'disk') return openDiskStorage(target.folder, tools);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(target);
}
