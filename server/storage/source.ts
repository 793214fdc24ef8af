import { Readable } from 'node:stream';
import { mimeTypeOf } from '#contract/media-types.ts';

const MAX_KEY = 1024;
const MAX_SEGMENT = 255;
/** Security: no segment begins with a dot, which excludes `..` and temporary files. */
const KEY = /^[0-9a-zA-Z_-][0-9a-zA-Z_.-]*(\/[0-9a-zA-Z_-][0-9a-zA-Z_.-]*)*$/;

export function isStorageKey(text: string): boolean {
  return text.length <= MAX_KEY && KEY.test(text) && text.split('/').every((segment) => segment.length <= MAX_SEGMENT);
}

export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Invalid storage key: ${JSON.stringify(key.slice(0, 200))}`);
}

export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !(prefix.endsWith('/') && isStorageKey(prefix.slice(0, -1)))) {
    throw new Error(`Invalid storage prefix: ${JSON.stringify(prefix.slice(0, 200))}`);
  }
}

/** Types that browsers would run if the storage were served directly. */
const RUNNABLE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);

/** Depends on the extension of the key only, so that all storages agree. */
export function contentTypeOf(key: string): string {
  const mimeType = mimeTypeOf(key.slice(key.lastIndexOf('.') + 1));
  if (RUNNABLE.has(mimeType)) return 'application/octet-stream';
  return mimeType.startsWith('text/') || mimeType === 'application/json' ? `${mimeType}; charset=utf-8` : mimeType;
}

export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Destroys the source on failure.
 * @throws the error of a broken source, or the converted error of the storage
 */
export async function writeSource(
  source: Source,
  write: (source: Source) => Promise<void>,
  toStorageError: (error: unknown) => unknown,
): Promise<void> {
  if (source instanceof Readable) ignoreStreamErrors(source);
  try {
    await write(source instanceof Uint8Array ? source : watched(source));
  } catch (error) {
    if (source instanceof Readable) source.destroy();
    throw error instanceof BrokenSource ? error.cause : toStorageError(error);
  }
}

/** Prevents an uncaught error before the stream is read. Readers still get it. */
export function ignoreStreamErrors<Stream extends Readable>(stream: Stream): Stream {
  return stream.on('error', () => {});
}

class BrokenSource extends Error {}

async function* watched(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw new BrokenSource('The source broke off', { cause: error });
  }
}
