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
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
}

/** Asks as fast as it is answered. Belongs into a process of its own, or it slows down what it measures. */
export async function load({
  url,
  headers,
  connections,
  seconds,
  expectedStatus,
  perSecond,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let others = 0;
  const run = autocannon({
    ...{ url, connections, duration: seconds, headers },
    ...(perSecond !== undefined && { overallRate: perSecond }),
  });
  run.on('response', (_client, status, _bytes, timeMs) => {
    times.push(timeMs);
    if (status !== expectedStatus) others += 1;
  });
  const { errors, timeouts, duration } = await run;
  if (others + errors + timeouts > 0 || times.length === 0) {
    throw new Error(`${url}: ${times.length} answers, ${others} unexpected, ${errors} errors, ${timeouts} timeouts`);
  }
  return {
    requestsPerSecond: times.length / duration,
    p99Ms: percentile(times, 0.99),
    requests: times.length,
  };
}

/** The smallest of the values that at least this share of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))));
