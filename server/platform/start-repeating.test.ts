import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { startRepeating } from './start-repeating.ts';

test('work is done at once, and again and again', async () => {
  let done = 0;
  const { start } = given();
  start(async () => {
    done += 1;
  }, 1);
  expect(done).toBe(1);
  await expect.poll(() => done).toBeGreaterThan(3);
});

test('work that takes longer than the time between is not done twice at once', async () => {
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

test('a failure is logged, and the work is done again all the same', async () => {
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

test('stopping waits for what is being done, and tells it to end', async () => {
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

test('stopping does not wait for the next time', async () => {
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
