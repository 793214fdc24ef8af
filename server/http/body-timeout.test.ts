import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listeningServer } from '#testing/listening-server.ts';
import { boundBody, boundedServer, clearBodyTimeout, limitBodyTime } from './body-timeout.ts';

const MS = 60;

const serverWith = (listener: RequestListener) => listeningServer(limitBodyTime(createServer(listener), MS));

const slow = (head = 'POST / HTTP/1.1') => `${head}\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nab`;

test('requests without their body get 408', async () => {
  const send = await serverWith((request) => request.resume());
  expect(await text(send(slow()))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  const pieces = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n';
  expect(await text(send(pieces))).toMatch(/^HTTP\/1\.1 408 /);
});

test('slowly sent bodies get 408', async () => {
  const send = await serverWith((request) => request.resume());
  const socket = send(slow());
  const drops = setInterval(() => socket.write('c'), MS / 5);
  onTestFinished(() => clearInterval(drops));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('connections end when the body stays incomplete after a response', async () => {
  const send = await serverWith((_request, response) => response.end('done'));
  const answers = await text(send(slow('GET / HTTP/1.1')));
  expect(answers).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('slow handlers are not limited after the body arrived', async () => {
  const send = await serverWith((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end('done'), 3 * MS));
  });
  const [answer] = await once(send(`${slow()}cdefghij`), 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*done/);
});

test('handlers can lift and restart the body limit', async () => {
  const send = await serverWith((request, response) => {
    clearBodyTimeout(request);
    request.resume().on('end', () => response.end('done'));
    if (request.url === '/refused') boundBody(request, MS);
  });
  const unlimited = send(slow('PUT /patient HTTP/1.1'));
  expect(await text(send(slow('PUT /refused HTTP/1.1')))).toMatch(/^HTTP\/1\.1 408 /);
  unlimited.write('cdefghij');
  const [answer] = await once(unlimited, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  unlimited.destroy();
});

test('Fastify servers are limited and keep their own timeouts', async () => {
  const app = Fastify({ serverFactory: boundedServer(), requestTimeout: 4000, keepAliveTimeout: 3000 });
  app.post('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  expect(app.server).toMatchObject({ requestTimeout: 4000, keepAliveTimeout: 3000 });
  expect(app.server.headersTimeout).toBeGreaterThan(0);
  // Listeners of Fastify and the body limit.
  expect(app.server.listeners('request')).toHaveLength(2);
});
