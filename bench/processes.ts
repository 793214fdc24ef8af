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

/** What a second process brings on PostgreSQL, and who has the cores meanwhile. */
const COUNTS = [1, 2] as const;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Enough for every round to ask for posts that nobody has asked for before. */
const POSTS = 20_000;

const readings = [
  { name: 'Page of a list, from memory', path: '/posts/many', isNew: false },
  { name: 'Page of a post, made anew', path: '/posts/many/post-{number}', isNew: true },
  { name: 'JSON, one post, made anew', path: '/api/posts/many/post-{number}', isNew: true },
] as const;

type Reading = (typeof readings)[number];

/** Those that share a port. */
interface Installation {
  readonly count: number;
  readonly server: BenchServer;
  /** How many of its posts were asked for, by reading. */
  readonly asked: Map<string, number>;
}

/** Shares are of one core. */
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
  // Without a menu of two hundred series, which every page would be made with.
  await fillDatabase({ engine: 'postgres', url }, { count: POSTS, hasGroups: false });
  return url;
}

/** Of both installations together: they are two halves of one. */
function environment(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0' };
}

async function rowsOf(reading: Reading, installations: readonly Installation[]): Promise<string[]> {
  const rounds = new Map<number, Round[]>(installations.map(({ count }) => [count, []]));
  for (const installation of installations) await warmUp(installation, reading);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const installation of installations) {
      const measured = await readFrom(installation, reading);
      // The first round is for warming up.
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

/** What a process loads for its first answer, all of them have loaded then. */
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
    ...[name, String(count), Math.round(perSecond).toLocaleString('en-US')],
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
    ...{ url: `${server.url}${path}`, headers: {}, expectedStatus: 200, connections: CONNECTIONS, seconds: SECONDS },
    ...(isNew && { from }),
  });
  const after = await cpuNow(count, server);
  // Some were on their way when the round was over.
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

/** One process serves by itself; of several each was started by one that does nothing else. */
async function cpuNow(count: number, server: BenchServer): Promise<{ processes: readonly number[]; database: number }> {
  const postmaster = await postgres.processId();
  return {
    processes: count === 1 ? [await server.cpuMs()] : await server.cpuMsOfEach(),
    database: (await cpuMsOf(postmaster)) + (await cpuMsBelow(postmaster)),
  };
}
