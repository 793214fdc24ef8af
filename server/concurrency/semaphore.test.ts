import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('permits are granted in order', async () => {
  const semaphore = new Semaphore({ count: 2, maxWaitMs: 2000, maxWaiting: 10 });
  const taken: number[] = [];
  const all = [1, 2, 3, 4].map((number) => semaphore.acquire().then(() => taken.push(number)));
  await Promise.all(all.slice(0, 2));
  expect(taken).toEqual([1, 2]);
  semaphore.release();
  await all[2];
  semaphore.release();
  await all[3];
  expect(taken).toEqual([1, 2, 3, 4]);
});

test('full queue rejects at once and serves the others', async () => {
  const semaphore = new Semaphore({ count: 1, maxWaitMs: 2000, maxWaiting: 1 });
  await semaphore.acquire();
  const waiting = semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ status: 503 });
  semaphore.release();
  await waiting;
});

test('timed-out wait does not consume a permit', async () => {
  const semaphore = new Semaphore({ count: 1, maxWaitMs: 50, maxWaiting: 10 });
  await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ status: 503 });
  semaphore.release();
  await semaphore.acquire();
  semaphore.release();
});
