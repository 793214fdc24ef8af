/** @module-tag extended */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProduct, temporaryFolder } from '#testing/product.ts';
import { EXIT_CONFIG } from './start-error.ts';

const TIMEOUT = { timeout: 30_000, interval: 20 };

async function givenProcesses({ from, to, exitCode }: { from: number; to: number; exitCode: number }) {
  const file = join(await temporaryFolder(), 'starts');
  const reported = [file, from, to, exitCode].map(String);
  const started = await startProduct({}, [process.execPath, 'testing/supervisor-process.ts', ...reported]);
  const starts = async () => (await readFile(file)).length;
  return { ...started, starts };
}

test('gives up after five failed starts without running worker', async () => {
  const { exit, output, starts } = await givenProcesses({ from: 1, to: 1000, exitCode: 1 });
  expect(await exit).toBe(1);
  expect(await starts()).toBe(5);
  expect(output().trim().split('\n')).toEqual([
    'A server process ended with 1 before it was ready; restarting it.',
    'A server process ended with 1 before it was ready, 5 times in a row: stopping Kawaraban.',
  ]);
});

test('tries a configuration error once', async () => {
  const { exit, output, starts } = await givenProcesses({ from: 1, to: 1000, exitCode: EXIT_CONFIG });
  expect(await exit).toBe(EXIT_CONFIG);
  expect(await starts()).toBe(1);
  // The worker has printed the problem itself.
  expect(output()).toBe('');
});

test('successful start resets the failures', async () => {
  const { child, url, exit, output, starts } = await givenProcesses({ from: 1, to: 4, exitCode: 1 });
  expect(await url).toBe('http://localhost');
  expect(await starts()).toBe(6);
  expect(output()).toContain('Kawaraban is ready at http://localhost (2 processes)');
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('failing starts do not stop running workers', async () => {
  const { child, exit, output, starts } = await givenProcesses({ from: 2, to: 6, exitCode: 1 });
  await expect.poll(output, TIMEOUT).toContain('(2 processes)');
  expect(await starts()).toBe(7);
  expect(output()).not.toContain('gives up');
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('configuration errors pause restarts until SIGUSR2', async () => {
  const { child, exit, output, starts } = await givenProcesses({ from: 2, to: 6, exitCode: EXIT_CONFIG });
  await expect
    .poll(output, TIMEOUT)
    .toContain('5 times in a row: fix the configuration and send SIGUSR2. Still running: 1 of 2.');
  expect(await starts()).toBe(6);
  child.kill('SIGUSR2');
  await expect.poll(output, TIMEOUT).toContain('All processes were replaced.');
  expect(await starts()).toBe(8);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});
