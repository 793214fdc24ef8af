import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { startRepeating } from './start-repeating.ts';

test('work runs at once and then repeatedly', async () => {
  let done = 0;
  const { start } = given();
  start(async () => {
    done += 1;
  }, 1);
  expect(done).toBe(1);
  await expect.poll(() => done).toBeGreaterThan(3);
});

test('runs do not overlap', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const { start } = given();
  start(async () => {
    running += 1;
    most = Math.max(most, running);
    for (let step = 0; step < 5; step += 1) await new Promise(setImmediate);
    running -= 1;
    done += 1;
  }, 1);
  await expect.poll(() => done).toBeGreaterThan(2);
  expect(most).toBe(1);
});

test('failures are logged and work runs again', async () => {
  let done = 0;
  const { start, logged } = given();
  start(async () => {
    done += 1;
    if (done === 1) throw new Error('out of ink');
  }, 1);
  await expect.poll(() => done).toBeGreaterThan(1);
  expect(logged).toMatchObject([
    { level: 'error', msg: 'the press could not be cleaned', err: { message: 'out of ink' } },
  ]);
});

test('stop waits for the current run and aborts its signal', async () => {
  const steps: string[] = [];
  const { start } = given();
  const repeating = start(async (signal) => {
    while (!signal.aborted) await new Promise(setImmediate);
    steps.push('ended');
  }, 60_000);
  await repeating.stop();
  steps.push('stopped');
  expect(steps).toEqual(['ended', 'stopped']);
});

test('stop does not wait for the next run', async () => {
  let done = 0;
  const { start } = given();
  const repeating = start(async () => {
    done += 1;
  }, 60_000);
  await new Promise(setImmediate);
  await repeating.stop();
  expect(done).toBe(1);
});

function given() {
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const start = (work: (signal: AbortSignal) => Promise<void>, everyMs: number) => {
    const repeating = startRepeating(work, { everyMs, log, failure: 'the press could not be cleaned' });
    onTestFinished(() => repeating.stop());
    return repeating;
  };
  return { start, logged };
}
