import autocannon from 'autocannon';
import { isWrkInstalled, loadWithWrk } from './wrk.ts';

export interface Load {
  readonly url: string;
  /** Requested in turn, in place of the path of `url`. */
  readonly paths?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Any other status fails the round. */
  readonly expectedStatus: number;
  /** Total request rate of all connections; unlimited when undefined. */
  readonly perSecond?: number;
  /** Number of the first post, when each request replaces `{number}` in the URL by another one. */
  readonly from?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** CPU time of the load generator. */
  readonly loadCpuMs: number;
}

/** `givenManyPosts` publishes the posts whose numbers end in these digits. */
const LAST_DIGITS = [1, 2, 3, 4, 5, 6, 8, 9];

function addressesFrom(url: string, from: number): () => string {
  const { pathname, search } = new URL(url);
  let next = from;
  return () => {
    const number = 10 * Math.floor(next / LAST_DIGITS.length) + (LAST_DIGITS[next % LAST_DIGITS.length] ?? 0);
    next += 1;
    return `${decodeURI(pathname)}${search}`.replace('{number}', String(number));
  };
}

function inTurn(paths: readonly string[]): () => string {
  let next = 0;
  return () => {
    next += 1;
    return paths[next % paths.length] ?? '';
  };
}

/** Must run in a separate process, so as not to slow down the measured server. */
export async function load(requested: Load): Promise<LoadResult> {
  const isUnlimited = requested.perSecond === undefined && requested.from === undefined;
  return isUnlimited && (await isWrkInstalled()) ? loadWithWrk(requested) : loadWithAutocannon(requested);
}

async function loadWithAutocannon({
  url,
  paths,
  headers,
  connections,
  seconds,
  expectedStatus,
  perSecond,
  from,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let others = 0;
  const nextAddress = from === undefined ? paths && inTurn(paths) : addressesFrom(url, from);
  const cpuBefore = process.cpuUsage();
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    ...(nextAddress && { requests: [{ setupRequest: (request) => ({ ...request, path: nextAddress() }) }] }),
  });
  run.on('response', (_client, status, _bytes, timeMs) => {
    times.push(timeMs);
    if (status !== expectedStatus) others += 1;
  });
  const { errors, timeouts, duration } = await run;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (others + errors + timeouts > 0 || times.length === 0) {
    throw new Error(`${url}: ${times.length} answers, ${others} unexpected, ${errors} errors, ${timeouts} timeouts`);
  }
  return {
    requestsPerSecond: times.length / duration,
    p99Ms: percentile(times, 0.99),
    requests: times.length,
    loadCpuMs: (user + system) / 1000,
  };
}

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))));
