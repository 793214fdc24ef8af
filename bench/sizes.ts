import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startServer } from './servers.ts';

/** Measures the cost of uncached responses with few posts and with very many. */
const SMALL = 100;
const LARGE = 1_000_000;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 10;
const DEEP_PAGE = 100;

const list = '/api/posts/many?withBody=0';
const detail = '/api/posts/many/post-11';

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  const small = await fill('small', SMALL);
  const large = await fill('large', LARGE);
  const servers = {
    warm: await startServer('warm', small),
    small: await startServer('cold', small),
    large: await startServer('cold', large),
  };
  const deep = await pathOfPage(servers.large, DEEP_PAGE);
  const rows = [
    await rowOf('List of 20', { ...servers, path: list }),
    await rowOf(`List of 20, page ${DEEP_PAGE}`, { ...servers, path: list, deep }),
    await rowOf('One post', { ...servers, path: detail }),
  ];
  for (const server of Object.values(servers)) await server.stop();
  const head = [
    `| JSON | Warm (ms) | Rendered again, ${SMALL} posts (ms) | Ratio to warm | Rendered again, ${LARGE.toLocaleString('en-US')} posts (ms) | Ratio to ${SMALL} posts |`,
    '| :--- | ---: | ---: | ---: | ---: | ---: |',
  ];
  await writeFigures([...head, ...rows].join('\n'), 'sizes');
}

interface MeasuredPage {
  readonly warm: BenchServer;
  readonly small: BenchServer;
  readonly large: BenchServer;
  readonly path: string;
  readonly deep?: string;
}

async function rowOf(name: string, { warm, small, large, path, deep = path }: MeasuredPage): Promise<string> {
  const times: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = [await cpuOf(warm, path), await cpuOf(small, path), await cpuOf(large, deep)];
    // The first round is a warm-up.
    if (round > 0) for (const [index, time] of measured.entries()) times[index]?.push(time);
  }
  const [stored, few, many] = times.map((each) => percentile(each, 0.5)) as [number, number, number];
  const cells = [
    stored.toFixed(3),
    few.toFixed(2),
    (few / stored).toFixed(1),
    many.toFixed(2),
    (many / few).toFixed(2),
  ];
  const row = `| ${[name, ...cells].join(' | ')} |`;
  process.stderr.write(`${row}\n`);
  return row;
}

async function cpuOf(server: BenchServer, path: string): Promise<number> {
  const before = await server.cpuMs();
  const request = { url: `${server.url}${path}`, headers: {}, expectedStatus: 200 };
  const { requests } = await loadFromOutside({ ...request, connections: CONNECTIONS, seconds: SECONDS });
  return ((await server.cpuMs()) - before) / requests;
}

async function fill(name: string, count: number): Promise<string> {
  const data = join(folder, name);
  await mkdir(data);
  await fillDatabase({ engine: 'sqlite', path: join(data, 'kawaraban.db') }, { count, isIndexed: false });
  return data;
}

async function pathOfPage({ url }: BenchServer, page: number): Promise<string> {
  let path = list;
  for (let number = 1; number < page; number += 1) {
    const { pageToken } = (await (await fetch(`${url}${path}`)).json()) as { pageToken: string | null };
    if (!pageToken) throw new Error(`The list ends with page ${number}`);
    path = `${list}&pageToken=${encodeURIComponent(pageToken)}`;
  }
  return path;
}
