import { expect, test } from 'vitest';
import { waitAtMost } from './timers.ts';

test('waitAtMost waits for work up to the limit', async () => {
  const ended = Promise.withResolvers<void>();
  let isWaiting = true;
  const waiting = waitAtMost(60_000, ended.promise).then(() => {
    isWaiting = false;
  });
  await new Promise(setImmediate);
  expect(isWaiting).toBe(true);
  ended.resolve();
  await waiting;
  await waitAtMost(20, new Promise(() => {}));
});

test('waitAtMost ignores undefined work and errors', async () => {
  await waitAtMost(60_000, undefined);
  await waitAtMost(60_000, Promise.reject(new Error('broken')));
});
