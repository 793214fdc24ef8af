import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { type BenchServer, startCommand, startProcess } from './servers.ts';
import { sendSteadily } from './steady-load.ts';

/** Measures whether memory grows during an hour of reads and writes. */

const MINUTES = Number(process.argv[2] ?? 60);
const POSTS = 10_000;
/** More than a million requests per hour. */
const READS_PER_SECOND = 300;
const WRITE_EVERY_MS = 5000;
/** Memory fluctuates with garbage collection, so the median over a period counts. */
const LOOK_EVERY_MS = 2000;
const PARTS = 6;

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  if (!(await isWebBuildFresh())) await buildWeb();
  const data = join(folder, 'data');
  await mkdir(data);
  const { serviceId, key } = await fillDatabase(
    { engine: 'sqlite', path: join(data, 'kawaraban.db') },
    { count: POSTS },
  );
  const server = await startProcess(await startCommand(), {
    env: { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', METRICS_TOKEN: 'a-token-for-the-bench' },
    logFile: join(folder, 'product.log'),
  });
  try {
    const load = sendSteadily({
      url: server.url,
      serviceId,
      key,
      minutes: MINUTES,
      readsPerSecond: READS_PER_SECOND,
      writeEveryMs: WRITE_EVERY_MS,
    });
    const parts: Part[] = [];
    for (let part = 0; part < PARTS; part += 1) parts.push(await watchPart(server));
    const { reads, writes, others } = await load;
    const sums = `${reads.toLocaleString('en')} answers read and ${writes.toLocaleString('en')} posts written in ${MINUTES} minutes; ${others} answers were others than expected.`;
    await writeFigures([tableOf(parts), sums].join('\n\n'), 'endurance');
  } finally {
    await server.stop();
  }
}

interface Part {
  readonly leastMb: number;
  readonly medianMb: number;
  readonly mostMb: number;
}

async function watchPart(server: BenchServer): Promise<Part> {
  const seen: number[] = [];
  const endsAt = performance.now() + (MINUTES * 60_000) / PARTS;
  while (performance.now() < endsAt) {
    await pause(LOOK_EVERY_MS);
    seen.push(await server.memoryMb());
  }
  const part = { leastMb: Math.min(...seen), medianMb: percentile(seen, 0.5), mostMb: Math.max(...seen) };
  process.stderr.write(`${Object.values(part).map(Math.round).join(', ')} MB\n`);
  return part;
}

function tableOf(parts: readonly Part[]): string {
  const minutesOf = (part: number) => Math.round((part * MINUTES) / PARTS);
  return [
    '| Resident memory in minutes, MB | Least | Median | Most |',
    '| :--- | ---: | ---: | ---: |',
    ...parts.map(({ leastMb, medianMb, mostMb }, index) => {
      const cells = [leastMb, medianMb, mostMb].map((mb) => Math.round(mb));
      return `| ${minutesOf(index)} to ${minutesOf(index + 1)} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}
