import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { chosenLanguage } from '#contract/language-cookie.ts';
import { Language } from '#contract/site-config.ts';
import { memoizeLru } from '../concurrency/memoize.ts';

export function readerLanguage(acceptLanguage: string | undefined, cookies: string | undefined): Language {
  return requestedLanguage(acceptLanguage, cookies) ?? 'en';
}

/** Undefined for readers who request neither language, who get that of the service. */
export function requestedLanguage(
  acceptLanguage: string | undefined,
  cookies: string | undefined,
): Language | undefined {
  const chosen = chosenLanguage(cookies);
  if (chosen !== undefined || acceptLanguage === undefined) return chosen;
  return negotiate(acceptLanguage);
}

const MOST_HEADERS = 500;
const negotiate = memoizeLru(MOST_HEADERS, (acceptLanguage): Language | undefined => {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [first] = negotiator.languages([...Language.options]);
  // The order counts for `*`, which prefers no language.
  const [firstReversed] = negotiator.languages(Language.options.toReversed());
  return first === firstReversed ? Language.options.find((language) => language === first) : undefined;
});

const REQUEST_ID = /^[\w.-]{1,64}$/;
const PROCESS_ID = randomBytes(9).toString('base64url');
let requests = 0;

export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }, isTrusted: boolean): string {
  const sentId = headers['x-request-id'];
  if (isTrusted && typeof sentId === 'string' && REQUEST_ID.test(sentId)) return sentId;
  requests += 1;
  // Need not be secret, so a counter replaces a random number for each request.
  return `${PROCESS_ID}.${requests.toString(36)}`;
}

/** Origin of a request, for logs and limits, and the language for mails. */
export interface Caller {
  readonly address: string | undefined;
  readonly requestId: string | undefined;
  readonly userAgent: string | undefined;
  readonly language: Language;
}

const MAX_USER_AGENT = 300;

export function callerOf({ ip, id, headers }: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>): Caller {
  return {
    address: ip,
    requestId: id,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT),
    language: readerLanguage(headers['accept-language'], headers.cookie),
  };
}

export const localCaller: Caller = {
  address: undefined,
  requestId: undefined,
  userAgent: undefined,
  language: 'en',
};
