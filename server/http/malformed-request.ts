import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messages } from '#contract/errors.ts';
import { earlyHeaders } from './security-headers.ts';

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

const BODY = JSON.stringify({ message: messages.badRequest });

const withBody = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
  ...headers,
  connection: 'close',
});

export function writeHead(status: number, headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

export function malformedRequestHandler(publicUrl: string | undefined) {
  const headers = withBody(earlyHeaders(publicUrl));
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(`${writeHead(STATUS[code] ?? 400, headers)}${BODY}`, () => socket.destroy());
  };
}

/**
 * Responds 400 to requests with several `Host` headers or none (RFC 9112, 3.2), of which Node.js would use the first.
 * Reads the raw headers before anything is parsed.
 */
export function hostCheck(publicUrl: string | undefined) {
  const headers = withBody(earlyHeaders(publicUrl));
  return ({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): boolean => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return true;
    response.writeHead(400, headers).end(BODY);
    return false;
  };
}
