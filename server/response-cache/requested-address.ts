import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { memoizeLru } from '../concurrency/memoize.ts';
import { requestedLanguage } from '../http/caller.ts';
import { type CacheableAddress, findCacheableAddress } from './cacheable-addresses.ts';
import type { ShownThread } from './thread-versions.ts';

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

export interface RequestedAddress {
  readonly key: string;
  readonly serviceId: string | undefined;
  readonly post?: string | undefined;
  readonly thread?: ShownThread | undefined;
  readonly url: string;
  readonly route: string;
  /** Request headers that rendering can see. Computed only when a response has to be rendered. */
  headers(): Readonly<Record<string, string>>;
}

const HOST = /^[\w.:[\]-]{1,255}$/;
const FORWARDED = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'];

const MOST_ADDRESSES = 1000;
const addressOf = memoizeLru(
  MOST_ADDRESSES,
  (target): { address: CacheableAddress; call?: RequestedAddress } | undefined => {
    const address = findCacheableAddress(target);
    if (address?.kind !== 'call') return address && { address };
    return { address, call: { ...address, key: address.url, headers: headersOfCall } };
  },
);

export function readRequestedAddress(request: IncomingMessage, options: AddressOptions): RequestedAddress | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || isPersonal(headers)) return undefined;
  const known = addressOf(url);
  if (!known || known.call) return known?.call;
  const { address } = known;
  const origin = originOf(request, options);
  if (origin === undefined) return undefined;
  if (address.kind === 'file')
    return { ...address, key: `${origin} ${address.url}`, headers: () => originHeaders(headers, options) };
  const language = requestedLanguage(headers['accept-language'], headers.cookie);
  return {
    ...address,
    key: `${language ?? ''} ${origin} ${address.url}`,
    headers: () => ({ ...(language && { 'accept-language': language }), ...originHeaders(headers, options) }),
  };
}

const headersOfCall = () => ({ host: 'localhost' });

export function isForwarded(requested: RequestedAddress): boolean {
  const headers = requested.headers();
  return FORWARDED.some((name) => headers[name] !== undefined);
}

function isPersonal(headers: IncomingHttpHeaders): boolean {
  return (
    headers.authorization !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  );
}

/** Pages and feeds contain absolute URLs, which use the request's origin unless a public URL is configured. */
function originOf(request: IncomingMessage, { publicUrl, trustProxy, senderOf }: AddressOptions): string | undefined {
  if (publicUrl !== undefined) return '';
  // The server itself speaks HTTP only.
  const { protocol, host } = trustProxy ? (senderOf(request) ?? {}) : { protocol: 'http', host: request.headers.host };
  if ((protocol !== 'http' && protocol !== 'https') || host === undefined || !HOST.test(host)) return undefined;
  return `${protocol}://${host}`;
}

function originHeaders(
  headers: IncomingHttpHeaders,
  { publicUrl, trustProxy }: AddressOptions,
): Readonly<Record<string, string>> {
  if (publicUrl !== undefined) return { host: 'localhost' };
  const names = ['host', ...(trustProxy ? FORWARDED : [])];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
