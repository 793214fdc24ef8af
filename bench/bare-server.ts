import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

export interface Recorded {
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Base64. */
  readonly body: string;
}

const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive']);

/**
 * Baseline: looks up the path and writes recorded headers and bytes. `If-None-Match` gets the recorded 304 response.
 */
export function createBareServer(answers: readonly Recorded[]): Server {
  const byKey = new Map(
    answers.map(({ path, requestHeaders, status, headers, body }) => [
      keyOf(path, requestHeaders),
      { status, headers: withoutOwn(headers), body: Buffer.from(body, 'base64') },
    ]),
  );
  return createServer((request, response) => {
    const { url = '', headers } = request;
    const reply = byKey.get(keyOf(url, headers)) ?? byKey.get(keyOf(url, { ...headers, 'accept-encoding': undefined }));
    if (!reply) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(reply.status, reply.headers);
    response.end(reply.status === 304 ? undefined : reply.body);
  });
}

function keyOf(path: string, headers: IncomingHttpHeaders): string {
  return `${headers['accept-encoding']} ${headers['if-none-match']} ${path}`;
}

function withoutOwn(headers: readonly string[]): string[] {
  const stored: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (!WRITTEN_BY_NODE.has(name.toLowerCase())) stored.push(name, value);
  }
  return stored;
}
