import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { givenBenchKey } from './bench-key.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { type BenchServer, startServer } from './servers.ts';

/** Number of pages to read, and number of alternating rounds and requests for the first and last page. */
const PAGES = 2000;
const ROUNDS = 7;
const REQUESTS = 50;

const CATEGORY = 'category=top-3';
const lists: readonly { readonly name: string; readonly path: string; readonly pages: number }[] = [
  { name: 'Readers: newest first', path: '/api/posts/many?withBody=0', pages: PAGES },
  { name: 'Readers: a category and all below it', path: `/api/posts/many?withBody=0&${CATEGORY}`, pages: 300 },
  { name: 'Readers: a tag of all posts', path: '/api/posts/many?withBody=0&tag=everywhere', pages: PAGES },
  ...['createdAt', 'publishAt', 'updatedAt', 'title'].map((sort) => ({
    name: `Editors: by ${sort}`,
    path: `/api/admin/posts/many?sort=${sort}`,
    pages: PAGES,
  })),
  { name: 'Editors: a category, by title', path: `/api/admin/posts/many?sort=title&${CATEGORY}`, pages: 300 },
];

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  const data = join(folder, 'data');
  const key = await fillDatabase(data);
  const server = await startServer('cold', data);
  const rows: string[] = [];
  for (const list of lists) {
    const deep = await pathOfPage(server, list, key);
    const [first, last] = [[], []] as [number[], number[]];
    for (let round = 0; round < ROUNDS; round += 1) {
      first.push(await cpuOf(server, list.path, key));
      last.push(await cpuOf(server, deep, key));
    }
    const shallow = percentile(first, 0.5);
    const late = percentile(last, 0.5);
    rows.push(
      `| ${list.name} | ${list.pages} | ${shallow.toFixed(2)} | ${late.toFixed(2)} | ${(late / shallow).toFixed(2)} |`,
    );
    process.stderr.write(`${rows.at(-1)}\n`);
  }
  await server.stop();
  const head =
    '| List | Last page | Page 1: CPU (ms) | Last page: CPU (ms) | Ratio |\n| :--- | ---: | ---: | ---: | ---: |';
  await writeFigures([head, ...rows].join('\n'), 'lists');
}

async function fillDatabase(data: string): Promise<string> {
  await mkdir(data);
  const target = { engine: 'sqlite', path: join(data, 'kawaraban.db') } as const;
  const database = connect(target);
  await migrateToLatest(database, target);
  const { serviceId } = await givenManyPosts(database);
  const key = await givenBenchKey(database, { serviceId, may: 'read-drafts' });
  await database.close();
  return key;
}

async function pathOfPage(
  server: BenchServer,
  { path, pages }: { path: string; pages: number },
  key: string,
): Promise<string> {
  let request = path;
  for (let page = 1; page < pages; page += 1) {
    const { pageToken } = await call(server, request, key);
    if (!pageToken) throw new Error(`${path} ends with page ${page}`);
    request = `${path}&pageToken=${encodeURIComponent(pageToken)}`;
  }
  return request;
}

async function cpuOf(server: BenchServer, path: string, key: string): Promise<number> {
  const before = await server.cpuMs();
  for (let request = 0; request < REQUESTS; request += 1) await call(server, path, key);
  return ((await server.cpuMs()) - before) / REQUESTS;
}

async function call({ url }: BenchServer, path: string, key: string): Promise<{ pageToken: string | null }> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as { pageToken: string | null };
}
