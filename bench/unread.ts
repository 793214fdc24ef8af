import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, isServerBuildFresh } from '#server/building/server-build.ts';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { connect, type DatabaseTarget } from '#server/database/connect.ts';
import { givenPost } from '#testing/given.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startCommand, startProcess } from './servers.ts';

/**
 * Measures server memory and the latency of others, while many connections send requests and never read. Fails above
 * the limits.
 */

const CONNECTIONS = 2000;
const ROUNDS = Number(process.argv[2] ?? 12);
const SECONDS = 5;
const READS_PER_SECOND = 300;
const MEMORY_EVERY_MS = 100;
const MAX_MB = 300;
/** Factor by which connections that never read may slow down other readers. */
const MAX_RATIO = 2;

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  if (!(await isWebBuildFresh())) await buildWeb();
  if (!(await isServerBuildFresh())) await buildServer();
  const data = join(folder, 'data');
  await mkdir(data);
  const target = { engine: 'sqlite', path: join(data, 'kawaraban.db') } as const;
  const { serviceId } = await fillDatabase(target, { count: 1000 });
  await insertLargePost(target, serviceId);
  const server = await startProcess(await startCommand(), {
    env: { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0' },
    logFile: join(folder, 'product.log'),
  });
  try {
    await readFor(server, 1);
    const quiet = await readFor(server, ROUNDS);
    const paths = [`/api/posts/${serviceId}/large`, `/posts/${serviceId}`, `/api/posts/${serviceId}`];
    const neverReading = startNeverReading(server.url, paths);
    try {
      await once(neverReading, 'message');
      const beside = await readFor(server, ROUNDS);
      await writeFigures(tableOf(quiet, beside), 'unread');
      if (beside.mostMb >= MAX_MB || beside.p99Ms > MAX_RATIO * quiet.p99Ms) process.exitCode = 1;
    } finally {
      neverReading.kill();
    }
  } finally {
    await server.stop();
  }
}

async function insertLargePost(target: DatabaseTarget, serviceId: string): Promise<void> {
  const database = connect(target);
  const post = { serviceId, slug: 'large', body: '瓦版'.repeat(200_000) };
  await givenPost({ database }, post);
  await database.close();
}

function startNeverReading(url: string, paths: readonly string[]) {
  const { hostname, port } = new URL(url);
  const module = fileURLToPath(import.meta.resolve('./never-read.ts'));
  return fork(module, [hostname, port, String(CONNECTIONS), ...paths]);
}

interface Readings {
  readonly p99Ms: number;
  readonly mostMb: number;
  readonly load: number;
}

async function readFor(server: BenchServer, rounds: number): Promise<Readings> {
  const times: number[] = [];
  const memory: number[] = [];
  const stopping = new AbortController();
  const watching = watchMemory(server, memory, stopping.signal);
  for (let round = 0; round < rounds; round += 1) {
    const { p99Ms } = await loadFromOutside({
      url: `${server.url}/posts/many`,
      headers: {},
      expectedStatus: 200,
      connections: 10,
      seconds: SECONDS,
      perSecond: READS_PER_SECOND,
    });
    times.push(p99Ms);
    process.stderr.write(`p99 ${p99Ms.toFixed(1)} ms, ${Math.round(memory.at(-1) ?? 0)} MB\n`);
  }
  stopping.abort();
  await watching;
  return { p99Ms: percentile(times, 0.5), mostMb: Math.max(...memory), load: loadavg()[0] ?? 0 };
}

async function watchMemory(server: BenchServer, seen: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    seen.push(await server.memoryMb());
    await pause(MEMORY_EVERY_MS);
  }
}

function tableOf(quiet: Readings, beside: Readings): string {
  const row = (name: string, { p99Ms, mostMb, load }: Readings) =>
    `| ${name} | ${Math.round(mostMb)} | ${p99Ms.toFixed(1)} | ${(p99Ms / quiet.p99Ms).toFixed(2)} | ${load.toFixed(1)} |`;
  return [
    '| Connections that never read | Most memory, MB | Readers: p99 (ms) | Ratio | Load of the machine |',
    '| :--- | ---: | ---: | ---: | ---: |',
    row('none', quiet),
    row(CONNECTIONS.toLocaleString('en'), beside),
  ].join('\n');
}
