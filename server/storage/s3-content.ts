import { PassThrough, Readable } from 'node:stream';
import { toUnavailable } from './s3-client.ts';
import { quiet } from './source.ts';

/** The body of an answer. Where it breaks off, whoever reads is told that the storage did. */
export function readingFrom(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new TypeError('An answer without a body');
  const content = quiet(new PassThrough());
  body.on('error', (error) => content.destroy(toUnavailable(error)));
  // Whoever stops reading lets go of the connection.
  content.on('close', () => body.destroy());
  return body.pipe(content);
}
