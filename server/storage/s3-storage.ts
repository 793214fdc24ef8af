import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  createS3Client,
  isDenied,
  isInvalidRange,
  isMissing,
  S3_BOUNDS,
  type S3Bounds,
  type S3Target,
  toReadable,
  toUnavailable,
} from './s3-client.ts';
import { checkKey, checkPrefix, contentTypeOf, isStorageKey, type Source, writeSource } from './source.ts';
import {
  type ByteRange,
  type ListedObject,
  ListingDenied,
  type ObjectInfo,
  type PresignedUpload,
  type Storage,
  type StoredObject,
} from './storage.ts';

const PARTS_AT_ONCE = 2;
const PART_BYTES = 8 * 1024 * 1024;

export async function openS3Storage(target: S3Target, bounds: S3Bounds = S3_BOUNDS): Promise<Storage> {
  const storage = new S3Storage(target, bounds);
  try {
    await storage.check();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #shortTimeout: { readonly requestTimeout: number };
  /** S3 answers 403 for missing objects without permission to list the bucket. */
  #hidesMissing = false;

  constructor(target: S3Target, bounds: S3Bounds) {
    this.#client = createS3Client(target, bounds);
    this.#bucket = target.bucket;
    this.#prefix = target.prefix;
    this.#shortTimeout = { requestTimeout: bounds.answerMs };
  }

  /**
   * Reads a missing object. If that is denied, writes and reads one, to tell keys without list permission from invalid
   * ones.
   */
  async check(): Promise<void> {
    const key = `_private/check-${randomUUID()}`;
    const command = new GetObjectCommand(this.#object(key));
    try {
      await this.#client.send(command, this.#shortTimeout);
    } catch (error) {
      if (isMissing(error)) return;
      if (!isDenied(error)) throw toUnavailable(error);
    }
    try {
      await this.#client.send(new PutObjectCommand({ ...this.#object(key), Body: 'check' }), this.#shortTimeout);
      await buffer(toReadable((await this.#client.send(command, this.#shortTimeout)).Body));
    } catch (error) {
      throw toUnavailable(error);
    }
    await this.delete(key);
    this.#hidesMissing = true;
  }

  async put(key: string, content: Source): Promise<void> {
    const params = { ...this.#object(key), ContentType: contentTypeOf(key) };
    const write = async (source: Source) => {
      if (source instanceof Uint8Array) await this.#client.send(new PutObjectCommand({ ...params, Body: source }));
      else await this.#putPieces(params, source);
    };
    await writeSource(content, write, toUnavailable);
  }

  async get(key: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    try {
      const found = await this.#client.send(command, this.#shortTimeout);
      return { ...toInfo(key, found), content: toReadable(found.Body) };
    } catch (error) {
      if (this.#isMissing(error)) return undefined;
      if (isInvalidRange(error)) return this.#emptyRange(key);
      throw toUnavailable(error);
    }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const command = new HeadObjectCommand(this.#object(key));
    try {
      return toInfo(key, await this.#client.send(command, this.#shortTimeout));
    } catch (error) {
      if (this.#isMissing(error)) return undefined;
      throw toUnavailable(error);
    }
  }

  async move(from: string, to: string): Promise<boolean> {
    const source = this.#object(from);
    const command = new CopyObjectCommand({
      ...this.#object(to),
      CopySource: `${source.Bucket}/${source.Key}`,
      MetadataDirective: 'REPLACE',
      ContentType: contentTypeOf(to),
    });
    try {
      await this.#client.send(command);
    } catch (error) {
      if (this.#isMissing(error)) return false;
      throw toUnavailable(error);
    }
    await this.delete(from);
    return true;
  }

  /** Signs content type and length, so that other uploads are rejected. */
  readonly presignPut = async (
    key: string,
    { contentType, size, expiresInSeconds }: PresignedUpload,
  ): Promise<string> => {
    const command = new PutObjectCommand({ ...this.#object(key), ContentType: contentType, ContentLength: size });
    try {
      return await getSignedUrl(this.#client, command, {
        expiresIn: expiresInSeconds,
        signableHeaders: new Set(['content-type', 'content-length']),
      });
    } catch (error) {
      throw toUnavailable(error);
    }
  };

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    try {
      await this.#client.send(command, this.#shortTimeout);
    } catch (error) {
      if (!isMissing(error)) throw toUnavailable(error);
    }
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    checkPrefix(prefix);
    let token: string | undefined;
    do {
      const page = await this.#listPage(prefix, token === undefined ? {} : { ContinuationToken: token });
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        // Skips foreign objects, such as folder markers.
        if (LastModified && isStorageKey(key)) yield { key, size: Size, modifiedAt: LastModified };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  #object(key: string): { readonly Bucket: string; readonly Key: string } {
    checkKey(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #putPieces(params: { readonly Bucket: string; readonly Key: string }, content: AsyncIterable<Uint8Array>) {
    const body = Readable.from(content, { objectMode: false });
    const upload = new Upload({
      client: this.#client,
      params: { ...params, Body: body },
      queueSize: PARTS_AT_ONCE,
      partSize: PART_BYTES,
    });
    try {
      await upload.done();
    } finally {
      body.destroy();
    }
  }

  async #emptyRange(key: string): Promise<StoredObject | undefined> {
    const info = await this.head(key);
    return info && { ...info, content: Readable.from([]) };
  }

  async #listPage(
    prefix: string,
    page: { readonly MaxKeys?: number; readonly ContinuationToken?: string },
  ): Promise<ListObjectsV2CommandOutput> {
    const Prefix = `${this.#prefix}${prefix}`;
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, ...(Prefix && { Prefix }), ...page });
    try {
      return await this.#client.send(command, this.#shortTimeout);
    } catch (error) {
      if (isDenied(error)) throw new ListingDenied(toUnavailable(error).message, { cause: error });
      throw toUnavailable(error);
    }
  }

  #isMissing(error: unknown): boolean {
    return isMissing(error) || (this.#hidesMissing && isDenied(error));
  }
}

type Answer = Pick<GetObjectCommandOutput, 'ContentLength' | 'ContentRange' | 'LastModified' | 'ETag'>;

function toInfo(key: string, { ContentLength, ContentRange, LastModified, ETag }: Answer): ObjectInfo {
  const whole = ContentRange === undefined ? undefined : /\/(\d+)$/.exec(ContentRange)?.[1];
  if (!LastModified || ETag === undefined) throw new TypeError('The response has no Last-Modified or ETag');
  return {
    key,
    size: Number(whole ?? ContentLength ?? 0),
    contentType: contentTypeOf(key),
    modifiedAt: LastModified,
    // Some servers send unquoted ETags.
    etag: `"${ETag.replace(/^W\/|"/g, '')}"`,
  };
}
