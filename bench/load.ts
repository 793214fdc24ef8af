import autocannon from 'autocannon';

/** What one server is asked, over and over. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Any other status makes the round worthless. */
  readonly expectedStatus: number;
  /** How often all of them ask together; as fast as they are answered, if it does not say. */
  readonly perSecond?: number;
  /** Each request asks for another post of many, from this one on, by `{number}` in the address. */
  readonly from?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** Processor time of whoever asked. */
  readonly loadCpuMs: number;
}

/** Of the posts that `givenManyPosts` makes those are published whose numbers end so. */
const LAST_DIGITS = [1, 2, 3, 4, 5, 6, 8, 9];

/** The address of one post after the other. */
function addressesFrom(url: string, from: number): () => string {
  const { pathname, search } = new URL(url);
  let next = from;
  return () => {
    const number = 10 * Math.floor(next / LAST_DIGITS.length) + (LAST_DIGITS[next % LAST_DIGITS.length] ?? 0);
    next += 1;
    return `${decodeURI(pathname)}${search}`.replace('{number}', String(number));
  };
}

/** Asks as fast as it is answered. Belongs into a process of its own, or it slows down what it measures. */
export async function load({
  url,
  headers,
  connections,
  seconds,
  expectedStatus,
  perSecond,
  from,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let others = 0;
  const nextAddress = from === undefined ? undefined : addressesFrom(url, from);
  const cpuBefore = process.cpuUsage();
  const run = autocannon({
    ...{ url, connections, duration: seconds, headers },
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

/** The smallest of the values that at least this share of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))));
