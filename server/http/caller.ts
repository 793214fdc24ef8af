import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Language } from '#contract/site-config.ts';
import { memoizeLru } from '../concurrency/memoize.ts';

/** Cookie with the visitor's chosen language, which takes precedence over Accept-Language. */
export const LANGUAGE_COOKIE = 'kawaraban-language';
const CHOICES = ['__Host-', ''].map(
  (prefix) => new RegExp(`(?:^|;)\\s*${prefix}${LANGUAGE_COOKIE}=(en|ja)\\s*(?:;|$)`),
);

export function readerLanguage(acceptLanguage: string | undefined, cookies: string | undefined): Language {
  return requestedLanguage(acceptLanguage, cookies) ?? 'en';
}

/** Undefined for readers who request neither language, who get that of the service. */
export function requestedLanguage(
  acceptLanguage: string | undefined,
  cookies: string | undefined,
): Language | undefined {
  const chosen = cookies === undefined ? undefined : chosenLanguage(cookies);
  if (chosen !== undefined || acceptLanguage === undefined) return chosen;
  return negotiate(acceptLanguage);
}

/** The cookie without a prefix is that of plain http, and on https one of earlier versions. */
function chosenLanguage(cookies: string): Language | undefined {
  const [prefixed, plain] = CHOICES;
  return (prefixed?.exec(cookies) ?? plain?.exec(cookies))?.[1] as Language | undefined;
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
