import type { ReadVariable } from './variables.ts';

export interface CdnConfig {
  /** Seconds that shared caches may keep public responses (`s-maxage`); 0 disables it. */
  readonly maxAgeSeconds: number;
  /** Seconds of `stale-while-revalidate`. */
  readonly staleSeconds: number;
  readonly purge: PurgeTarget | undefined;
}

export interface PurgeTarget {
  readonly url: string;
  readonly token: string | undefined;
}

const YEAR_SECONDS = 31_536_000;

export function readCdn(read: ReadVariable, problems: string[]): CdnConfig {
  const readSeconds = (name: string) =>
    read(name, { expected: 'a whole number of seconds, a year at most', fallback: 0, parse: asSeconds });
  const url = read('CDN_PURGE_URL', {
    expected: 'an http or https URL without a user name',
    fallback: undefined,
    parse: asPurgeUrl,
  });
  const token = read('CDN_PURGE_TOKEN', {
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
