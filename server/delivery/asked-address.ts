import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { readerLanguage } from '../platform/reader-language.ts';
import { remembering } from '../platform/remembering.ts';
import { findKeptAddress } from './kept-addresses.ts';
import type { ShownTalk } from './talk-board.ts';

/** From where a request comes and where it thinks it goes, as Fastify understands the proxies' headers. */
export type Sender = Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>;

/** Has the getters of Fastify's requests, and nothing of their own but what these read. */
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

/** What a request asks for: all that its answer may depend on. */
export interface Asked {
  readonly key: string;
  readonly serviceId: string | undefined;
  readonly talk?: ShownTalk | undefined;
  readonly url: string;
  readonly route: string;
  /** The only headers of a request that its answer can see. Asked for where an answer has to be made. */
  headers(): Readonly<Record<string, string>>;
}

const HOST = /^[\w.:[\]-]{1,255}$/;
const FORWARDED = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'];

const MOST_ADDRESSES = 1000;
const addressOf = remembering(MOST_ADDRESSES, findKeptAddress);

/** What the request asks for, if that is something whose answer may be kept. */
export function readAsked(request: IncomingMessage, options: AddressOptions): Asked | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || isPersonal(headers)) return undefined;
  const address = addressOf(url);
  if (!address) return undefined;
  const { serviceId, talk, kind, route } = address;
  const shown = { serviceId, talk, route, url: address.url };
  if (kind === 'call') return { ...shown, key: address.url, headers: headersOfCall };
  const origin = originOf(request, options);
  if (origin === undefined) return undefined;
  if (kind === 'file')
    return { ...shown, key: `${origin} ${address.url}`, headers: () => originHeaders(headers, options) };
  const language = readerLanguage(headers['accept-language'], headers.cookie);
  return {
    ...shown,
    key: `${language} ${origin} ${address.url}`,
    headers: () => ({ 'accept-language': language, ...originHeaders(headers, options) }),
  };
}

const headersOfCall = () => ({ host: 'localhost' });

/** Whether the answer sees what a proxy said of the request. */
export function isForwarded(asked: Asked): boolean {
  const headers = asked.headers();
  return FORWARDED.some((name) => headers[name] !== undefined);
}

/** Signed requests are answered anew, and so are those that bring a body. */
function isPersonal(headers: IncomingHttpHeaders): boolean {
  return (
    headers.authorization !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  );
}

/** Pages and files hold whole addresses. Where the public one is not known they are made of the request's own. */
function originOf(request: IncomingMessage, { publicUrl, senderOf }: AddressOptions): string | undefined {
  if (publicUrl !== undefined) return '';
  const { protocol, host } = senderOf(request) ?? {};
  if ((protocol !== 'http' && protocol !== 'https') || host === undefined || !HOST.test(host)) return undefined;
  return `${protocol}://${host}`;
}

/** Leads Fastify to the same origin. */
function originHeaders(
  headers: IncomingHttpHeaders,
  { publicUrl, trustProxy }: AddressOptions,
): Readonly<Record<string, string>> {
  if (publicUrl !== undefined) return { host: 'localhost' };
  const names = ['host', ...(trustProxy ? FORWARDED : [])];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
