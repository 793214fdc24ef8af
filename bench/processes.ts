import { mkdtempDisposable } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { type PostgresServer, startPostgres, withAdministration } from '#testing/postgres-server.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { cpuMsBelow, cpuMsOf } from './processor-time.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startProcess } from './servers.ts';

/** Measures what a second process gains on PostgreSQL, and how the CPU cores are shared. */
const COUNTS = [1, 2] as const;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Enough for every round to request posts that were never requested before. */
const POSTS = 20_000;

const readings = [
  { name: 'Page of a list, from memory', path: '/posts/many', isNew: false },
  { name: 'Page of a post, made anew', path: '/posts/many/post-{number}', isNew: true },
  { name: 'JSON, one post, made anew', path: '/api/posts/many/post-{number}', isNew: true },
] as const;

type Reading = (typeof readings)[number];

interface Installation {
  readonly count: number;
  readonly server: BenchServer;
  readonly asked: Map<string, number>;
}

/** Shares of one core. */
interface Round {
  readonly requestsPerSecond: number;
  readonly processes: readonly number[];
  readonly database: number;
  readonly load: number;
}

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
const postgres = await startPostgres();
try {
  await measure();
} finally {
  await postgres.stop();
}

async function measure(): Promise<void> {
  if (!(await isWebBuildFresh())) await buildWeb();
  const url = await filledDatabase(postgres);
  const installations: Installation[] = [];
  for (const count of COUNTS) {
    const env = { ...environment(url), WEB_CONCURRENCY: String(count) };
    const main = fileURLToPath(import.meta.resolve('../server/main.ts'));
    const server = await startProcess([main], { env, logFile: join(folder, `${count}.log`) });
    installations.push({ count, server, asked: new Map() });
  }
  try {
    const rows: string[] = [];
    for (const reading of readings) rows.push(...(await rowsOf(reading, installations)));
    const head = [
      '| What | Processes | Requests a second | Growth | Each process | Database | Load generator | All together |',
      '| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ];
    await writeFigures([...head, ...rows].join('\n'), 'processes');
  } finally {
    await Promise.all(installations.map(({ server }) => server.stop()));
  }
}

async function filledDatabase(server: PostgresServer): Promise<string> {
  await withAdministration(server.url, 'create database bench template template0');
  const url = `${server.url}/bench`;
  // Without the menu of two hundred groups, which every page would render.
  await fillDatabase({ engine: 'postgres', url }, { count: POSTS, hasGroups: false });
  return url;
}

/** Shared by both installations, which use the same database. */
function environment(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0' };
}

async function rowsOf(reading: Reading, installations: readonly Installation[]): Promise<string[]> {
  const rounds = new Map<number, Round[]>(installations.map(({ count }) => [count, []]));
  for (const installation of installations) await warmUp(installation, reading);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const installation of installations) {
      const measured = await readFrom(installation, reading);
      // The first round is a warm-up.
      if (round > 0) rounds.get(installation.count)?.push(measured);
    }
  }
  const [first = []] = rounds.values();
  return [...rounds].map(([count, own]) => {
    const row = rowOf(reading.name, count, { own, alone: first });
    process.stderr.write(`${row}\n`);
    return row;
  });
}

async function warmUp({ server }: Installation, { path }: Reading): Promise<void> {
  const url = `${server.url}${path.replace('{number}', String(POSTS - 1))}`;
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => (await fetch(url)).text()));
}

function rowOf(
  name: string,
  count: number,
  { own, alone }: { own: readonly Round[]; alone: readonly Round[] },
): string {
  const median = (rounds: readonly Round[], pick: (round: Round) => number) => percentile(rounds.map(pick), 0.5);
  const perSecond = median(own, ({ requestsPerSecond }) => requestsPerSecond);
  const each = Array.from({ length: count }, (_, index) => median(own, ({ processes }) => processes[index] ?? 0));
  const all = ({ processes, database, load }: Round) => processes.reduce((sum, one) => sum + one, database + load);
  const cells = [
    name,
    String(count),
    Math.round(perSecond).toLocaleString('en-US'),
    (perSecond / median(alone, ({ requestsPerSecond }) => requestsPerSecond)).toFixed(2),
    each.map((share) => share.toFixed(2)).join(' + '),
    ...[median(own, ({ database }) => database), median(own, ({ load }) => load)].map((share) => share.toFixed(2)),
    `${median(own, all).toFixed(2)} of ${cpus().length}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function readFrom({ count, server, asked }: Installation, { name, path, isNew }: Reading): Promise<Round> {
  const from = asked.get(name) ?? 0;
  const before = await cpuNow(count, server);
  const { requests, requestsPerSecond, loadCpuMs } = await loadFromOutside({
    url: `${server.url}${path}`,
    headers: {},
    expectedStatus: 200,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...(isNew && { from }),
  });
  const after = await cpuNow(count, server);
  // Some requests were in flight when the round ended.
  asked.set(name, from + requests + CONNECTIONS);
  const shareOf = (ms: number) => ms / (1000 * SECONDS);
  const shares = after.processes.map((ms, index) => shareOf(ms - (before.processes[index] ?? 0)));
  return {
    requestsPerSecond,
    processes: shares.toSorted((one, other) => other - one),
    database: shareOf(after.database - before.database),
    load: shareOf(loadCpuMs),
  };
}

/** A single process serves requests itself; multiple workers have a parent that does not. */
async function cpuNow(count: number, server: BenchServer): Promise<{ processes: readonly number[]; database: number }> {
  const postmaster = await postgres.processId();
  return {
    processes: count === 1 ? [await server.cpuMs()] : await server.cpuMsOfEach(),
    database: (await cpuMsOf(postmaster)) + (await cpuMsBelow(postmaster)),
  };
}
