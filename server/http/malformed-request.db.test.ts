import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { listeningApp } from '#testing/listening-app.ts';

async function send(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const GET = 'GET /api/posts/news HTTP/1.1';
const REJECTED =
  /^HTTP\/1\.1 400 Bad Request\r\n.*x-content-type-options: nosniff\r\n.*\r\n\r\n\{"message":"Bad Request"\}$/s;

test('second Host header returns 400 in every server', async () => {
  const delivered = await listeningApp();
  await givenPost(delivered);
  const { app } = await testApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  for (const port of [delivered.port, (app.server.address() as AddressInfo).port]) {
    expect(await send(port, `${GET}\r\nHost: localhost`)).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(await send(port, `${GET}\r\nHost: localhost\r\nX-Any: 1\r\nhOST: evil.example`)).toMatch(REJECTED);
    expect(await send(port, `${GET}\r\nHost: localhost\r\nHost: localhost`)).toMatch(REJECTED);
    const post = 'POST /api/guests HTTP/1.1\r\nContent-Length: 0\r\nHost: a\r\nHost: b';
    expect(await send(port, post)).toMatch(REJECTED);
  }
});
