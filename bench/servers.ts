import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productRoot } from '#server/building/web-build.ts';
import { cpuMsBelow, cpuMsOf } from './processor-time.ts';
import type { ServerName } from './scenarios.ts';

export interface BenchServer {
  readonly url: string;
  /** CPU time so far in milliseconds; 0 when the system does not provide it. */
  cpuMs(): Promise<number>;
  childrenCpuMs(): Promise<number>;
  /** Resident memory in megabytes; 0 when the system does not provide it. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** The log goes to a file, as in production. */
export async function startServer(role: ServerName, path: string, databaseUrl?: string): Promise<BenchServer> {
  const serve = fileURLToPath(import.meta.resolve('./serve.ts'));
  return startProcess([serve, role, path, ...(databaseUrl ? [databaseUrl] : [])], { logFile: `${path}.${role}.log` });
}

export async function startCommand(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(productRoot, 'package.json'), 'utf8'));
  const [main = '', ...flags] = scripts.start.replace('exec node ', '').split(' ').reverse();
  return [...flags, join(productRoot, main)];
}

/** Starts a program that prints its URL. */
export async function startProcess(
  args: readonly string[],
  { env = {}, logFile }: { readonly env?: Readonly<Record<string, string>>; readonly logFile: string },
): Promise<BenchServer> {
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', openSync(logFile, 'a'), 'pipe'],
  });
  const url = (await readyAddress(child)).replace('localhost', '127.0.0.1');
  return {
    url,
    cpuMs: () => cpuMsOf(child.pid),
    childrenCpuMs: () => cpuMsBelow(child.pid),
    memoryMb: () => memoryMbOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

async function readyAddress(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time: ${output}`)), START_TIMEOUT_MS);
    child.once('close', () => reject(new Error(output)));
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function memoryMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
