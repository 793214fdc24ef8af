export { openStorage, type StorageTarget } from './open-storage.ts';
export type { Storage, StoredObject } from './storage.ts';
export { isStorageKey } from './storage-key.ts';
