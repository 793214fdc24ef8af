import { expect, test } from 'vitest';
import { atMost } from './with-timeout.ts';

test('atMost waits for work up to the limit', async () => {
  const ended = Promise.withResolvers<void>();
  let isWaiting = true;
  const waiting = atMost(60_000, ended.promise).then(() => {
    isWaiting = false;
  });
  await new Promise(setImmediate);
  expect(isWaiting).toBe(true);
  ended.resolve();
  await waiting;
  await atMost(20, new Promise(() => {}));
});

test('atMost ignores undefined work and errors', async () => {
  await atMost(60_000, undefined);
  await atMost(60_000, Promise.reject(new Error('broken')));
});
