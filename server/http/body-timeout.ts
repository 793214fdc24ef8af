import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { ListeningServers } from './listening-servers.ts';
import { hostCheck, writeHead } from './malformed-request.ts';
import { limitPipelining } from './output-limits.ts';
import { earlyHeaders } from './security-headers.ts';

const BODY_MS = 60_000;

interface Bound {
  readonly timer: NodeJS.Timeout;
  readonly late: string;
}

const bounds = new WeakMap<IncomingMessage, Bound>();

/** Ends requests whose body takes too long. Node.js limits the time for headers only. */
export function limitBodyTime<S extends Server>(server: S, ms = BODY_MS, publicUrl?: string): S {
  const late = writeHead(408, { ...earlyHeaders(publicUrl), connection: 'close' });
  return server.prependListener('request', ((request) => {
    if (!hasBody(request)) return;
    bounds.set(request, boundOf(request, ms, late));
    request.once('close', () => clearBodyTimeout(request));
  }) as RequestListener);
}

export function boundedServer(
  responseCache?: { readonly serverFactory: FastifyServerFactory },
  servers = new ListeningServers(),
  publicUrl?: string,
): FastifyServerFactory {
  const serverFactory = responseCache?.serverFactory ?? plainServer(publicUrl);
  const headers = earlyHeaders(publicUrl);
  return (handler, options) => {
    const server = serverFactory(handler, options) as Server;
    server.on('checkExpectation', (_request, response) => response.writeHead(417, headers).end());
    return servers.add(limitBodyTime(server, BODY_MS, publicUrl));
  };
}

function plainServer(publicUrl: string | undefined): FastifyServerFactory {
  const isHostValid = hostCheck(publicUrl);
  return (handler, options) => {
    const { keepAliveTimeout, requestTimeout } = options as { keepAliveTimeout: number; requestTimeout: number };
    const server = createServer({ requireHostHeader: false }, (request, response) =>
      limitPipelining(request, response, () => {
        if (isHostValid(request, response)) (handler as RequestListener)(request, response);
      }),
    );
    return Object.assign(server, { keepAliveTimeout, requestTimeout });
  };
}

/** Restarts the time limit for the rest of a request body. */
export function boundBody(request: IncomingMessage, ms: number): void {
  const bound = bounds.get(request);
  if (!bound || request.complete) return;
  clearBodyTimeout(request);
  bounds.set(request, boundOf(request, ms, bound.late));
}

/** Removes the time limit, for handlers that enforce their own. */
export function clearBodyTimeout(request: IncomingMessage): void {
  clearTimeout(bounds.get(request)?.timer);
}

function boundOf(request: IncomingMessage, ms: number, late: string): Bound {
  return { timer: setTimeout(() => endLate(request, late), ms).unref(), late };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function endLate({ complete, socket }: IncomingMessage, late: string): void {
  if (complete || socket.destroyed) return;
  socket.write(late);
  socket.destroySoon();
}
