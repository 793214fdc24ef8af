import { expect, test } from 'vitest';
import { ImmediateQueue } from './immediate-queue.ts';

test('tasks start in order, one per event loop turn', async () => {
  const turns = new ImmediateQueue();
  const begun: string[] = [];
  for (const name of ['one', 'two', 'three']) turns.begin(() => void begun.push(name));
  expect(begun).toEqual([]);
  await new Promise(setImmediate);
  expect(begun).toEqual(['one']);
  await new Promise(setImmediate);
  expect(begun).toEqual(['one', 'two']);
  turns.begin(() => void begun.push('four'));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
});
