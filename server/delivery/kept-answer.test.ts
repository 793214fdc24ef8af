import { expect, test } from 'vitest';
import { toKeptAnswer } from './kept-answer.ts';

const body = Buffer.from('{}');

test('an answer is kept with its headers, without those that belong to one request', () => {
  const kept = toKeptAnswer({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-length': '2',
      vary: 'Accept-Language',
      date: 'Sat, 21 Nov 2026 04:43:00 GMT',
      connection: 'keep-alive',
      'x-request-id': 'abc',
      'x-ratelimit-remaining': '3',
    },
    body,
  });
  expect(kept?.headers).toEqual([
    ...['cache-control', 'public, max-age=0, must-revalidate'],
    ...['content-type', 'application/json'],
    ...['vary', 'Accept-Language'],
    ...['etag', kept?.etag],
    ...['content-length', '2'],
  ]);
});

test.each([
  ['sets a cookie', { 'set-cookie': 'a=b' }],
  ['is for one reader', { 'cache-control': 'private, no-store' }],
  ['is not to be kept', { 'cache-control': 'no-store' }],
  ['depends on cookies', { vary: 'Cookie' }],
  ['depends on anything', { vary: '*' }],
])('an answer that %s is not kept', (_what, headers) => {
  expect(toKeptAnswer({ status: 200, headers, body })).toBeUndefined();
});

test.each([206, 302, 304, 404, 429, 500, 503])('an answer with status %d is not kept', (status) => {
  expect(toKeptAnswer({ status, headers: {}, body })).toBeUndefined();
});

test('an answer is kept up to a megabyte', () => {
  const sized = (bytes: number) => toKeptAnswer({ status: 200, headers: {}, body: Buffer.alloc(bytes) });
  expect(sized(1024 * 1024)).toBeDefined();
  expect(sized(1024 * 1024 + 1)).toBeUndefined();
});
