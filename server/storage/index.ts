export { openStorage, type StorageTarget } from './open-storage.ts';
export type { Storage, StoredObject } from './storage.ts';
