import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { cpuMsBelow } from './processor-time.ts';

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
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly loadCpuMs: number;
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
  return requested.perSecond === undefined && (await isWrkInstalled())
    ? loadWithWrk(requested)
    : loadWithAutocannon(requested);
}

/** https://github.com/wg/wrk, for example the Debian package. Takes a third of the CPU time of a generator in Node.js. */
const WRK = 'wrk';
const run = promisify(execFile);

async function isWrkInstalled(): Promise<boolean> {
  // Prints its version and fails.
  return run(WRK, ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  );
}

async function loadWithWrk(load: Load): Promise<LoadResult> {
  const { url, headers, connections, seconds, expectedStatus } = load;
  const { origin, pathname, search } = new URL(url);
  const { paths = [`${pathname}${search}`] } = load;
  // wrk recognizes only statuses from 400 on as errors.
  const { status } = await fetch(`${origin}${paths[0]}`, { headers, redirect: 'manual' });
  if (status !== expectedStatus) throw new Error(`${url}: unexpected status ${status}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kawaraban-wrk-'));
  const scriptFile = join(folder.path, 'paths.lua');
  await writeFile(scriptFile, scriptOf(paths));
  const names = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`];
  const { stdout } = await run(WRK, [...options, '--latency', '--script', scriptFile, ...names, origin]);
  const { requests, microseconds, errors, p99 } = JSON.parse(stdout.slice(stdout.lastIndexOf('{')));
  if (errors > 0 || requests === 0) throw new Error(`${url}: ${requests} answers, ${errors} errors`);
  return {
    requestsPerSecond: (requests / microseconds) * 1e6,
    p99Ms: p99 / 1000,
    requests,
    loadCpuMs: await cpuMsBelow(process.pid),
  };
}

function scriptOf(paths: readonly string[]): string {
  return `
local requests, next = {}, 0
init = function()
  for path in ([[${paths.join('\n')}\n]]):gmatch("([^\\n]+)\\n") do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"errors":%d,"p99":%f}',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, latency:percentile(99)))
end
`;
}

async function loadWithAutocannon({
  url,
  paths,
  headers,
  connections,
  seconds,
  expectedStatus,
  perSecond,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let others = 0;
  const nextAddress = paths && inTurn(paths);
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
