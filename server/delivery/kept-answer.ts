import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { entityTagOf, holds } from '../platform/entity-tag.ts';
import { noteSharedBody } from '../platform/output-limits.ts';
import { acceptedEncodings, type Coding, type Encoding } from './accepted-encodings.ts';
import { type Compressor, isWorthCompressing } from './compressor.ts';
import { ASK_EACH_TIME } from './shared-caching.ts';

/** An answer as Fastify gave it. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What one client is sent: the answer in one of its forms, or that it is unchanged. */
export interface Reply {
  readonly status: 200 | 304;
  /** Names and values by turns, as Node writes them without a further look. The last is the request's own name. */
  readonly headers: string[];
  readonly body: Buffer | undefined;
}

/** What belongs to one connection or one request. */
const PASSING_HEADERS = /^(?:connection|keep-alive|transfer-encoding|date|x-request-id)$/;
/** What belongs to one caller, or is counted anew; what depends on the form is said with each. */
const UNKEPT_HEADERS = /^(?:content-length|etag|retry-after|x-ratelimit-.+)$/;
/** A long text in Japanese, with its page around it. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * The answer to keep, if it is one: whole, the same for everybody, and not too long. `sharing` is what it says to caches,
 * where it says nothing of its own.
 */
export function toKeptAnswer(answer: Answer, sharing: OutgoingHttpHeaders = {}): KeptAnswer | undefined {
  const isKept = isForEverybody(answer) && answer.body.length <= MAX_BODY_BYTES;
  return isKept ? new KeptAnswer(answer, sharing) : undefined;
}

/**
 * The form in which an answer that is not kept is sent to whoever caused it. Only what is for everybody is compressed:
 * the length of what also holds something of one caller's could be made to tell it (BREACH).
 */
export async function inFormFor(
  { 'accept-encoding': acceptEncoding }: IncomingHttpHeaders,
  answer: Answer,
  compressor: Compressor,
): Promise<Answer> {
  const { headers, body } = answer;
  if (!isForEverybody(answer) || !isCompressible(answer)) return answer;
  const varying = { ...headers, vary: varyOf(answer) };
  const [encoding = 'identity'] = acceptedEncodings(acceptEncoding);
  const compressed = encoding === 'identity' ? undefined : await compressor.compress(body, encoding);
  if (!Buffer.isBuffer(compressed)) return { ...answer, headers: varying };
  const { etag: _etag, ...others } = varying;
  const length = String(compressed.length);
  return {
    ...answer,
    headers: { ...others, 'content-encoding': encoding, 'content-length': length },
    body: compressed,
  };
}

function isCompressible({ headers, body }: Answer): boolean {
  return headers['content-encoding'] === undefined && isWorthCompressing(body, headers['content-type']);
}

function varyOf({ headers: { vary } }: Answer): string {
  return [...(vary === undefined ? [] : [vary].flat()), 'Accept-Encoding'].join(', ');
}

/** By the language alone, which the key holds; of the cookies nothing else reaches what is made to be kept. */
const LANGUAGE_ONLY = new Set(['accept-language', 'accept-language, cookie']);

function isForEverybody({ status, headers }: Answer): boolean {
  const control = String(headers['cache-control'] ?? '');
  const vary = String(headers.vary ?? 'accept-language').toLowerCase();
  return (
    status === 200 && !headers['set-cookie'] && !/private|no-store|no-cache/i.test(control) && LANGUAGE_ONLY.has(vary)
  );
}

/** An answer in the forms in which it leaves again and again. The smaller ones are made when they are first asked for. */
export class KeptAnswer {
  readonly #headers: readonly [string, string][];
  readonly #isCompressible: boolean;
  readonly #tags: Readonly<Record<Encoding, string>>;
  readonly #whole = new Map<Encoding, Reply>();
  readonly #unchanged = new Map<Encoding, Reply>();
  readonly #making = new Map<Coding, Promise<void>>();
  readonly #plain: Reply;
  #weight = 0;

  constructor(answer: Answer, sharing: OutgoingHttpHeaders) {
    const { headers, body } = answer;
    const tag = entityTagOf(body);
    this.#isCompressible = isCompressible(answer);
    // Other bytes have another tag, where it is a strong one (RFC 9110, 8.8.3.3).
    this.#tags = { identity: tag, br: `${tag.slice(0, -1)}-br"`, gzip: `${tag.slice(0, -1)}-gzip"` };
    const kept: OutgoingHttpHeaders = { 'cache-control': ASK_EACH_TIME, ...headers };
    if (kept['cache-control'] === ASK_EACH_TIME) Object.assign(kept, sharing);
    if (this.#isCompressible) kept.vary = varyOf(answer);
    this.#headers = toPairs(kept).filter(([name]) => !UNKEPT_HEADERS.test(name));
    this.#plain = this.#keepWhole('identity', body);
  }

  /** In bytes; it grows with every form that is made. */
  get weight(): number {
    return this.#weight;
  }

  /** What a client is sent; `undefined` where that form has yet to be made. */
  replyTo({ 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding }: IncomingHttpHeaders): Reply | undefined {
    if (!this.#isCompressible) {
      return holds(ifNoneMatch, this.#tags.identity) ? this.#unchangedReply('identity') : this.#plain;
    }
    const accepted = acceptedEncodings(acceptEncoding);
    // Of forms that the client would not take it may not be told that it has them: caches would pass them on to it.
    const held = ifNoneMatch && accepted.find((encoding) => holds(ifNoneMatch, this.#tags[encoding]));
    return held ? this.#unchangedReply(held) : this.#whole.get(accepted[0] ?? 'identity');
  }

  /** The same, without a form that would have to be made. */
  plainReply(): Reply {
    return this.#plain;
  }

  /** Makes the form that a client is best given, once for all who wait for it. */
  async makeFormFor({ 'accept-encoding': acceptEncoding }: IncomingHttpHeaders, compressor: Compressor): Promise<void> {
    const [encoding = 'identity'] = acceptedEncodings(acceptEncoding);
    if (encoding === 'identity' || this.#whole.has(encoding)) return;
    const making = this.#making.get(encoding) ?? this.#make(encoding, compressor);
    this.#making.set(encoding, making);
    await making.finally(() => this.#making.delete(encoding));
  }

  async #make(coding: Coding, compressor: Compressor): Promise<void> {
    const compressed = await compressor.compress(this.#plain.body as Buffer, coding);
    if (compressed === 'nothing gained') this.#whole.set(coding, this.#plain);
    else if (compressed) this.#keepWhole(coding, compressed);
  }

  #keepWhole(encoding: Encoding, bytes: Buffer): Reply {
    const body = alone(bytes);
    const headers = [
      ...this.#headers.flat(),
      ...['etag', this.#tags[encoding]],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...['content-length', String(body.length)],
    ];
    const reply: Reply = { status: 200, headers: [...headers, 'x-request-id', ''], body };
    this.#whole.set(encoding, reply);
    this.#weight += body.length + 2 * headers.join('').length;
    return reply;
  }

  #unchangedReply(encoding: Encoding): Reply {
    const known = this.#unchanged.get(encoding);
    if (known) return known;
    const lasting = this.#headers.filter(([name]) => name !== 'content-type').flat();
    const headers = [...lasting, 'etag', this.#tags[encoding], 'x-request-id', ''];
    const reply: Reply = { status: 304, headers, body: undefined };
    this.#unchanged.set(encoding, reply);
    return reply;
  }
}

/**
 * The same bytes in a memory of their own. Short buffers are parts of a pool of 64 KB, and what zlib makes is part of a
 * chunk of 16 KB: what is kept would keep all of that, and weigh many times what it says.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function toPairs(headers: OutgoingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || PASSING_HEADERS.test(name)
      ? []
      : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}

/** What is this one answer's alone. */
export interface Sending {
  readonly requestId: string;
  readonly isClosing: boolean;
  /** For how long nobody could say whether it is still as it was. */
  readonly ageMs?: number;
}

/** Sends what is kept. Answers with the status. */
export function sendReply(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
  { requestId, ...sending }: Sending,
): number {
  // Node makes a text of them before it returns, so that one list does for all answers.
  headers[headers.length - 1] = requestId;
  response.writeHead(status, isPlain(sending) ? headers : [...headers, ...passingHeaders(sending)]);
  response.end(method === 'HEAD' ? undefined : body);
  if (body) noteSharedBody(response, body);
  return status;
}

/** Sends an answer that is not kept to the one who caused it. */
export function sendOnce(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  { requestId, ...sending }: Sending,
): number {
  response.writeHead(status, [...toPairs(headers).flat(), 'x-request-id', requestId, ...passingHeaders(sending)]);
  response.end(method === 'HEAD' ? undefined : body);
  return status;
}

function isPlain({ isClosing, ageMs }: Omit<Sending, 'requestId'>): boolean {
  return !isClosing && ageMs === undefined;
}

function passingHeaders({ isClosing, ageMs }: Omit<Sending, 'requestId'>): readonly string[] {
  const age = ageMs === undefined ? [] : ['age', String(Math.ceil(ageMs / 1000))];
  return [...age, ...(isClosing ? ['connection', 'close'] : [])];
}
