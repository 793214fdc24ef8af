import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.ts';
import type { Scenario, ServerName } from './scenarios.ts';
import type { BenchServer } from './servers.ts';

export interface Round extends LoadResult {
  readonly scenario: string;
  readonly server: ServerName;
  readonly cpuMs: number;
}

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 10;

/** Alternates between the servers, so that other load affects all alike. The first round is a warm-up. */
export async function* runRounds(
  servers: Readonly<Record<ServerName, BenchServer>>,
  scenarios: readonly Scenario[],
): AsyncGenerator<Round> {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const scenario of scenarios) {
      for (const server of scenario.servers) {
        const measured = await runRound(scenario, server, servers[server]);
        if (round > 0) yield measured;
      }
    }
  }
}

async function runRound(
  { name, paths, headers, expectedStatus }: Scenario,
  server: ServerName,
  { url, cpuMs }: BenchServer,
): Promise<Round> {
  const before = await cpuMs();
  const result = await loadFromOutside({
    url,
    paths,
    headers,
    expectedStatus,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  return { scenario: name, server, ...result, cpuMs: ((await cpuMs()) - before) / result.requests };
}

export async function loadFromOutside(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./load.ts')), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}
