import { spawn } from 'node:child_process';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { connect, type DatabaseTarget } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { importMarkdownFolder } from '#server/import/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createService } from '#server/services/index.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { startPostgres, withAdministration } from '#testing/postgres-server.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { type LoadResult, percentile } from './load.ts';
import type { PostingResult } from './post-comments.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startServer } from './servers.ts';

const PER_SECOND = 500;
const ROUNDS = 5;
const SECONDS = 3;
const READS_PER_SECOND = 300;
const CONNECTIONS = 10;
/** Lets posting reach a steady state before reads are measured. */
const RUN_UP_MS = 700;

const TALKED_ABOUT = 'post-00003';
const readings = [
  { name: 'Page of another post', path: '/posts/news/post-00002' },
  { name: 'Page of a list', path: '/posts/news' },
  { name: 'JSON, list of 20 without bodies', path: '/api/posts/news?count=20&withBody=0' },
  { name: 'Page of the post itself', path: `/posts/news/${TALKED_ABOUT}` },
] as const;

interface Measured {
  readonly steady: LoadResult;
  readonly full: LoadResult;
  /** Server CPU time per request at full speed, including the cost of concurrent comments. */
  readonly cpuMs: number;
}

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
if (!(await isWebBuildFresh())) await buildWeb();
const sqlite = await measureOn({ engine: 'sqlite', path: join(folder, 'sqlite', 'kawaraban.db') });
const postgres = await onPostgres(measureOn);
await writeFigures([sqlite, postgres].join('\n\n'), 'comments');

async function onPostgres<T>(work: (target: DatabaseTarget) => Promise<T>): Promise<T> {
  const server = await startPostgres();
  try {
    await withAdministration(server.url, 'create database bench template template0');
    return await work({ engine: 'postgres', url: `${server.url}/bench` });
  } finally {
    await server.stop();
  }
}

async function measureOn(target: DatabaseTarget): Promise<string> {
  const data = join(folder, target.engine);
  await fillDatabase(data, target);
  const server = await startServer('talk', data, target.engine === 'postgres' ? target.url : undefined);
  try {
    return await reportOn(server, target.engine);
  } finally {
    await server.stop();
  }
}

async function reportOn(server: BenchServer, engine: string): Promise<string> {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const alone = await postingAlone(server);
  tell(`${name}: ${alone}`);
  const postings: PostingResult[] = [];
  const rows: string[] = [];
  for (const { name: what, path } of readings) {
    const [quiet, talked] = [[], []] as [Measured[], Measured[]];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const without = await read(server, path);
      const { measured, posting } = await whilePosting(server, () => read(server, path));
      // The first round is a warm-up.
      if (round === 0) continue;
      quiet.push(without);
      talked.push(measured);
      postings.push(posting);
    }
    rows.push(rowOf(what, quiet, talked));
    tell(rows.at(-1) ?? '');
  }
  return [
    `**${name}.** Posting alone: ${alone}. While others read: ${describePosting(postings)}.`,
    '',
    '| Reading | p99 at a steady pace, quiet (ms) | While 500 a second comment | Requests a second, quiet | While 500 a second comment | Ratio |',
    '| :--- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function rowOf(name: string, quiet: readonly Measured[], talked: readonly Measured[]): string {
  const median = (all: readonly Measured[], pick: (one: Measured) => number) => percentile(all.map(pick), 0.5);
  const wait = (all: readonly Measured[]) => median(all, ({ steady }) => steady.p99Ms).toFixed(1);
  const speed = (all: readonly Measured[]) => median(all, ({ full }) => full.requestsPerSecond);
  const count = (value: number) => Math.round(value).toLocaleString('en-US');
  const ratio = (speed(talked) / speed(quiet)).toFixed(2);
  return `| ${name} | ${wait(quiet)} | ${wait(talked)} | ${count(speed(quiet))} | ${count(speed(talked))} | ${ratio} |`;
}

async function postingAlone(server: BenchServer): Promise<string> {
  await post(server, 2);
  const before = await server.cpuMs();
  const result = await post(server, 2 * SECONDS);
  const cpuMs = ((await server.cpuMs()) - before) / result.posted;
  return `${describePosting([result])}, ${cpuMs.toFixed(2)} ms of processor time a comment`;
}

function describePosting(postings: readonly PostingResult[]): string {
  const median = (pick: (one: PostingResult) => number) => percentile(postings.map(pick), 0.5);
  const sent = postings.flatMap(({ statuses }) => Object.values(statuses)).reduce((sum, count) => sum + count, 0);
  const taken = postings.reduce((sum, { posted }) => sum + posted, 0);
  const perSecond = median(({ posted, seconds }) => posted / seconds).toFixed(0);
  const half = median(({ medianMs }) => medianMs);
  const late = median(({ p99Ms }) => p99Ms);
  return `${perSecond} comments a second, ${((100 * taken) / sent).toFixed(1)} % taken, answered in ${half.toFixed(1)} ms (p99 ${late.toFixed(1)})`;
}

async function read(server: BenchServer, path: string): Promise<Measured> {
  const request = { url: `${server.url}${path}`, headers: {}, expectedStatus: 200, seconds: SECONDS };
  const steady = await loadFromOutside({ ...request, connections: CONNECTIONS, perSecond: READS_PER_SECOND });
  const before = await server.cpuMs();
  const full = await loadFromOutside({ ...request, connections: CONNECTIONS });
  return { steady, full, cpuMs: ((await server.cpuMs()) - before) / full.requests };
}

async function whilePosting(
  server: BenchServer,
  work: () => Promise<Measured>,
): Promise<{ measured: Measured; posting: PostingResult }> {
  const posting = post(server, 2 * SECONDS + 3);
  await pause(RUN_UP_MS);
  const measured = await work();
  return { measured, posting: await posting };
}

async function post(server: BenchServer, seconds: number): Promise<PostingResult> {
  const response = await fetch(`${server.url}/api/posts/news/${TALKED_ABOUT}`);
  const { contentId } = (await response.json()) as { contentId: string };
  const url = `${server.url}/api/comments/news/${contentId}`;
  const script = fileURLToPath(import.meta.resolve('./post-comments.ts'));
  const posting = JSON.stringify({ url, perSecond: PER_SECOND, seconds });
  const child = spawn(process.execPath, [script, posting], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}

async function fillDatabase(data: string, target: DatabaseTarget): Promise<void> {
  const posts = join(folder, 'posts');
  await writeSyntheticPosts(posts, { count: 100 });
  await mkdir(data, { recursive: true });
  const database = connect(target);
  await migrateToLatest(database, target);
  const tools = { database, clock: systemClock, content: defaultBounds };
  // Comments are published at once, so that each one changes the post's page.
  const configs = { commentDefaultPublishStatus: 'publish' } as const;
  const service = { serviceId: 'news', label: 'News', functions: ['post', 'comment'] as const, configs };
  await database.writer.transaction().execute((trx) => createService(trx, tools, service));
  await importMarkdownFolder({ ...tools, folder: posts, serviceId: 'news' });
  await database.close();
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
