import type { Readable } from 'node:stream';

/** What is known of an object without its content. */
export interface ObjectInfo {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
  /** Differs wherever the content does; quoted, as HTTP has it. */
  readonly etag: string;
}

export interface StoredObject extends ObjectInfo {
  /** The content. Read it to its end, or destroy it. */
  readonly content: Readable;
}

/** Places of bytes, both included, the first being 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PresignedUpload {
  readonly contentType: string;
  /** In bytes, exactly. */
  readonly size: number;
  readonly expiresInSeconds: number;
}

/** An object of a list. */
export type ListedObject = Pick<ObjectInfo, 'key' | 'size' | 'modifiedAt'>;

/**
 * Where uploads and static files are kept: objects with a key each, `news/images/…/raw.jpg`.
 * Every method throws for what can be no key, and for a storage that does not answer.
 */
export interface Storage {
  /**
   * Keeps an object under a key, in the place of the one that is there. Whoever reads gets the one or the other
   * whole. When it is done the object survives a power cut; when it fails the old one is still there.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** With a range, only those bytes of the content; `size` is that of the whole. Both ends are included, from 0. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Gives an object another key, in the place of the one there. False where there is none to move. */
  move(from: string, to: string): Promise<boolean>;
  /**
   * An address that takes exactly these bytes under the key by one PUT from anywhere, where the storage has such
   * addresses; else uploads come through the server.
   */
  readonly presignPut?: (key: string, upload: PresignedUpload) => Promise<string>;
  /** No object is left under the key, whether there was one or not. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, which is empty or ends in a slash; in no order, a few at a time. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Removes what was begun before then and never finished, where that can be told. */
  readonly tidy?: (before: Date) => Promise<void>;
  close(): Promise<void>;
}
