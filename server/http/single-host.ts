import type { IncomingMessage, ServerResponse } from 'node:http';
import { messages } from '#contract/errors.ts';

/**
 * Responds 400 to requests with several `Host` headers (RFC 9112, 3.2), of which Node.js would use the first. Reads the
 * raw headers before anything is parsed.
 */
export function rejectSecondHost({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts < 2) return false;
  const body = JSON.stringify({ message: messages.badRequest });
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(body);
  return true;
}
