export { listIfAllowed } from './list-if-allowed.ts';
export { openStorage, type StorageTarget } from './open-storage.ts';
export type { ByteRange, ListedObject, ObjectInfo, PresignedUpload, Storage, StoredObject } from './storage.ts';
export { StorageUnavailable } from './storage-unavailable.ts';
