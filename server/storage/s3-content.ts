import { PassThrough, Readable } from 'node:stream';
import { toUnavailable } from './s3-client.ts';
import { quiet } from './source.ts';

export function readingFrom(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new TypeError('An answer without a body');
  const content = quiet(new PassThrough());
  body.on('error', (error) => content.destroy(toUnavailable(error)));
  // Releases the connection when reading stops.
  content.on('close', () => body.destroy());
  return body.pipe(content);
}
