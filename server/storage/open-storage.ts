import type { Clock } from '../platform/clock.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Where objects are kept. */
export interface StorageTarget {
  readonly kind: 'disk';
  readonly folder: string;
}

export async function openStorage(target: StorageTarget, tools: { readonly clock: Clock }): Promise<Storage> {
  return openDiskStorage(target.folder, tools);
}
