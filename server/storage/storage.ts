import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Unreachable, full or without access. The message contains no path. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly code = 'STORAGE_UNAVAILABLE';
}

export class ListingDenied extends StorageUnavailable {}

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
  /** Quoted; changes with the content. */
  readonly etag: string;
}

export interface StoredObject extends ObjectInfo {
  /** Must be read to the end or destroyed. */
  readonly content: Readable;
}

/** Inclusive byte positions from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PresignedUpload {
  readonly contentType: string;
  readonly size: number;
  readonly expiresInSeconds: number;
}

export type ListedObject = Pick<ObjectInfo, 'key' | 'size' | 'modifiedAt'>;

/** Every method throws for invalid keys and an unavailable storage. */
export interface Storage {
  /** Replaces atomically and survives a power failure. On failure the old object is kept. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** With a range, `size` is still that of the whole object. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Replaces an existing object. Returns false when `from` does not exist. */
  move(from: string, to: string): Promise<boolean>;
  /** Signs a single PUT of exactly these bytes. Missing when uploads must go through the server. */
  readonly presignPut?: (key: string, upload: PresignedUpload) => Promise<string>;
  delete(key: string): Promise<void>;
  /** Yields unordered and incrementally. The prefix is empty or ends with a slash. */
  list(prefix: string): AsyncIterable<ListedObject>;
  readonly tidy?: (before: Date) => Promise<void>;
  close(): Promise<void>;
}

export async function* listIfAllowed(storage: Pick<Storage, 'list'>, prefix: string): AsyncIterable<ListedObject> {
  try {
    yield* storage.list(prefix);
  } catch (error) {
    if (!(error instanceof ListingDenied)) throw error;
  }
}

export async function fetchObject(storage: Pick<Storage, 'get'>, key: string, path: string): Promise<boolean> {
  const found = await storage.get(key);
  if (!found) return false;
  await pipeline(found.content, createWriteStream(path, { flags: 'wx' }));
  return true;
}
