import { EventEmitter } from 'node:events';
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export interface InProcessRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>;
  readonly remoteAddress?: string | undefined;
  readonly body?: Buffer | undefined;
}

export interface InProcessResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request to the application without a connection. Fastify's `inject` derives a class from `ServerResponse`,
 * after which V8 runs the code of node:http more slowly for every response of the process.
 */
export async function requestInProcess(
  app: Pick<FastifyInstance, 'routing'>,
  { method = 'GET', url, headers, remoteAddress = '127.0.0.1', body }: InProcessRequest,
): Promise<InProcessResponse> {
  const socket = Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
  const length = body && { 'content-length': String(body.length) };
  const request = Object.assign(new IncomingMessage(socket), {
    method,
    url,
    headers: { host: 'localhost', ...headers, ...length },
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    httpVersion: '1.1',
    complete: true,
  });
  if (body) request.push(body);
  request.push(null);
  const response = new CollectedResponse();
  return new Promise((resolve, reject) => {
    response.once('finish', () => resolve(response.collected));
    response.once('error', reject);
    response.once('close', () => reject(new Error(`${url}: the response was not completed`)));
    app.routing(request, response as unknown as ServerResponse);
  });
}

/** Implements what Fastify uses of `ServerResponse`. */
class CollectedResponse extends Writable {
  statusCode = 200;
  headersSent = false;
  readonly #headers: OutgoingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];

  get collected(): InProcessResponse {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) };
  }

  setHeader(name: string, value: OutgoingHttpHeader): this {
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): OutgoingHttpHeader | undefined {
    return this.#headers[name.toLowerCase()];
  }

  getHeaders(): OutgoingHttpHeaders {
    return { ...this.#headers };
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: () => void): void {
    this.headersSent = true;
    this.#chunks.push(chunk);
    written();
  }
}
