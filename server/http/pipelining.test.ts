import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listeningServer } from '#testing/listening-server.ts';
import { limitPipelining } from './output-limits.ts';

async function givenServer(listener: RequestListener) {
  const server = createServer((request, response) =>
    limitPipelining(request, response, () => void listener(request, response)),
  );
  return listeningServer(server);
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

test('pipelined requests get responses in order', async () => {
  const send = await givenServer(({ url }, response) => void setTimeout(() => response.end(`(${url})`), 5));
  const answers = await text(send(`${get('/a')}${get('/b')}${get('/c', 'Connection: close\r\n')}`));
  expect(answers.match(/\(\/\w\)/g)).toEqual(['(/a)', '(/b)', '(/c)']);
});

test('pipelined requests are handled after the previous response', async () => {
  const handled: string[] = [];
  const first = Promise.withResolvers<void>();
  const send = await givenServer(async ({ url = '' }, response) => {
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
  const send = await givenServer(({ url = '' }, response) => {
    handled.push(url);
    response.end(Buffer.alloc(24 * 1024 * 1024));
  });
  const socket = send('').pause();
  socket.write(get('/a').repeat(15));
  await expect.poll(() => handled.length).toBe(1);
  await text(send(get('/other', 'Connection: close\r\n')));
  expect(handled).toEqual(['/a', '/other']);
});

test('connections with too many waiting requests are closed', async () => {
  const send = await givenServer((request) => void request.resume());
  const socket = send(get('/').repeat(18)).resume();
  await once(socket, 'close');
});
