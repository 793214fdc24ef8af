import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { closeWhenIdle } from './listening-servers.ts';

test('shutdown does not wait for connections finishing a response', async () => {
  const server = closeWhenIdle(
    createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
      response.end('the last answer');
      server.close();
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const closed = once(server, 'close');
  const requests = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent }).end();
  const [response] = await once(requests, 'response');
  expect(String(await buffer(response))).toBe('the last answer');
  await closed;
});

test('closing a server that never listened reports the error', async () => {
  const server = closeWhenIdle(createServer());
  const error = await new Promise((resolve) => server.close(resolve));
  expect(error).toMatchObject({ code: 'ERR_SERVER_NOT_RUNNING' });
});
