import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load, LoadResult } from './load.ts';
import { cpuMsBelow } from './processor-time.ts';

/** https://github.com/wg/wrk, for example the Debian package. Takes a third of the CPU time of a generator in Node.js. */
const WRK = 'wrk';
const run = promisify(execFile);

export async function isWrkInstalled(): Promise<boolean> {
  // Prints its version and fails.
  return run(WRK, ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  );
}

export async function loadWithWrk(load: Load): Promise<LoadResult> {
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
