import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { entityTagOf, holds } from '../platform/entity-tag.ts';

/** An answer as Fastify gave it. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** An answer in the form in which it leaves again and again. */
export interface KeptAnswer {
  readonly etag: string;
  /** Names and values by turns, as Node writes them without a further look. */
  readonly headers: readonly string[];
  readonly unchangedHeaders: readonly string[];
  readonly body: Buffer;
  readonly weight: number;
}

/** What belongs to one connection or one request. */
const PASSING_HEADERS = /^(?:connection|keep-alive|transfer-encoding|date|x-request-id)$/;
/** What belongs to one caller, or is counted anew. */
const UNKEPT_HEADERS = /^(?:content-length|retry-after|x-ratelimit-.+)$/;
const MAX_BODY_BYTES = 1024 * 1024;

/** The answer to keep, if it is one: whole, the same for everybody, and not too long. */
export function toKeptAnswer({ status, headers, body }: Answer): KeptAnswer | undefined {
  if (status !== 200 || body.length > MAX_BODY_BYTES || !isForEverybody(headers)) return undefined;
  const etag = entityTagOf(body);
  const kept = { 'cache-control': 'public, max-age=0, must-revalidate', ...headers, etag };
  const lasting = toPairs(kept).filter(([name]) => !UNKEPT_HEADERS.test(name));
  const unchanged = lasting.filter(([name]) => name !== 'content-type');
  const whole = [...lasting, ['content-length', String(body.length)]];
  return {
    etag,
    headers: whole.flat(),
    unchangedHeaders: unchanged.flat(),
    body,
    weight: body.length + 2 * whole.flat().join('').length,
  };
}

/** By the language alone, which the key holds; of the cookies nothing else reaches what is made to be kept. */
const LANGUAGE_ONLY = new Set(['accept-language', 'accept-language, cookie']);

function isForEverybody(headers: OutgoingHttpHeaders): boolean {
  const control = String(headers['cache-control'] ?? '');
  const vary = String(headers.vary ?? 'accept-language').toLowerCase();
  return !headers['set-cookie'] && !/private|no-store|no-cache/i.test(control) && LANGUAGE_ONLY.has(vary);
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
}

/** Sends a kept answer, or 304 to whoever has it already. Answers with the status. */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  kept: KeptAnswer,
  sending: Sending,
): number {
  const isUnchanged = holds(request.headers['if-none-match'], kept.etag);
  const status = isUnchanged ? 304 : 200;
  response.writeHead(status, [...(isUnchanged ? kept.unchangedHeaders : kept.headers), ...ownHeaders(sending)]);
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : kept.body);
  return status;
}

/** Sends an answer that is not kept to the one who caused it. */
export function sendOnce(request: IncomingMessage, response: ServerResponse, answer: Answer, sending: Sending): number {
  response.writeHead(answer.status, [...toPairs(answer.headers).flat(), ...ownHeaders(sending)]);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
  return answer.status;
}

function ownHeaders({ requestId, isClosing }: Sending): string[] {
  return ['x-request-id', requestId, ...(isClosing ? ['connection', 'close'] : [])];
}
