import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { ListeningServers } from './listening-servers.ts';
import { refuseSecondHost } from './one-host.ts';
import { limitPipelining } from './pipelining.ts';

/** How long all of a request may take to come, where nobody says otherwise. */
const BODY_MS = 60_000;

const bounds = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends every request of a server whose body takes too long to come. Node.js itself sees to the headers. */
export function boundBodies<S extends Server>(server: S, ms = BODY_MS): S {
  return server.prependListener('request', ((request) => {
    if (!hasBody(request)) return;
    bounds.set(request, boundOf(request, ms));
    request.once('close', () => liftBodyBound(request));
  }) as RequestListener);
}

/** Makes such servers for Fastify: out of those that another makes, or plain ones. */
export function boundedServer(
  { serverFactory }: { readonly serverFactory: FastifyServerFactory } = { serverFactory: plainServer },
  servers = new ListeningServers(),
): FastifyServerFactory {
  return (handler, options) => servers.add(boundBodies(serverFactory(handler, options) as Server));
}

/** As Fastify makes them itself. */
const plainServer: FastifyServerFactory = (handler, given) => {
  const { keepAliveTimeout, requestTimeout } = given as { keepAliveTimeout: number; requestTimeout: number };
  const server = createServer((request, response) =>
    limitPipelining(request, response, () => {
      if (!refuseSecondHost(request, response)) (handler as RequestListener)(request, response);
    }),
  );
  return Object.assign(server, { keepAliveTimeout, requestTimeout });
};

/** Gives what is still to come of a request so much time from now, where it has come by such a server. */
export function boundBody(request: IncomingMessage, ms: number): void {
  if (!bounds.has(request) || request.complete) return;
  liftBodyBound(request);
  bounds.set(request, boundOf(request, ms));
}

/** For a handler that sees itself to how long a body takes. */
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

/** Ends a request as Node.js does one whose headers take too long. */
function endLate({ complete, socket }: IncomingMessage): void {
  if (complete || socket.destroyed) return;
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
