import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { malformedRequestHandler } from './malformed-request.ts';

test('malformed requests get a JSON error and are closed', async () => {
  const app = Fastify({ clientErrorHandler: malformedRequestHandler(undefined) });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answerTo = async (request: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request, 'utf8');
    return text(socket);
  };
  const plain = await answerTo('GET /posts?q=瓦版 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(plain).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n.*x-content-type-options: nosniff\r\n.*\r\n\r\n\{"message":"Bad Request"\}$/s,
  );
  expect(await answerTo('\u0016\u0003\u0001')).toMatch(/^HTTP\/1\.1 400 /);
  const long = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`;
  expect(await answerTo(long)).toMatch(/^HTTP\/1\.1 431 .*\{"message":"Bad Request"\}$/s);
});
