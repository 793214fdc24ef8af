import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { ListeningServers } from './listening-servers.ts';
import { rejectSecondHost } from './malformed-request.ts';
import { limitPipelining } from './output-limits.ts';

const BODY_MS = 60_000;

const bounds = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends requests whose body takes too long. Node.js limits the time for headers only. */
export function limitBodyTime<S extends Server>(server: S, ms = BODY_MS): S {
  return server.prependListener('request', ((request) => {
    if (!hasBody(request)) return;
    bounds.set(request, boundOf(request, ms));
    request.once('close', () => liftBodyBound(request));
  }) as RequestListener);
}

export function boundedServer(
  { serverFactory }: { readonly serverFactory: FastifyServerFactory } = { serverFactory: plainServer },
  servers = new ListeningServers(),
): FastifyServerFactory {
  return (handler, options) => servers.add(limitBodyTime(serverFactory(handler, options) as Server));
}

const plainServer: FastifyServerFactory = (handler, options) => {
  const { keepAliveTimeout, requestTimeout } = options as { keepAliveTimeout: number; requestTimeout: number };
  const server = createServer((request, response) =>
    limitPipelining(request, response, () => {
      if (!rejectSecondHost(request, response)) (handler as RequestListener)(request, response);
    }),
  );
  return Object.assign(server, { keepAliveTimeout, requestTimeout });
};

/** Restarts the time limit for the rest of a request body. */
export function boundBody(request: IncomingMessage, ms: number): void {
  if (!bounds.has(request) || request.complete) return;
  liftBodyBound(request);
  bounds.set(request, boundOf(request, ms));
}

/** Removes the time limit, for handlers that enforce their own. */
export function liftBodyBound(request: IncomingMessage): void {
  clearTimeout(bounds.get(request));
}

function boundOf(request: IncomingMessage, ms: number): NodeJS.Timeout {
  return setTimeout(() => endLate(request), ms).unref();
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function endLate({ complete, socket }: IncomingMessage): void {
  if (complete || socket.destroyed) return;
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
