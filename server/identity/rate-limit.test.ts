import { expect, test } from 'vitest';
import { withMinimumDuration } from './rate-limit.ts';

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await withMinimumDuration(work).catch(() => {});
  return performance.now() - began;
}

test('fast and failing work is delayed to the minimum duration', async () => {
  // Timers may fire a millisecond early.
  for (const work of [async () => {}, () => Promise.reject(new Error('refused'))]) {
    expect(await timeOf(work)).toBeGreaterThan(48);
  }
  await expect(withMinimumDuration(async () => 'answer')).resolves.toBe('answer');
  await expect(withMinimumDuration(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
