import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#contract/site-config.ts';
import { memoizeLru } from '../concurrency/memoize.ts';
import { requestedLanguage } from '../http/caller.ts';
import { type CacheableAddress, findCacheableAddress } from './cacheable-addresses.ts';

export type Sender = Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>;

/** Creates a class with the getters of Fastify's requests, so that they work on raw requests. */
export function senderLike(request: FastifyRequest): new (raw: IncomingMessage) => Sender {
  class RequestSender {
    readonly raw: IncomingMessage;

    constructor(raw: IncomingMessage) {
      this.raw = raw;
    }
  }
  Object.setPrototypeOf(RequestSender.prototype, Object.getPrototypeOf(request));
  return RequestSender as unknown as new (
    raw: IncomingMessage,
  ) => Sender;
}

export interface AddressOptions {
  readonly publicUrl: string | undefined;
  readonly trustProxy: unknown;
  readonly senderOf: (request: IncomingMessage) => Sender | undefined;
}

export interface RequestedAddress extends CacheableAddress {
  readonly key: string;
  /** Undefined for responses that do not depend on it. */
  readonly language: Language | undefined;
}

const HOST = /^[\w.:[\]-]{1,255}$/;
const FORWARDED = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'];

/** Parts of the key beside the URL; undefined if the response does not depend on them. */
interface Variant {
  readonly protocol: string | undefined;
  readonly host: string | undefined;
  readonly language: Language | undefined;
}

interface Known {
  readonly address: CacheableAddress;
  /** Most requests for a URL have the same variant as the one before. */
  last?: Variant & { readonly requested: RequestedAddress | undefined };
}

const MOST_ADDRESSES = 1000;
const addressOf = memoizeLru(MOST_ADDRESSES, (target): Known | undefined => {
  const address = findCacheableAddress(target);
  return address && { address };
});

export function readRequestedAddress(request: IncomingMessage, options: AddressOptions): RequestedAddress | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || isPersonal(headers)) return undefined;
  const known = addressOf(url);
  if (!known) return undefined;
  const { address, last } = known;
  const origin = address.kind === 'call' ? NO_ORIGIN : originOf(request, options);
  if (!origin) return undefined;
  const { protocol, host } = origin;
  const language = address.kind === 'page' ? requestedLanguage(headers['accept-language'], headers.cookie) : undefined;
  if (last && last.protocol === protocol && last.host === host && last.language === language) return last.requested;
  const requested = toRequested(address, { protocol, host, language });
  known.last = { protocol, host, language, requested };
  return requested;
}

function toRequested(address: CacheableAddress, { protocol, host, language }: Variant): RequestedAddress | undefined {
  if (protocol === undefined) return { ...address, language, key: `${language ?? ''} ${address.url}` };
  const isValid = (protocol === 'http' || protocol === 'https') && host !== undefined && HOST.test(host);
  return isValid ? { ...address, language, key: `${language ?? ''} ${protocol}://${host} ${address.url}` } : undefined;
}

/** Returns the request headers that rendering can see. */
export function visibleHeaders(
  { kind, language }: RequestedAddress,
  { headers }: IncomingMessage,
  { publicUrl, trustProxy }: AddressOptions,
): Readonly<Record<string, string>> {
  const hasOrigin = kind !== 'call' && publicUrl === undefined;
  const names = hasOrigin ? ['host', ...(trustProxy ? FORWARDED : [])] : [];
  const accepted = language && { 'accept-language': language };
  const sent = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])] as const] : []));
  return { ...accepted, ...Object.fromEntries(sent) };
}

export function isForwarded(headers: Readonly<Record<string, string>>): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined);
}

function isPersonal(headers: IncomingHttpHeaders): boolean {
  return (
    headers.authorization !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  );
}

const NO_ORIGIN = { protocol: undefined, host: undefined };

/** Pages and feeds contain absolute URLs, which use the request's origin unless a public URL is configured. */
function originOf(
  request: IncomingMessage,
  { publicUrl, trustProxy, senderOf }: AddressOptions,
): Pick<Variant, 'protocol' | 'host'> | undefined {
  if (publicUrl !== undefined) return NO_ORIGIN;
  // The server itself speaks HTTP only.
  return trustProxy ? senderOf(request) : { protocol: 'http', host: request.headers.host };
}
