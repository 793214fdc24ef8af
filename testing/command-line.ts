import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { runCommand } from '#cli/run-command.ts';

const root = join(import.meta.dirname, '..');

export interface Command {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export interface CommandOptions {
  readonly env?: Record<string, string>;
  readonly nodeArgs?: readonly string[];
}

export function runKawaraban(args: readonly string[], { env = {}, nodeArgs = [] }: CommandOptions = {}): Command {
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'cli/kawaraban.js'), ...args], {
    cwd: root,
    env: environmentWith(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return { child, output: () => output.stderr, ended };
}

/**
 * Runs `kawaraban` in the test's own process, which has the server loaded already. The test fails if the command leaves
 * a socket, child process or signal listener behind; a timer that keeps the process alive is only detected with
 * `runKawaraban`.
 */
export async function runInProcess(
  args: readonly string[],
  { env = {} }: Pick<CommandOptions, 'env'> = {},
): Promise<{ code: number | undefined; stdout: string; stderr: string }> {
  const before = { listeners: listeners(), resources: countResources() };
  const output = { stdout: '', stderr: '' };
  const collect = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        output[name] += text;
        done();
      },
    });
  const restore = replaceOfProcess({
    env: environmentWith(env),
    stdin: Readable.from([]),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
  });
  let code: number | undefined;
  try {
    code = await runCommand(args);
  } finally {
    restore();
  }
  expect(listeners()).toEqual(before.listeners);
  await expect.poll(() => moreThan(before.resources), { interval: 5 }).toEqual([]);
  return { code, ...output };
}

function environmentWith(env: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', ...env };
}

let isReplaced = false;

function replaceOfProcess(replacements: Partial<Record<keyof NodeJS.Process, unknown>>): () => void {
  if (isReplaced) throw new Error('Commands that run at the same time need processes of their own: runKawaraban');
  isReplaced = true;
  const originals = Object.keys(replacements).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor] as const,
  );
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    for (const [name, original] of originals) Object.defineProperty(process, name, original);
    isReplaced = false;
  };
}

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const;

function listeners() {
  return EVENTS.map((event) => process.rawListeners(event));
}

/** Ignores timers, which Vitest uses itself. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!['Timeout', 'Immediate'].includes(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function moreThan(before: ReadonlyMap<string, number>): string[] {
  return [...countResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind);
}
