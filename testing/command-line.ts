import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');

export interface Command {
  readonly child: ChildProcess;
  /** What it has said on standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export interface CommandOptions {
  readonly env?: Record<string, string>;
  /** For Node.js itself, before the command. */
  readonly nodeArgs?: readonly string[];
}

/** Runs `kawaraban` as a process of its own; it ends with the test. */
export function runKawaraban(args: readonly string[], { env = {}, nodeArgs = [] }: CommandOptions = {}): Command {
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'cli/kawaraban.js'), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { child, said: () => said.stderr, ended };
}
