import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const OUTER = `
  import { runChild } from ${JSON.stringify(join(import.meta.dirname, 'run-child.ts'))};
  const limitMs = process.argv[2] ? Number(process.argv[2]) : undefined;
  const code = await runChild(process.execPath, ['--eval', process.argv[1]], { limitMs });
  process.exitCode = code ?? 3;
`;
const waiting = (onInterrupt: string) => `
  const { spawn } = require('node:child_process');
  const grandchild = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  process.on('SIGINT', () => ${onInterrupt});
  console.log(JSON.stringify([process.pid, grandchild.pid]));
  setInterval(() => {}, 1000);
`;

function start(program: string, ...limitMs: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OUTER, program, ...limitMs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('child returns its exit code', async () => {
  expect(await once(start('process.exitCode = 7'), 'exit')).toEqual([7, null]);
});

async function startWaiting(onInterrupt: string) {
  const child = start(waiting(onInterrupt));
  const [line] = await once(child.stdout, 'data');
  const pids: number[] = JSON.parse(String(line));
  expect(pids.map(isRunning)).toEqual([true, true]);
  return { child, ended: once(child, 'exit'), running: () => pids.filter(isRunning) };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the child and its children', async (signal) => {
  const { child, ended, running } = await startWaiting('process.exit(0)');
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
  await expect.poll(running).toEqual([]);
});

test('a second signal ends a child that ignores the first', async () => {
  const { child, ended, running } = await startWaiting("console.log('ignored')");
  child.kill('SIGTERM');
  expect(String(await once(child.stdout, 'data'))).toBe('ignored\n');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expect.poll(running).toEqual([]);
});

test('a child that exceeds the limit ends with its children', async () => {
  const child = start(waiting('process.exit(0)'), '1000');
  const [line] = await once(child.stdout, 'data');
  expect(await once(child, 'exit')).toEqual([3, null]);
  await expect.poll(() => JSON.parse(String(line)).filter(isRunning)).toEqual([]);
});
