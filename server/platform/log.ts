import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['authorization', 'cookie', 'password', 'token', '*.authorization', '*.cookie', '*.password', '*.token'],
        censor: '[hidden]',
      },
    },
    ...(destination ? [destination] : []),
  );
}

/** Omits the query, which may contain a preview token, and the body. */
export function logRequests(app: FastifyInstance, isInternal: (request: FastifyRequest) => boolean): void {
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isInternal(request)) return;
    const { method, ip, log } = request;
    const url = isTokenInPath(request) ? (request.routeOptions.url ?? '') : request.url;
    logResponse(log, { method, url, statusCode: reply.statusCode, durationMs: reply.elapsedTime, remoteAddress: ip });
  });
}

/** Upload URLs contain a token, so the route is logged instead. */
function isTokenInPath({ params }: FastifyRequest): boolean {
  return 'token' in (params as object);
}

export interface AnsweredRequest {
  readonly method: string;
  readonly url: string;
  readonly statusCode: number;
  readonly durationMs: number;
  readonly remoteAddress: string;
}

export function logResponse(log: Log, { url, durationMs, ...answered }: AnsweredRequest, more: object = {}): void {
  const [path] = url.split('?', 1);
  const line = { path, ...answered, durationMs: Math.round(durationMs * 10) / 10, ...more };
  log[answered.statusCode >= 500 ? 'warn' : 'info'](line, 'request answered');
}
