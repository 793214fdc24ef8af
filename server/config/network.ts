import { z } from 'zod';
import type { AuthHeader } from '#contract/site-config.ts';
import type { DatabaseTarget } from '../database/connect.ts';
import type { ReadVariable } from './variables.ts';

const MAX_PROCESSES = 64;

export function readProcesses(read: ReadVariable): number {
  return read({
    name: 'WEB_CONCURRENCY',
    expected: `a whole number from 1 to ${MAX_PROCESSES}`,
    fallback: 1,
    parse: asProcesses,
  });
}

/** `DATABASE_LISTEN` sets whether processes notify each other of commits by LISTEN and NOTIFY. */
export function withNotifications(read: ReadVariable, target: DatabaseTarget): DatabaseTarget {
  const isNotifying = read({ name: 'DATABASE_LISTEN', expected: '`on` or `off`', fallback: true, parse: asSwitch });
  return target.engine === 'postgres' && !isNotifying ? { ...target, isNotifying } : target;
}

function asProcesses(text: string): number | undefined {
  const processes = Number(text);
  return /^\d{1,2}$/.test(text) && processes >= 1 && processes <= MAX_PROCESSES ? processes : undefined;
}

function asSwitch(text: string): boolean | undefined {
  return text === 'on' || text === 'off' ? text === 'on' : undefined;
}

export interface CdnConfig {
  /** Seconds that shared caches may keep public responses (`s-maxage`); 0 disables it. */
  readonly maxAgeSeconds: number;
  /** Seconds of `stale-while-revalidate`. */
  readonly staleSeconds: number;
  /** Endpoint that receives the cache keys (surrogate keys) to purge. */
  readonly purge: PurgeTarget | undefined;
}

export interface PurgeTarget {
  readonly url: string;
  readonly token: string | undefined;
}

const YEAR_SECONDS = 31_536_000;

export function readCdn(read: ReadVariable, problems: string[]): CdnConfig {
  const readSeconds = (name: string) =>
    read({ name, expected: 'a whole number of seconds, a year at most', fallback: 0, parse: asSeconds });
  const url = read({
    name: 'CDN_PURGE_URL',
    expected: 'an http or https address without a user name',
    fallback: undefined,
    parse: asPurgeUrl,
  });
  const token = read({
    name: 'CDN_PURGE_TOKEN',
    expected: 'letters, digits and signs without a space',
    fallback: undefined,
    parse: (text) => (/^[\x21-\x7e]{1,4096}$/.test(text) ? text : undefined),
  });
  if (token && !url && problems.length === 0)
    problems.push('CDN_PURGE_TOKEN needs CDN_PURGE_URL, which says who gets it.');
  return {
    maxAgeSeconds: readSeconds('CDN_MAX_AGE'),
    staleSeconds: readSeconds('CDN_STALE_WHILE_REVALIDATE'),
    purge: url === undefined ? undefined : { url, token },
  };
}

function asSeconds(text: string): number | undefined {
  const seconds = Number(text);
  return /^\d+$/.test(text) && seconds <= YEAR_SECONDS ? seconds : undefined;
}

function asPurgeUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) && url.username === '' ? url.href : undefined;
}

const NAME = 'letters, digits and hyphens, and no header that HTTP or Kawaraban uses for something else';
const PREFIX = 'a word of up to 20 letters, digits and hyphens';

/** Headers that browsers forbid, proxies change, or this server uses. */
const RESERVED_STARTS =
  /^(accept|access-control|content|forwarded|if|proxy|sec|x-forwarded|x-http-method|x-kawaraban|x-method|x-real|x-request)(-|$)/;
const RESERVED = new Set(
  (
    'age cache-control connection cookie cookie2 date dnt expect from host http2-settings keep-alive last-event-id max-forwards ' +
    'origin permissions-policy pragma prefer priority range referer set-cookie te time-zone trailer transfer-encoding ' +
    'upgrade upgrade-insecure-requests user-agent via x-requested-with'
  ).split(' '),
);

export const AuthHeaderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/i, { error: `must be ${NAME}` })
  .refine((name) => !RESERVED_STARTS.test(name.toLowerCase()) && !RESERVED.has(name.toLowerCase()), {
    error: `must be ${NAME}`,
  });

/** An empty prefix makes the header the bare token. */
export const AuthTokenPrefix = z.string().regex(/^[a-z0-9-]{0,20}$/i, { error: `must be ${PREFIX}, or empty` });

export function readAuthHeader(read: ReadVariable, chosen: AuthHeader): AuthHeader {
  return {
    adminAuthHeader: read({
      name: 'ADMIN_AUTH_HEADER',
      expected: NAME,
      fallback: chosen.adminAuthHeader,
      parse: (text) => AuthHeaderName.safeParse(text).data,
    }),
    adminAuthHeaderTokenPrefix: read({
      name: 'ADMIN_AUTH_HEADER_TOKEN_PREFIX',
      expected: PREFIX,
      fallback: chosen.adminAuthHeaderTokenPrefix,
      parse: (text) => AuthTokenPrefix.safeParse(text).data,
    }),
  };
}
