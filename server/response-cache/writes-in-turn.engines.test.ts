import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { ResponseCache } from './response-cache.ts';

const log = createLog('info', { write: () => {} });

test.for(['POST', 'PUT', 'PATCH', 'DELETE'])('concurrent %s requests start one per event loop turn', async (method) => {
  const database = await testDatabase();
  const responseCache = new ResponseCache({
    database,
    clock: testClock(),
    log,
    publicUrl: undefined,
    trustProxy: false,
  });
  const begun: string[] = [];
  const server = responseCache.serverFactory((request) => void begun.push(String(request.method)), {});
  const ask = (requested: string) => {
    const socket = new Socket();
    const request = Object.assign(new IncomingMessage(socket), { method: requested, url: '/api/anything' });
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    server.emit('request', request, response);
  };
  for (const requested of [method, method, 'OPTIONS', method]) ask(requested);
  expect(begun).toEqual(['OPTIONS']);
  await new Promise(setImmediate);
  expect(begun).toEqual(['OPTIONS', method]);
  await new Promise(setImmediate);
  expect(begun).toEqual(['OPTIONS', method, method]);
});
