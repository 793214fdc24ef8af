import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CachedResponse, toCachedResponse } from './cached-response.ts';
import { Compressor } from './compression.ts';

const body = Buffer.from('{}');

function bytesOf(sent: Buffer | string | undefined): Buffer {
  return Buffer.isBuffer(sent) ? sent : Buffer.from(sent ?? '', 'latin1');
}

const text = Buffer.from('{"paper":"瓦版"}'.repeat(200));
const compressor = new Compressor();

function pairsOf(cached: CachedResponse, headers: Record<string, string> = {}): Record<string, string> {
  const { headers: names = [] } = cached.responseFor(headers) ?? {};
  return Object.fromEntries(names.flatMap((name, index) => (index % 2 ? [] : [[name, names[index + 1] ?? '']])));
}

async function withAllEncodings(type = 'application/json', bytes = text): Promise<CachedResponse> {
  const cached = toCachedResponse({ status: 200, headers: { 'content-type': type }, body: bytes }) as CachedResponse;
  for (const encoding of ['br', 'gzip']) await cached.prepareEncoding({ 'accept-encoding': encoding }, compressor);
  return cached;
}

test('headers are cached except those of one request', () => {
  const cached = toCachedResponse({
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
  expect(cached?.plainResponse().headers).toEqual([
    ...['cache-control', 'public, max-age=0, must-revalidate'],
    ...['content-type', 'application/json'],
    ...['vary', 'Accept-Language'],
    ...['etag', '"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"'],
    ...['content-length', '2'],
    ...['x-request-id', ''],
  ]);
});

test.each([
  ['sets a cookie', { 'set-cookie': 'a=b' }],
  ['is for one reader', { 'cache-control': 'private, no-store' }],
  ['is not to be stored', { 'cache-control': 'no-store' }],
  ['depends on cookies', { vary: 'Cookie' }],
  ['depends on anything', { vary: '*' }],
])('response that %s is not cached', (_what, headers) => {
  expect(toCachedResponse({ status: 200, headers, body })).toBeUndefined();
});

test.each([206, 302, 304, 404, 429, 500, 503])('response with status %d is not cached', (status) => {
  expect(toCachedResponse({ status, headers: {}, body })).toBeUndefined();
});

test('responses are cached up to 4 MB', () => {
  const sized = (bytes: number) => toCachedResponse({ status: 200, headers: {}, body: Buffer.alloc(bytes) });
  expect(sized(4 * 1024 * 1024)).toBeDefined();
  expect(sized(4 * 1024 * 1024 + 1)).toBeUndefined();
});

test('text has a form and an ETag per encoding', async () => {
  const cached = await withAllEncodings();
  const replies = ['identity', 'br', 'gzip'].map((encoding) => cached.responseFor({ 'accept-encoding': encoding }));
  const [plain, brotli, gzipped] = replies.map((reply) => bytesOf(reply?.body));
  expect(plain).toEqual(text);
  expect(brotliDecompressSync(brotli as Buffer)).toEqual(text);
  expect(gunzipSync(gzipped as Buffer)).toEqual(text);
  const headers = ['identity', 'br', 'gzip'].map((encoding) => pairsOf(cached, { 'accept-encoding': encoding }));
  expect(headers.map((each) => each['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(headers.map((each) => each['content-length'])).toEqual(replies.map((reply) => String(reply?.body?.length)));
  expect(headers.map(({ vary }) => vary)).toEqual(Array(3).fill('Accept-Encoding'));
  const tags = headers.map(({ etag = '' }) => etag);
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
});

test('encodings are created once and add to the size', async () => {
  const cached = toCachedResponse({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: text,
  }) as CachedResponse;
  const plainWeight = cached.weight;
  let requested = 0;
  const counting = Object.assign(new Compressor(), {
    compress: async (...given: Parameters<Compressor['compress']>) => {
      requested += 1;
      return compressor.compress(...given);
    },
  });
  expect(cached.responseFor({ 'accept-encoding': 'br' })).toBeUndefined();
  await Promise.all(Array.from({ length: 100 }, () => cached.prepareEncoding({ 'accept-encoding': 'br' }, counting)));
  await cached.prepareEncoding({ 'accept-encoding': 'br, gzip' }, counting);
  await cached.prepareEncoding({ 'accept-encoding': 'identity' }, counting);
  expect(requested).toBe(1);
  const { body: brotli } = cached.responseFor({ 'accept-encoding': 'br' }) ?? {};
  expect(cached.weight).toBeGreaterThan(plainWeight + (brotli as Buffer).length);
});

test.each([
  ['a picture', 'image/png', text],
  ['a short text', 'text/html', Buffer.from('word '.repeat(200))],
  ['bytes of no type', undefined, text],
])('%s is not compressed', async (_what, type, bytes) => {
  const cached = toCachedResponse({ status: 200, headers: { 'content-type': type }, body: bytes }) as CachedResponse;
  expect(bytesOf(cached.responseFor({ 'accept-encoding': 'br, gzip' })?.body)).toEqual(bytes);
  expect(pairsOf(cached)).not.toHaveProperty('vary');
});

test('cached bodies hold no oversized buffers', async () => {
  const short = Buffer.from('a part of the pool of short buffers');
  expect(short.buffer.byteLength).toBeGreaterThan(short.length);
  for (const bytes of [short, text, randomBytes(40_000)]) {
    const cached = toCachedResponse({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: bytes,
    }) as CachedResponse;
    for (const encoding of ['identity', 'br', 'gzip']) {
      await cached.prepareEncoding({ 'accept-encoding': encoding }, compressor);
      const sent = cached.responseFor({ 'accept-encoding': encoding })?.body;
      if (Buffer.isBuffer(sent)) expect(sent.buffer.byteLength).toBe(sent.length);
      else expect(sent?.length).toBeLessThan(16_384);
    }
    expect(bytesOf(cached.plainResponse().body)).toEqual(bytes);
  }
});

test('incompressible text is sent unchanged with its own ETag', async () => {
  const noise = Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * index * 7919) % 251));
  const cached = await withAllEncodings('text/plain', noise);
  const { etag, 'content-encoding': encoding } = pairsOf(cached, { 'accept-encoding': 'br' });
  const plain = pairsOf(cached);
  if (encoding === undefined) expect(etag).toBe(plain.etag);
  else expect(etag).not.toBe(plain.etag);
});

test.each(['application/json', 'application/json; charset=utf-8', 'text/html', 'application/rss+xml', 'image/svg+xml'])(
  '%s is compressed',
  async (type) => {
    expect(pairsOf(await withAllEncodings(type), { 'accept-encoding': 'br' })['content-encoding']).toBe('br');
  },
);

test("304 is sent only for an acceptable encoding's ETag", async () => {
  const cached = await withAllEncodings();
  const tagOf = (encoding: string) => pairsOf(cached, { 'accept-encoding': encoding }).etag as string;
  const encodings = ['identity', 'br', 'gzip'] as const;
  const accepting = fc.subarray(['br', 'gzip']);
  const spelling = fc.constantFrom<(tag: string) => string>(
    (tag) => tag,
    (tag) => `W/${tag}`,
    (tag) => `"other", ${tag}`,
    (tag) => `${tag},W/"more"`,
  );
  fc.assert(
    fc.property(accepting, fc.constantFrom(...encodings), spelling, (accepted, held, spell) => {
      const headers = { 'accept-encoding': accepted.join(', '), 'if-none-match': spell(tagOf(held)) };
      const isTaken = held === 'identity' || accepted.includes(held);
      expect(cached.responseFor(headers)?.status).toBe(isTaken ? 304 : 200);
      const { etag, vary } = pairsOf(cached, headers);
      expect([etag, vary]).toEqual([isTaken ? tagOf(held) : tagOf(accepted[0] ?? 'identity'), 'Accept-Encoding']);
    }),
  );
  expect(pairsOf(cached, { 'accept-encoding': 'gzip', 'if-none-match': '*' }).etag).toBe(tagOf('gzip'));
  expect(cached.responseFor({ 'if-none-match': '"other"' })?.status).toBe(200);
});
