import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type AddressOptions, readRequestedAddress, visibleHeaders } from './requested-address.ts';

const options: AddressOptions = { publicUrl: undefined, trustProxy: false, senderOf: () => undefined };

const requestOf = (url: string, headers: IncomingHttpHeaders = {}) =>
  ({ method: 'GET', url, headers: { host: 'a.example', ...headers } }) as IncomingMessage;

const keyOf = (url: string, headers: IncomingHttpHeaders = {}, given = options) =>
  readRequestedAddress(requestOf(url, headers), given)?.key;

const PAGE = '/posts/news/first';

test('pages differ by host and language, in any order of requests', () => {
  const variants = [
    {},
    { host: 'b.example' },
    { 'accept-language': 'ja' },
    { host: 'b.example', cookie: 'kawaraban-language=ja' },
  ];
  const keys = variants.map((headers) => keyOf(PAGE, headers));
  expect(new Set(keys).size).toBe(variants.length);
  expect(variants.toReversed().map((headers) => keyOf(PAGE, headers))).toEqual(keys.toReversed());
});

test('calls are the same for every host and language', () => {
  const call = '/api/posts/news/first';
  expect(keyOf(call, { host: 'b.example', 'accept-language': 'ja' })).toBe(keyOf(call));
});

test('an invalid or missing host is not cached, also after a valid one', () => {
  expect(keyOf(PAGE)).toBeDefined();
  expect(keyOf(PAGE, { host: 'a b' })).toBeUndefined();
  expect(keyOf(PAGE, { host: '' })).toBeUndefined();
  expect(keyOf(PAGE, { host: undefined })).toBeUndefined();
});

test('a proxy names the origin, and an unknown protocol is not cached', () => {
  const behindProxy = (protocol: string) => ({
    ...options,
    trustProxy: true,
    senderOf: () => ({ ip: '', host: 'a.example', protocol: protocol as 'http' }),
  });
  expect(keyOf(PAGE, {}, behindProxy('https'))).not.toBe(keyOf(PAGE));
  expect(keyOf(PAGE, {}, behindProxy(''))).toBeUndefined();
  expect(keyOf(PAGE, {}, { ...options, trustProxy: true })).toBeUndefined();
});

test('a repeated request of the same variant gets the same object', () => {
  expect(readRequestedAddress(requestOf(PAGE), options)).toBe(readRequestedAddress(requestOf(PAGE), options));
});

test('rendering sees headers of the request only if the response depends on them', () => {
  const request = requestOf(PAGE, { 'x-forwarded-for': '192.0.2.1', 'accept-language': 'ja', 'user-agent': 'x' });
  const visible = (given: AddressOptions) => {
    const requested = readRequestedAddress(request, given);
    return requested && visibleHeaders(requested, request, given);
  };
  const sender = { ip: '192.0.2.1', host: 'a.example', protocol: 'http' as const };
  expect(visible(options)).toEqual({ 'accept-language': 'ja', host: 'a.example' });
  expect(visible({ ...options, trustProxy: true, senderOf: () => sender })).toMatchObject({
    'x-forwarded-for': '192.0.2.1',
  });
  expect(visible({ ...options, publicUrl: 'https://a.example' })).toEqual({ 'accept-language': 'ja' });
});
