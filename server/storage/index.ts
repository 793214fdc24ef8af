export { openStorage, type StorageTarget } from './open-storage.ts';
export type { ByteRange, ListedObject, ObjectInfo, PresignedUpload, Storage, StoredObject } from './storage.ts';
export { fetchObject, listIfAllowed, StorageUnavailable } from './storage.ts';
