import type { Readable } from 'node:stream';

/** The storage is unreachable, full or denies access. The message contains no path. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'StorageUnavailable';
  }
}

/** Objects can be read and written, but not listed. */
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

/**
 * Object storage with keys such as `news/images/…/raw.jpg`. Every method throws for invalid keys and an unavailable
 * storage.
 */
export interface Storage {
  /**
   * Stores an object atomically, replacing an existing one. It survives a power failure; on failure the old object is
   * kept.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the object, or a range of it with the `size` of the whole. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Renames an object, replacing an existing one. Returns false when it does not exist. */
  move(from: string, to: string): Promise<boolean>;
  /** Returns a URL for a single PUT of exactly these bytes. Missing when uploads must go through the server. */
  readonly presignPut?: (key: string, upload: PresignedUpload) => Promise<string>;
  delete(key: string): Promise<void>;
  /** Yields objects below a prefix (empty or ending with a slash), unordered and incrementally. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Deletes temporary data started before the given time. */
  readonly tidy?: (before: Date) => Promise<void>;
  close(): Promise<void>;
}

/** Lists objects for clean-up; yields nothing when listing is denied. */
export async function* listIfAllowed(storage: Pick<Storage, 'list'>, prefix: string): AsyncIterable<ListedObject> {
  try {
    yield* storage.list(prefix);
  } catch (error) {
    if (!(error instanceof ListingDenied)) throw error;
  }
}
