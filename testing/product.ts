import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');

export interface StartedProduct {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly url: Promise<string>;
  readonly exit: Promise<number | null>;
}

export async function startProduct(
  env: Record<string, string> = {},
  command = [process.execPath, 'server/main.ts'],
  finish: (end: () => Promise<void> | void) => void = onTestFinished,
): Promise<StartedProduct> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: await temporaryFolder(finish),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  finish(() => void child.kill('SIGKILL'));
  let output = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('close', () => reject(new Error(output)));
  });
  url.catch(() => {});
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, url, exit };
}

export async function temporaryFolder(
  finish: (end: () => Promise<void> | void) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-folder-'));
  finish(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
