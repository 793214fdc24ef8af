import { Readable } from 'node:stream';

export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Passes a source to `keep` and destroys it on failure.
 * @throws the error of a broken source, or the converted error of the storage
 */
export async function keepSource(
  source: Source,
  keep: (source: Source) => Promise<void>,
  toStorageError: (error: unknown) => unknown,
): Promise<void> {
  if (source instanceof Readable) quiet(source);
  try {
    await keep(source instanceof Uint8Array ? source : watched(source));
  } catch (error) {
    if (source instanceof Readable) source.destroy();
    throw error instanceof BrokenSource ? error.cause : toStorageError(error);
  }
}

/** Prevents an uncaught error before the stream is read; readers still get it. */
export function quiet<Stream extends Readable>(stream: Stream): Stream {
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
