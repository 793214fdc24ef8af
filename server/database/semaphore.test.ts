import { expect, test } from 'vitest';
import { DatabaseBusy, Semaphore } from './semaphore.ts';

test('permits are granted in order', async () => {
  const turns = new Semaphore({ atOnce: 2, waitMs: 2000, maxWaiting: 10 });
  const taken: number[] = [];
  const all = [1, 2, 3, 4].map((number) => turns.take().then(() => taken.push(number)));
  await Promise.all(all.slice(0, 2));
  expect(taken).toEqual([1, 2]);
  turns.pass();
  await all[2];
  turns.pass();
  await all[3];
  expect(taken).toEqual([1, 2, 3, 4]);
});

test('full queue rejects at once and serves the others', async () => {
  const turns = new Semaphore({ atOnce: 1, waitMs: 2000, maxWaiting: 1 });
  await turns.take();
  const waiting = turns.take();
  await expect(turns.take()).rejects.toThrow(DatabaseBusy);
  turns.pass();
  await waiting;
});

test('timed-out wait does not consume a permit', async () => {
  const turns = new Semaphore({ atOnce: 1, waitMs: 50, maxWaiting: 10 });
  await turns.take();
  await expect(turns.take()).rejects.toThrow(DatabaseBusy);
  turns.pass();
  await turns.take();
  turns.pass();
});
