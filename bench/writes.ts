import { spawn } from 'node:child_process';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { startPostgres, withAdministration } from '#testing/postgres-server.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startServer } from './servers.ts';
import type { Writing, WritingResult } from './write-posts.ts';

/** Measures the cost of creating posts, and its effect on concurrent reads. */
const WRITERS = [1, 8, 64];
const ROUNDS = 5;
const SECONDS = 3;
/** Lets the writers reach a steady state, and the last one finish. */
const RUN_UP_MS = 700;
const READS_PER_SECOND = 300;
const CONNECTIONS = 10;
/** This list changes with every created post. */
const READ = '/api/posts/many?withBody=0';

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
if (!(await isWebBuildFresh())) await buildWeb();
const sqlite = await measureOn({ engine: 'sqlite', path: join(folder, 'sqlite', 'kawaraban.db') });
const server = await startPostgres({ isDurable: true });
try {
  await withAdministration(server.url, 'create database bench template template0');
  const postgres = await measureOn({ engine: 'postgres', url: `${server.url}/bench` });
  await writeFigures([sqlite, postgres].join('\n\n'), 'writes');
} finally {
  await server.stop();
}

async function measureOn(target: DatabaseTarget): Promise<string> {
  const data = join(folder, target.engine);
  await mkdir(data, { recursive: true });
  const { serviceId, key } = await fillDatabase(target, { count: 10_000 });
  const server = await startServer('warm', data, target.engine === 'postgres' ? target.url : undefined);
  const rows: string[] = [];
  try {
    for (const writers of WRITERS) {
      rows.push(await rowOf(server, { serviceId, key, writers }));
      process.stderr.write(`${target.engine}: ${rows.at(-1)}\n`);
    }
  } finally {
    await server.stop();
  }
  return [
    `**${target.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}**`,
    '',
    '| Writers | Posts a second | Refused (503) | Answered in, median (ms) | p99 (ms) | CPU a post, alone (ms) | of the processes that render (ms) | Reads: p99 quiet (ms) | Reads: p99 beside (ms) | Ratio |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

interface Writers {
  readonly serviceId: string;
  readonly key: string;
  readonly writers: number;
}

type WritingOf = Pick<Writing, 'url' | 'key' | 'writers'>;

async function rowOf(server: BenchServer, { serviceId, key, writers }: Writers): Promise<string> {
  const writing = { url: `${server.url}/api/admin/posts/${serviceId}`, key, writers };
  const [quiet, beside] = [[], []] as [number[], number[]];
  const writings: WritingResult[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const without = await read(server);
    const beginning = write(writing);
    await pause(RUN_UP_MS);
    const meanwhile = await read(server);
    const written = await beginning;
    // The first round is a warm-up.
    if (round === 0) continue;
    quiet.push(without);
    beside.push(meanwhile);
    writings.push(written);
  }
  const cpu = await cpuOfWriting(server, writing);
  const median = (pick: (one: WritingResult) => number) => percentile(writings.map(pick), 0.5);
  const before = percentile(quiet, 0.5);
  const during = percentile(beside, 0.5);
  const cells = [
    String(writers),
    median(({ created, seconds }) => created / seconds).toFixed(0),
    `${(100 * rejectedShare(writings)).toFixed(1)} %`,
    median(({ medianMs }) => medianMs).toFixed(1),
    median(({ p99Ms }) => p99Ms).toFixed(1),
    cpu.server.toFixed(2),
    cpu.rendering.toFixed(2),
    before.toFixed(1),
    during.toFixed(1),
    (during / before).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function cpuOfWriting(server: BenchServer, writing: WritingOf): Promise<{ server: number; rendering: number }> {
  const before = { server: await server.cpuMs(), rendering: await server.childrenCpuMs() };
  const { created } = await write(writing);
  return {
    server: ((await server.cpuMs()) - before.server) / created,
    rendering: ((await server.childrenCpuMs()) - before.rendering) / created,
  };
}

function rejectedShare(writings: readonly WritingResult[]): number {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const rejected = sum(writings.flatMap((each) => Object.values(each.rejected)));
  return rejected / (rejected + sum(writings.map(({ created }) => created)));
}

async function read(server: BenchServer): Promise<number> {
  const { p99Ms } = await loadFromOutside({
    url: `${server.url}${READ}`,
    headers: {},
    expectedStatus: 200,
    seconds: SECONDS,
    connections: CONNECTIONS,
    perSecond: READS_PER_SECOND,
  });
  return p99Ms;
}

/** Runs in a separate process for as long as the concurrent reads take. */
async function write(writers: WritingOf): Promise<WritingResult> {
  const script = fileURLToPath(import.meta.resolve('./write-posts.ts'));
  const writing = JSON.stringify({ ...writers, seconds: SECONDS + (2 * RUN_UP_MS) / 1000 });
  const child = spawn(process.execPath, [script, writing], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}
