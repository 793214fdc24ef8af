import { expect, test } from 'vitest';
import { forgetPendingCalls, isCallPending, onPendingCalls, whilePending } from './pending-calls.ts';

test('calls stay pending until the last one settles', async () => {
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

test('forgotten calls settle without notifying listeners', async () => {
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
