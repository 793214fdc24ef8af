import type { CopyError, PublishedCopy } from '#contract/publishing.ts';
import { connectionErrorOf } from '../../http/connection-error.ts';
import { readBounded } from '../../platform/read-bounded.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

type CacheFacts = Pick<PublishedCopy, 'ageSeconds' | 'secondsLeft' | 'cacheControl' | 'servedBy'>;

export interface FetchedCopy extends CacheFacts, Pick<PublishedCopy, 'status' | 'durationMs' | 'error'> {
  /** Empty after an error. */
  readonly text: string;
}

export const FETCH_LIMITS: FetchLimits = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 };

const MAX_REDIRECTS = 3;
const NO_FACTS: CacheFacts = { ageSeconds: null, secondsLeft: null, cacheControl: null, servedBy: null };

/** Fetches a public address over the network without credentials. Failures become part of the result. */
export async function fetchCopy(
  url: string,
  headers: Readonly<Record<string, string>>,
  { timeoutMs, maxBytes }: FetchLimits,
): Promise<FetchedCopy> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const fetched = await fetchWithinOrigin(url, { headers, signal, redirect: 'manual' })
    .then((response) => readResponse(response, maxBytes))
    .catch((error) => ({ ...NO_FACTS, status: null, text: '', error: connectionErrorOf(error) }));
  return { ...fetched, durationMs: Math.round(performance.now() - startedAt) };
}

async function fetchWithinOrigin(url: string, options: RequestInit, redirects = 0): Promise<Response> {
  const response = await fetch(url, options);
  const location = response.headers.get('location');
  const next = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (!isRedirect(response) || next?.origin !== new URL(url).origin || redirects === MAX_REDIRECTS) return response;
  await response.body?.cancel();
  return fetchWithinOrigin(next.href, options, redirects + 1);
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

async function readResponse(response: Response, maxBytes: number): Promise<Omit<FetchedCopy, 'durationMs'>> {
  const { status, headers } = response;
  const fetched = { ...cacheFactsOf(headers), status, text: '' };
  const error = errorOfStatus(response);
  if (error !== null) {
    await response.body?.cancel();
    return { ...fetched, error };
  }
  const body = await readBounded(response, maxBytes);
  return body ? { ...fetched, text: body.toString(), error: null } : { ...fetched, error: 'too-large' };
}

/** A missing page is an answer: the post may be unpublished, or a cache may not know it yet. */
function errorOfStatus(response: Response): CopyError | null {
  if (response.ok || response.status === 404 || response.status === 410) return null;
  return isRedirect(response) ? 'redirect' : 'status';
}

const SERVER_NAMES = ['via', 'x-cache', 'cf-cache-status', 'server'];
const MAX_HEADER = 200;

function cacheFactsOf(headers: Headers): CacheFacts {
  const cacheControl = headers.get('cache-control');
  const ageSeconds = secondsIn(headers.get('age') ?? '', /^(\d{1,9})$/);
  // `CDN-Cache-Control` overrides `Cache-Control` in CDNs (RFC 9213, 2.2), `s-maxage` overrides `max-age` in shared
  // caches (RFC 9111, 5.2.2.10).
  const lifetime =
    secondsIn(headers.get('cdn-cache-control') ?? '', /\bmax-age=(\d{1,9})/i) ??
    secondsIn(cacheControl ?? '', /\bs-maxage=(\d{1,9})/i) ??
    secondsIn(cacheControl ?? '', /\bmax-age=(\d{1,9})/i);
  const names = SERVER_NAMES.flatMap((name) => headers.get(name) ?? []).join(', ');
  return {
    ageSeconds,
    secondsLeft: ageSeconds === null || lifetime === null ? null : Math.max(0, lifetime - ageSeconds),
    cacheControl: cacheControl?.slice(0, MAX_HEADER) ?? null,
    servedBy: names === '' ? null : names.slice(0, MAX_HEADER),
  };
}

function secondsIn(header: string, pattern: RegExp): number | null {
  const seconds = pattern.exec(header)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
