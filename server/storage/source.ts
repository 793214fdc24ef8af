import { Readable } from 'node:stream';

/** What an object is to hold. */
export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Lets a storage keep what a source gives. A source that breaks off fails the put with its own error, and everything
 * else with what the storage makes of it; a stream is let go of in both cases.
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

/** A stream that may break off before anybody reads it, without taking the process along; whoever reads it is told. */
export function quiet<Stream extends Readable>(stream: Stream): Stream {
  return stream.on('error', () => {});
}

/** Why a source broke off, which is no fault of the storage that was reading it. */
class BrokenSource extends Error {}

async function* watched(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw new BrokenSource('The source broke off', { cause: error });
  }
}
