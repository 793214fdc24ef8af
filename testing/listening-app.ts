import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import type { Database, DatabaseTarget } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { ResponseCache, type ResponseCacheOptions } from '#server/response-cache/index.ts';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';
import { testClock } from './clock.ts';
import { type Finish, testDatabaseWithTarget } from './database.ts';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface TestRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

export interface ListeningApp extends TestApp {
  readonly target: DatabaseTarget;
  readonly port: number;
  ask(path: string, options?: TestRequest): Promise<Received>;
  requestUncached(path: string, options?: TestRequest): Promise<Received>;
}

export async function listeningApp(
  options: Partial<ResponseCacheOptions> = {},
  { finish = onTestFinished, ...tools }: TestAppOptions = {},
  given?: { readonly database: Database; readonly target: DatabaseTarget },
): Promise<ListeningApp> {
  const { database, target } = given ?? (await testDatabaseWithTarget(finish));
  const clock = testClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const responseCache = new ResponseCache({
    database,
    clock,
    log,
    publicUrl: undefined,
    trustProxy: false,
    ...options,
  });
  const app = await testApp({ database, clock, log, responseCache, finish, ...tools });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  finish(async () => expect(logged.filter(({ level }) => level === 'error')).toEqual([]));
  const { port } = app.app.server.address() as AddressInfo;
  const requestUncached: ListeningApp['requestUncached'] = async (url, { method = 'GET', headers = {} } = {}) => {
    const response = await app.app.inject({ method: method as 'GET', url, headers });
    return { status: response.statusCode, headers: response.headers as IncomingHttpHeaders, body: response.body };
  };
  return { ...app, logged, target, port, ask: requestOver(port, finish), requestUncached };
}

function requestOver(port: number, finish: Finish): ListeningApp['ask'] {
  const agent = new Agent({ keepAlive: true });
  finish(async () => agent.destroy());
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const request = startRequest({ port, host: '127.0.0.1', path, method, headers, agent }).end();
    const [response] = await once(request, 'response');
    const body = decompress(await buffer(response), response.headers['content-encoding']).toString();
    return { status: response.statusCode, headers: response.headers, body };
  };
}

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || bytes.length === 0) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}
