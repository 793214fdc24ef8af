import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listeningServer } from '#testing/listening-server.ts';
import {
  limitPipelining,
  MAX_WAITING,
  noteSharedBody,
  OutputLimits,
  type OutputLimitsOptions,
} from './output-limits.ts';

const MB = 1024 * 1024;
const LARGE = 16 * MB;
const CHECK_MS = 10;

async function givenServer(listener: RequestListener, options: OutputLimitsOptions = {}) {
  const logged: { readonly connections: number }[] = [];
  const outputs = new OutputLimits({
    stalledMs: 400,
    log: { warn: (line: { readonly connections: number }) => logged.push(line) },
    ...options,
  });
  const server = outputs.watch(createServer(listener));
  const send = await listeningServer(server);
  const connection = (): Socket => send('GET / HTTP/1.1\r\nHost: a\r\n\r\n').pause();
  return { server, outputs, connection, logged };
}

const openConnections = async (server: { getConnections: (done: (error: unknown, count: number) => void) => void }) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const closingAnswer: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
  response.end(Buffer.alloc(LARGE));
};

const streamedAnswer: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
  Readable.from(Array.from({ length: LARGE / MB }, () => Buffer.alloc(MB))).pipe(response);
};

async function read(socket: Socket, onRead: (bytes: number) => void): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    onRead(bytes);
  }
  return bytes;
}

const passChecks = (count: number) => void vi.advanceTimersByTime(count * CHECK_MS);

/** Connections are checked by `passChecks` only. */
function controlChecks(): { readonly stalledMs: number } {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return { stalledMs: 30 * CHECK_MS };
}

test('connections that read nothing are closed', async () => {
  const { server, outputs, connection, logged } = await givenServer((_request, response) =>
    response.end(Buffer.alloc(LARGE)),
  );
  connection();
  await expect.poll(() => outputs.unsentBytes).toBeGreaterThan(MB);
  await expect.poll(() => openConnections(server)).toBe(0);
  expect(outputs.unsentBytes).toBe(0);
  expect(logged).toEqual([{ connections: 1 }]);
});

test('connections are closed after 30 seconds by default', async () => {
  controlChecks();
  const outputs = new OutputLimits();
  const server = outputs.watch(createServer((_request, response) => response.end(Buffer.alloc(LARGE))));
  const send = await listeningServer(server);
  send('GET / HTTP/1.1\r\nHost: a\r\n\r\n').pause();
  await expect.poll(() => outputs.unsentBytes).toBeGreaterThan(MB);
  const sentAtOnce = async () => {
    const before = outputs.unsentBytes;
    await pause(100);
    return outputs.unsentBytes === before;
  };
  await expect.poll(sentAtOnce).toBe(true);
  // The first check has nothing to compare with.
  vi.advanceTimersByTime(30_000);
  await pause(100);
  expect(await openConnections(server)).toBe(1);
  vi.advanceTimersByTime(2000);
  await expect.poll(() => openConnections(server)).toBe(0);
});

test.for([
  ['one buffer', closingAnswer],
  ['a stream', streamedAnswer],
] as const)('slow readers get the whole of %s', async ([, listener]) => {
  const { connection, outputs, logged } = await givenServer(listener, controlChecks());
  let unsent = Number.POSITIVE_INFINITY;
  const onRead = () => {
    if (outputs.unsentBytes >= unsent) return;
    unsent = outputs.unsentBytes;
    passChecks(25);
  };
  expect(await read(connection(), onRead)).toBeGreaterThan(LARGE);
  expect(logged).toEqual([]);
});

test('connections with nothing to send stay open', async () => {
  const { server, connection } = await givenServer((_request, response) => response.end('done'), { stalledMs: 40 });
  connection();
  const slow = await givenServer((_request, response) => void setTimeout(() => response.end('done'), 300), {
    stalledMs: 40,
  });
  const [answer] = await once(slow.connection().resume(), 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*done/);
  expect(await openConnections(server)).toBe(1);
});

test('memory of unsent responses is limited', async () => {
  const maxBytes = 3 * LARGE;
  const listener: RequestListener = (_request, response) => response.end(Buffer.alloc(LARGE));
  const { server, outputs, connection } = await givenServer(listener, { stalledMs: 8000, maxBytes });
  for (let count = 0; count < 12; count += 1) connection();
  await expect.poll(() => outputs.unsentBytes).toBeGreaterThan(maxBytes);
  await expect.poll(() => outputs.unsentBytes).toBeLessThanOrEqual(maxBytes);
  expect(await openConnections(server)).toBeGreaterThan(0);
});

test('active readers are closed last', async () => {
  const size = 64 * MB;
  // The four fit while all of them are active. Afterwards the reader and one other exceed the limit.
  const options = { ...controlChecks(), maxBytes: size + MB };
  const { connection, logged } = await givenServer((_request, response) => {
    response.shouldKeepAlive = false;
    response.end(Buffer.alloc(size));
  }, options);
  for (let count = 0; count < 3; count += 1) connection();
  let checkedAt = 0;
  const onRead = (bytes: number) => {
    if (bytes < checkedAt + 4 * MB) return;
    checkedAt = bytes;
    passChecks(1);
  };
  expect(await read(connection(), onRead)).toBeGreaterThan(size);
  expect(logged.reduce((sum, { connections }) => sum + connections, 0)).toBe(3);
});

test('shared bodies count once', async () => {
  const body = Buffer.alloc(LARGE);
  const { server, outputs, connection } = await givenServer(
    (_request, response) => {
      response.end(body);
      noteSharedBody(response, body);
    },
    { stalledMs: 60_000, maxBytes: 2 * LARGE },
  );
  for (let count = 0; count < 10; count += 1) connection();
  await expect.poll(() => openConnections(server)).toBe(10);
  await expect.poll(() => outputs.unsentBytes).toBe(LARGE);
});

async function givenPipelinedServer(listener: RequestListener) {
  const server = createServer((request, response) =>
    limitPipelining(request, response, () => void listener(request, response)),
  );
  return listeningServer(server);
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

test('pipelined requests get responses in order', async () => {
  const send = await givenPipelinedServer(({ url }, response) => void setTimeout(() => response.end(`(${url})`), 5));
  const answers = await text(send(`${get('/a')}${get('/b')}${get('/c', 'Connection: close\r\n')}`));
  expect(answers.match(/\(\/\w\)/g)).toEqual(['(/a)', '(/b)', '(/c)']);
});

test('pipelined requests are handled after the previous response', async () => {
  const handled: string[] = [];
  const first = Promise.withResolvers<void>();
  const send = await givenPipelinedServer(async ({ url = '' }, response) => {
    handled.push(url);
    if (url === '/a') await first.promise;
    response.end(url);
  });
  const answers = text(send(`${get('/a')}${get('/b', 'Connection: close\r\n')}`));
  await expect.poll(() => handled.length).toBe(1);
  await text(send(get('/other', 'Connection: close\r\n')));
  expect(handled).toEqual(['/a', '/other']);
  first.resolve();
  await answers;
  expect(handled).toEqual(['/a', '/other', '/b']);
});

test('connections that read nothing have one request handled', async () => {
  const handled: string[] = [];
  const send = await givenPipelinedServer(({ url = '' }, response) => {
    handled.push(url);
    response.end(Buffer.alloc(24 * 1024 * 1024));
  });
  const socket = send('').pause();
  socket.write(get('/a').repeat(1 + MAX_WAITING));
  await expect.poll(() => handled.length).toBe(1);
  await text(send(get('/other', 'Connection: close\r\n')));
  expect(handled).toEqual(['/a', '/other']);
});

test('connections with too many waiting requests are closed', async () => {
  const handled: string[] = [];
  const send = await givenPipelinedServer(({ url = '' }) => void handled.push(url));
  const socket = send(get('/').repeat(2 + MAX_WAITING)).resume();
  await once(socket, 'close');
  expect(handled).toEqual(['/']);
});
