import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMetrics } from '#testing/read-metrics.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';
import { type BenchServer, startServer } from './servers.ts';

/** Measures which share of reads the cache answers, and the memory it takes, while posts are published. */
const POSTS = 10_000;
const READS_PER_SECOND = 500;
const SECONDS = 30;
const ROUNDS = 3;
/** Every tenth request reads the first page of the list, which changes with each write. */
const LIST_EVERY = 10;
const TICK_MS = 20;

interface Reading {
  readonly share: number;
  readonly p99Ms: number;
  readonly memoryMb: number;
}

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const data = join(temporary.path, 'data');
await mkdir(data);
const { serviceId, key } = await fillDatabase({ engine: 'sqlite', path: join(data, 'kawaraban.db') }, { count: POSTS });
const server = await startServer('warm', data);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let published = 0;
try {
  const addresses = Array.from({ length: POSTS }, (_, index) => `/api/posts/${serviceId}/post-${index + 1}`);
  // What was requested once may be evicted before what was requested again.
  for (const address of [...addresses, ...addresses]) await request(server, address);
  const [quiet, beside]: [Reading[], Reading[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await read(addresses));
    const [reading] = await Promise.all([read(addresses), publish()]);
    beside.push(reading);
  }
  const median = (readings: readonly Reading[], pick: (one: Reading) => number) => percentile(readings.map(pick), 0.5);
  const row = (what: string, readings: readonly Reading[]) => {
    const share = 100 * median(readings, (one) => one.share);
    const memory = median(readings, ({ memoryMb }) => memoryMb);
    return `| ${what} | ${share.toFixed(1)} % | ${median(readings, ({ p99Ms }) => p99Ms).toFixed(1)} | ${memory.toFixed(0)} |`;
  };
  const head = ['| Writes | Reads from memory | p99 (ms) | Resident memory (MB) |', '| :--- | ---: | ---: | ---: |'];
  await writeFigures([...head, row('none', quiet), row('one publication a second', beside)].join('\n'), 'cache');
} finally {
  agent.destroy();
  await server.stop();
}

/** Reads posts with the frequencies of Zipf's law. */
async function read(addresses: readonly string[]): Promise<Reading> {
  const before = await fromMemory();
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const begunAt = performance.now();
  for (let sent = 0; sent < READS_PER_SECOND * SECONDS; ) {
    const due = Math.floor(((performance.now() - begunAt) / 1000) * READS_PER_SECOND);
    for (; sent < due; sent += 1) {
      const rank = Math.floor(Math.exp(Math.random() * Math.log(addresses.length)));
      const address = sent % LIST_EVERY === 0 ? `/api/posts/${serviceId}?withBody=0` : (addresses[rank - 1] ?? '');
      running.push(request(server, address).then((ms) => void times.push(ms)));
    }
    await pause(TICK_MS);
  }
  await Promise.all(running);
  const after = await fromMemory();
  return {
    share: (after.memory - before.memory) / (after.all - before.all),
    p99Ms: percentile(times, 0.99),
    memoryMb: await server.memoryMb(),
  };
}

async function publish(): Promise<void> {
  for (let second = 0; second < SECONDS; second += 1) {
    published += 1;
    const post = { slug: `new-${published}`, title: 'New', body: 'Text.\n'.repeat(50), status: 'publish' };
    const answer = await fetch(`${server.url}/api/admin/posts/${serviceId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...post, bodyFormat: 'markdown' }),
    });
    if (!answer.ok) throw new Error(`A post was refused with ${answer.status}`);
    await pause(1000);
  }
}

async function fromMemory(): Promise<{ memory: number; all: number }> {
  const headers = { authorization: 'Bearer a-token-for-the-bench' };
  const samples = readMetrics(await (await fetch(`${server.url}/metrics`, { headers })).text());
  const counts = samples.filter(({ name }) => name === 'kawaraban_kept_answer_requests_total');
  const memory = counts.find(({ labels }) => labels.how === 'memory')?.value ?? 0;
  return { memory, all: counts.reduce((sum, { value }) => sum + value, 0) };
}

/** Returns the duration in milliseconds. */
function request({ url }: BenchServer, address: string): Promise<number> {
  const begunAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = get(`${url}${address}`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(performance.now() - begunAt));
    });
    sent.once('error', reject);
  });
}
