import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { percentile } from './load.ts';
import type { Round } from './run-rounds.ts';
import type { ServerName } from './scenarios.ts';

interface Summary {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  readonly generatorShare: number;
}

const README = join(import.meta.dirname, 'README.md');

export async function writeReport(rounds: readonly Round[]): Promise<void> {
  await writeFigures(tableOf(rounds), 'measured');
}

export async function writeFigures(table: string, place: string): Promise<void> {
  await writeFile(README, insertFigures(await readFile(README, 'utf8'), `${machineAndDay()}\n\n${table}`, place));
}

export function insertFigures(text: string, figures: string, place: string): string {
  const begin = `<!-- ${place} -->`;
  const end = `<!-- /${place} -->`;
  const [before, rest] = text.split(begin, 2);
  const after = rest?.split(end, 2)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The report has no place for figures: ${begin} … ${end}`);
  return `${before}${begin}\n\n${figures}\n\n${end}${after}`;
}

function machineAndDay(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`;
  return `${new Date().toISOString().slice(0, 10)}, ${machine}.`;
}

export function tableOf(rounds: readonly Round[]): string {
  const rows = [...new Set(rounds.map(({ scenario }) => scenario))].flatMap((scenario) => {
    const of = rounds.filter((round) => round.scenario === scenario);
    const bare = summarise(of, 'bare');
    return [...new Set(of.map(({ server }) => server))].map((server) =>
      rowOf(scenario, server, summarise(of, server), bare),
    );
  });
  return [
    '| What | Server | Requests a second | Ratio | p99 (ms) | Ratio | CPU a request (ms) | Ratio | Generator |',
    '| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function summarise(rounds: readonly Round[], server: ServerName): Summary {
  const own = rounds.filter((round) => round.server === server);
  const median = (pick: (round: Round) => number) => percentile(own.map(pick), 0.5);
  return {
    requestsPerSecond: median((round) => round.requestsPerSecond),
    p99Ms: median((round) => round.p99Ms),
    cpuMs: median((round) => round.cpuMs),
    generatorShare: median((round) => (round.loadCpuMs * round.requestsPerSecond) / (1000 * round.requests)),
  };
}

function rowOf(scenario: string, server: ServerName, one: Summary, bare: Summary): string {
  const cells = [
    scenario,
    server,
    Math.round(one.requestsPerSecond).toLocaleString('en-US'),
    (one.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
    one.p99Ms.toFixed(2),
    (one.p99Ms / bare.p99Ms).toFixed(2),
    one.cpuMs.toFixed(3),
    (one.cpuMs / bare.cpuMs).toFixed(2),
    `${Math.round(100 * one.generatorShare)} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}
