import { expect, test } from 'vitest';
import { forgetPendingCalls, isCallPending, onPendingCalls, whilePending } from './pending-calls.ts';

test('something is pending until the last call has ended, however it ends', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const results = Promise.allSettled([whilePending(() => first.promise), whilePending(() => second.promise)]);
  expect(isCallPending()).toBe(true);
  first.resolve('done');
  await first.promise;
  expect(isCallPending()).toBe(true);
  second.reject(new Error('of the call'));
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(isCallPending()).toBe(false);
});

test('calls that were given up end without a trace', async () => {
  const late = Promise.withResolvers<void>();
  const call = whilePending(() => late.promise);
  const heard: boolean[] = [];
  const stop = onPendingCalls(() => heard.push(isCallPending()));
  forgetPendingCalls();
  const next = Promise.withResolvers<void>();
  const other = whilePending(() => next.promise);
  late.resolve();
  await call;
  expect(isCallPending()).toBe(true);
  next.resolve();
  await other;
  stop();
  expect(heard).toEqual([false, true, true, false]);
});
