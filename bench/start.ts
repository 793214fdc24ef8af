import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, isServerBuildFresh } from '#server/building/server-build.ts';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { fillDatabase } from './filled-database.ts';
import { percentile } from './load.ts';
import { recordAnswers } from './record-answers.ts';
import { writeFigures } from './report.ts';
import { loadFromOutside } from './run-rounds.ts';
import { type BenchServer, startCommand, startProcess } from './servers.ts';

/** Measures the time from start to first response, and memory at first and after many responses. */

const POSTS = 10_000;
const ROUNDS = 5;
const REQUESTS = 1_000_000;
const CONNECTIONS = 10;
/** After this time, memory used only for starting has been released. */
const PAUSE_MS = 10_000;
const PATH = '/posts/many';

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
const recorded = join(folder, 'recorded.json');
const data = join(folder, 'data');
const compileCache = join(folder, 'compiled');

type Start = () => Promise<BenchServer>;

const startProduct: Start = async () =>
  startProcess(await startCommand(), {
    env: { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', NODE_COMPILE_CACHE: compileCache },
    logFile: join(folder, 'product.log'),
  });

const startBare: Start = () =>
  startProcess([fileURLToPath(import.meta.resolve('./serve.ts')), 'bare', recorded], {
    logFile: join(folder, 'bare.log'),
  });

/** First start after an installation or upgrade, with an empty compile cache. */
const startUncompiled: Start = async () => {
  await rm(compileCache, { recursive: true, force: true });
  return startProduct();
};

await measure();

async function measure(): Promise<void> {
  if (!(await isWebBuildFresh())) await buildWeb();
  if (!(await isServerBuildFresh())) await buildServer();
  await mkdir(data);
  await fillDatabase({ engine: 'sqlite', path: join(data, 'kawaraban.db') }, { count: POSTS });
  const first = await startProduct();
  const scenario = { name: 'page', paths: [PATH], headers: {}, expectedStatus: 200, servers: ['bare' as const] };
  await writeFile(recorded, JSON.stringify(await recordAnswers(first.url, [scenario])));
  await first.stop();
  const rounds = { bare: [] as Started[], product: [] as Started[], uncompiled: [] as Started[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.bare.push(await startOnce(startBare));
    rounds.uncompiled.push(await startOnce(startUncompiled));
    rounds.product.push(await startOnce(startProduct));
  }
  const bare = await memoryOf(startBare);
  const product = await memoryOf(startProduct);
  await writeFigures([startTable(rounds), memoryTable(bare, product)].join('\n\n'), 'start');
}

interface Started {
  readonly ms: number;
  readonly cpuMs: number;
}

async function startOnce(start: Start): Promise<Started> {
  const startedAt = performance.now();
  const server = await start();
  const response = await fetch(`${server.url}${PATH}`);
  await response.text();
  const started = { ms: performance.now() - startedAt, cpuMs: await server.cpuMs() };
  if (!response.ok) throw new Error(`${response.status} is no answer`);
  tell(`${Math.round(started.ms)} ms to the first answer, ${started.cpuMs} ms of processor time`);
  await server.stop();
  return started;
}

interface Memory {
  readonly idleMb: number;
  readonly halfwayMb: number;
  readonly lateMb: number;
}

async function memoryOf(start: Start): Promise<Memory> {
  const server = await start();
  const rested = async () => {
    await pause(PAUSE_MS);
    return server.memoryMb();
  };
  await (await fetch(`${server.url}${PATH}`)).text();
  const idleMb = await rested();
  await askOften(server);
  const halfwayMb = await rested();
  await askOften(server);
  const lateMb = await rested();
  tell(`${[idleMb, halfwayMb, lateMb].map(Math.round).join(', ')} MB`);
  await server.stop();
  return { idleMb, halfwayMb, lateMb };
}

async function askOften({ url }: BenchServer): Promise<void> {
  for (let request = 0; request < REQUESTS / 2; ) {
    const load = { url: `${url}${PATH}`, headers: {}, expectedStatus: 200, connections: CONNECTIONS, seconds: 5 };
    request += (await loadFromOutside(load)).requests;
  }
}

function startTable(rounds: Readonly<Record<'bare' | 'product' | 'uncompiled', readonly Started[]>>): string {
  const median = (of: readonly Started[], pick: (one: Started) => number) => percentile(of.map(pick), 0.5);
  const row = (name: string, of: readonly Started[]) => {
    const ms = median(of, (one) => one.ms);
    const cpuMs = median(of, (one) => one.cpuMs);
    const ratio = ms / median(rounds.bare, (one) => one.ms);
    return `| ${name} | ${Math.round(ms)} | ${ratio.toFixed(1)} | ${Math.round(cpuMs)} |`;
  };
  return [
    `| From the start to the first answer, ${POSTS.toLocaleString('en')} posts | ms | Ratio | CPU (ms) |`,
    '| :--- | ---: | ---: | ---: |',
    row('bare', rounds.bare),
    row('Kawaraban', rounds.product),
    row('Kawaraban, the first time', rounds.uncompiled),
  ].join('\n');
}

function memoryTable(bare: Memory, product: Memory): string {
  const half = `after ${(REQUESTS / 2).toLocaleString('en')} requests`;
  const row = (name: string, { idleMb, halfwayMb, lateMb }: Memory) =>
    `| ${name} | ${Math.round(idleMb)} | ${Math.round(halfwayMb)} | ${Math.round(lateMb)} |`;
  return [
    `| Resident memory, MB | Idle | ${half} | ${half.replace(/[\d,]+/, REQUESTS.toLocaleString('en'))} |`,
    '| :--- | ---: | ---: | ---: |',
    row('bare', bare),
    row('Kawaraban', product),
  ].join('\n');
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
