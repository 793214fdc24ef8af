import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchCopy } from './fetch-copy.ts';

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a response that never ends times out', async () => {
  const url = await serverWith((_, response) => response.writeHead(200).write('a part'));
  expect(await fetchCopy(url, {}, { ...LIMITS, timeoutMs: 100 })).toMatchObject({
    error: 'timeout',
    status: null,
    text: '',
  });
});

test('reading stops at the size limit', async () => {
  let closed: Promise<unknown> | undefined;
  const url = await serverWith((_, response) => {
    closed = once(response, 'close');
    response.writeHead(200, { age: '7' }).write('x'.repeat(1001));
  });
  expect(await fetchCopy(url, {}, LIMITS)).toMatchObject({ error: 'too-large', status: 200, text: '', ageSeconds: 7 });
  await closed;
});

test('redirects are followed within the origin only', async () => {
  const visited: string[] = [];
  const other = await serverWith((_, response) => {
    visited.push('other origin');
    response.end('secret');
  });
  const url = await serverWith((request, response) => {
    visited.push(request.url ?? '');
    if (request.url === '/moved') response.writeHead(301, { location: '/here' }).end();
    else if (request.url === '/away') response.writeHead(302, { location: `${other}/` }).end();
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else response.end('the page');
  });
  expect(await fetchCopy(`${url}/moved`, {}, LIMITS)).toMatchObject({ error: null, status: 200, text: 'the page' });
  expect(await fetchCopy(`${url}/away`, {}, LIMITS)).toMatchObject({ error: 'redirect', status: 302, text: '' });
  expect(await fetchCopy(`${url}/round`, {}, LIMITS)).toMatchObject({ error: 'redirect', status: 302, text: '' });
  expect(visited).toEqual(['/moved', '/here', '/away', ...Array(4).fill('/round')]);
});

test('TLS failures are reported as such', async () => {
  const url = await serverWith(() => {});
  expect(await fetchCopy(url.replace('http:', 'https:'), {}, LIMITS)).toMatchObject({ error: 'certificate' });
});

test.for([
  [{}, null, null],
  [{ age: '10' }, 10, null],
  [{ 'cache-control': 'max-age=60' }, null, null],
  [{ age: '10', 'cache-control': 'public, max-age=60' }, 10, 50],
  [{ age: '10', 'cache-control': 'max-age=0, s-maxage=30' }, 10, 20],
  [{ age: '10', 'cache-control': 'max-age=0', 'cdn-cache-control': 'public, max-age=15' }, 10, 5],
  [{ age: '100', 'cache-control': 'max-age=60' }, 100, 0],
  [{ age: 'soon', 'cache-control': 'max-age=60' }, null, null],
] as const)('%j: age %s, may stay %s seconds', async ([headers, ageSeconds, secondsLeft]) => {
  const url = await serverWith((_, response) => response.writeHead(200, headers).end());
  expect(await fetchCopy(url, {}, LIMITS)).toMatchObject({ ageSeconds, secondsLeft });
});
