import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { listeningApp } from '#testing/listening-app.ts';
import { loadConfig } from '../config.ts';

const publicUrl = 'https://news.example';
const SECURITY_HEADERS = [
  'strict-transport-security: max-age=31536000; includeSubDomains',
  'x-content-type-options: nosniff',
  "content-security-policy: default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
];

async function send(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const GET = 'GET /api/posts/news HTTP/1.1';
const REJECTED =
  /^HTTP\/1\.1 400 Bad Request\r\n.*x-content-type-options: nosniff\r\n.*\r\n\r\n\{"message":"Bad Request"\}$/s;

test('second or missing Host header returns 400 in every server', async () => {
  const delivered = await listeningApp();
  await givenPost(delivered);
  const { app } = await testApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  for (const port of [delivered.port, (app.server.address() as AddressInfo).port]) {
    expect(await send(port, `${GET}\r\nHost: localhost`)).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(await send(port, `${GET}\r\nHost: localhost\r\nX-Any: 1\r\nhOST: evil.example`)).toMatch(REJECTED);
    expect(await send(port, `${GET}\r\nHost: localhost\r\nHost: localhost`)).toMatch(REJECTED);
    expect(await send(port, GET)).toMatch(REJECTED);
    const post = 'POST /api/guests HTTP/1.1\r\nContent-Length: 0\r\nHost: a\r\nHost: b';
    expect(await send(port, post)).toMatch(REJECTED);
  }
});

test('responses written before any handler have security headers', async () => {
  const config = await loadConfig({ PUBLIC_URL: publicUrl }, '/nonexistent');
  const delivered = await listeningApp({ publicUrl }, { config });
  const { app } = await testApp({ config });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const heads = [
    'nonsense',
    GET,
    `${GET}\r\nHost: a\r\nHost: b`,
    `${GET}\r\nHost: a\r\nExpect: nonsense`,
    'GET /api/%zz HTTP/1.1\r\nHost: a',
  ];
  for (const port of [delivered.port, (app.server.address() as AddressInfo).port]) {
    for (const head of heads) {
      const answer = await send(port, head);
      for (const header of SECURITY_HEADERS) expect(answer, head).toContain(header);
    }
  }
});
