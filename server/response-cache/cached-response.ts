import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { noteSharedBody } from '../http/output-limits.ts';
import { entityTagOf, holds } from '../http/send-document.ts';
import { acceptedEncodings, type Coding, type Compressor, type Encoding, isWorthCompressing } from './compression.ts';
import { REVALIDATE } from './shared-caching.ts';

export interface AppResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface EncodedResponse {
  readonly status: 200 | 304;
  /** Names and values in turn, as `writeHead` takes them. The last value is the request id. */
  readonly headers: string[];
  /** A string has a character per byte (latin1). */
  readonly body: Buffer | string | undefined;
}

const PER_RESPONSE_HEADERS = /^(?:connection|keep-alive|transfer-encoding|date|x-request-id)$/;
const UNCACHED_HEADERS = /^(?:content-length|etag|retry-after|x-ratelimit-.+)$/;
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/**
 * Node.js writes a string together with the headers, which takes less CPU time than headers and a buffer. libuv copies
 * up to 16 KB without allocating memory; connections that do not read share larger bodies.
 */
const MAX_STRING_BYTES = 14 * 1024;

/**
 * Returns undefined if the response is incomplete, private or too long. `sharing` are the headers for shared caches,
 * used unless the response has its own.
 */
export function toCachedResponse(response: AppResponse, sharing: OutgoingHttpHeaders = {}): CachedResponse | undefined {
  const isCacheable = isForEverybody(response) && response.body.length <= MAX_BODY_BYTES;
  return isCacheable ? new CachedResponse(response, sharing) : undefined;
}

/** Compresses public responses only, because the compressed length of private content could leak it (BREACH). */
export async function encodeFor(
  { 'accept-encoding': acceptEncoding }: IncomingHttpHeaders,
  response: AppResponse,
  compressor: Compressor,
): Promise<AppResponse> {
  const { headers, body } = response;
  if (!isForEverybody(response) || !isCompressible(response)) return response;
  const varying = { ...headers, vary: varyOf(response) };
  const [encoding = 'identity'] = acceptedEncodings(acceptEncoding);
  const compressed = encoding === 'identity' ? undefined : await compressor.compress(body, encoding);
  if (!Buffer.isBuffer(compressed)) return { ...response, headers: varying };
  const { etag: _etag, ...others } = varying;
  const length = String(compressed.length);
  return {
    ...response,
    headers: { ...others, 'content-encoding': encoding, 'content-length': length },
    body: compressed,
  };
}

function isCompressible({ headers, body }: AppResponse): boolean {
  return headers['content-encoding'] === undefined && isWorthCompressing(body, headers['content-type']);
}

function varyOf({ headers: { vary } }: AppResponse): string {
  return [...(vary === undefined ? [] : [vary].flat()), 'Accept-Encoding'].join(', ');
}

/** Allowed `Vary` values. The language is part of the key, and no other cookie reaches the rendering. */
const LANGUAGE_ONLY = new Set(['accept-language', 'accept-language, cookie']);

function isForEverybody({ status, headers }: AppResponse): boolean {
  const control = String(headers['cache-control'] ?? '');
  const vary = String(headers.vary ?? 'accept-language').toLowerCase();
  return (
    status === 200 && !headers['set-cookie'] && !/private|no-store|no-cache/i.test(control) && LANGUAGE_ONLY.has(vary)
  );
}

export class CachedResponse {
  readonly #headers: readonly [string, string][];
  readonly #isCompressible: boolean;
  readonly #tags: Readonly<Record<Encoding, string>>;
  readonly #encoded = new Map<Encoding, EncodedResponse>();
  readonly #notModified = new Map<Encoding, EncodedResponse>();
  readonly #encoding = new Map<Coding, Promise<void>>();
  readonly #plain: EncodedResponse;
  #weight = 0;

  constructor(response: AppResponse, sharing: OutgoingHttpHeaders) {
    const { headers, body } = response;
    const tag = entityTagOf(body);
    this.#isCompressible = isCompressible(response);
    // Strong ETags differ per encoding (RFC 9110, 8.8.3.3).
    this.#tags = { identity: tag, br: `${tag.slice(0, -1)}-br"`, gzip: `${tag.slice(0, -1)}-gzip"` };
    const cachedHeaders: OutgoingHttpHeaders = { 'cache-control': REVALIDATE, ...headers };
    if (cachedHeaders['cache-control'] === REVALIDATE) Object.assign(cachedHeaders, sharing);
    if (this.#isCompressible) cachedHeaders.vary = varyOf(response);
    this.#headers = toPairs(cachedHeaders).filter(([name]) => !UNCACHED_HEADERS.test(name));
    this.#plain = this.#addEncoded('identity', body);
  }

  get weight(): number {
    return this.#weight;
  }

  responseFor({
    'if-none-match': ifNoneMatch,
    'accept-encoding': acceptEncoding,
  }: IncomingHttpHeaders): EncodedResponse | undefined {
    if (!this.#isCompressible) {
      return holds(ifNoneMatch, this.#tags.identity) ? this.#notModifiedResponse('identity') : this.#plain;
    }
    const accepted = acceptedEncodings(acceptEncoding);
    // Compares only acceptable encodings, since a shared cache could otherwise pass on a form that the client cannot
    // decode.
    const matching = ifNoneMatch && accepted.find((encoding) => holds(ifNoneMatch, this.#tags[encoding]));
    return matching ? this.#notModifiedResponse(matching) : this.#encoded.get(accepted[0] ?? 'identity');
  }

  plainResponse(): EncodedResponse {
    return this.#plain;
  }

  async prepareEncoding(
    { 'accept-encoding': acceptEncoding }: IncomingHttpHeaders,
    compressor: Compressor,
  ): Promise<void> {
    const [encoding = 'identity'] = acceptedEncodings(acceptEncoding);
    if (encoding === 'identity' || this.#encoded.has(encoding)) return;
    const running = this.#encoding.get(encoding) ?? this.#encode(encoding, compressor);
    this.#encoding.set(encoding, running);
    await running.finally(() => this.#encoding.delete(encoding));
  }

  async #encode(coding: Coding, compressor: Compressor): Promise<void> {
    const compressed = await compressor.compress(toBuffer(this.#plain.body), coding);
    if (compressed === 'nothing gained') this.#encoded.set(coding, this.#plain);
    else if (compressed) this.#addEncoded(coding, compressed);
  }

  #addEncoded(encoding: Encoding, bytes: Buffer): EncodedResponse {
    const body = bytes.length <= MAX_STRING_BYTES ? bytes.toString('latin1') : withoutPool(bytes);
    const headers = [
      ...this.#headers.flat(),
      ...['etag', this.#tags[encoding]],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...['content-length', String(body.length)],
    ];
    const encoded: EncodedResponse = { status: 200, headers: [...headers, 'x-request-id', ''], body };
    this.#encoded.set(encoding, encoded);
    this.#weight += body.length + 2 * headers.join('').length;
    return encoded;
  }

  #notModifiedResponse(encoding: Encoding): EncodedResponse {
    const known = this.#notModified.get(encoding);
    if (known) return known;
    const remaining = this.#headers.filter(([name]) => name !== 'content-type').flat();
    const headers = [...remaining, 'etag', this.#tags[encoding], 'x-request-id', ''];
    const encoded: EncodedResponse = { status: 304, headers, body: undefined };
    this.#notModified.set(encoding, encoded);
    return encoded;
  }
}

function toBuffer(body: EncodedResponse['body'] = ''): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

/** Small buffers and zlib output are slices of larger buffers, which would stay in memory. */
function withoutPool(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function toPairs(headers: OutgoingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || PER_RESPONSE_HEADERS.test(name)
      ? []
      : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}

export interface Sending {
  readonly requestId: string;
  readonly isClosing: boolean;
  /** Time since the database was last reachable, for the `Age` header. */
  readonly ageMs: number | undefined;
}

export function sendEncoded(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: EncodedResponse,
  sending: Sending,
): number {
  // Node serializes the headers synchronously, so the shared array can be reused.
  headers[headers.length - 1] = sending.requestId;
  const isPlain = !sending.isClosing && sending.ageMs === undefined;
  response.writeHead(status, isPlain ? headers : [...headers, ...perResponseHeaders(sending)]);
  if (method === 'HEAD' || body === undefined) response.end();
  else if (typeof body === 'string') response.end(body, 'latin1');
  else {
    response.end(body);
    noteSharedBody(response, body);
  }
  return status;
}

export function sendUncached(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: AppResponse,
  sending: Sending,
): number {
  const added = ['x-request-id', sending.requestId, ...perResponseHeaders(sending)];
  response.writeHead(status, [...toPairs(headers).flat(), ...added]);
  response.end(method === 'HEAD' ? undefined : body);
  return status;
}

function perResponseHeaders({ isClosing, ageMs }: Sending): readonly string[] {
  const age = ageMs === undefined ? [] : ['age', String(Math.ceil(ageMs / 1000))];
  return [...age, ...(isClosing ? ['connection', 'close'] : [])];
}
