import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('what ends is waited for, and what does not is not for long', async () => {
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

test('neither nothing nor a failure is waited for, or thrown', async () => {
  await atMost(60_000, undefined);
  await atMost(60_000, Promise.reject(new Error('broken')));
});
