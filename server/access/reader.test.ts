import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { memoryRateLimits } from './rate-limits.ts';
import { exceedsLimits, type Reader, ReaderRateLimit } from './reader.ts';

const reader = (more: Partial<Reader>): Reader => ({
  readerId: 'guest:a',
  isIdentified: true,
  isNew: false,
  addressHash: undefined,
  networkHash: undefined,
  ...more,
});

test('addresses stay limited despite many readers', { tags: ['extended'] }, async () => {
  const limit = new ReaderRateLimit(memoryRateLimits(testClock()), { action: 'votes', windowMs: 600_000 });
  let allowed = 0;
  for (let index = 0; index < 25_000; index += 1) {
    const one = reader({ readerId: `guest:${index}`, addressHash: 'home' });
    try {
      await limit.consume(one, { reader: 20, address: 60 });
      allowed += 1;
    } catch {
      // Limit reached.
    }
    await limit.consume(reader({ readerId: `guest:elsewhere-${index}` }), { reader: 20, address: 60 });
  }
  expect(allowed).toBe(60);
});

test('rejected readers do not use up shared limits', async () => {
  const limit = new ReaderRateLimit(memoryRateLimits(testClock()), { action: 'votes', windowMs: 600_000 });
  const limits = { reader: 2, address: 4 };
  const one = reader({ addressHash: 'school', networkHash: 'network' });
  expect(await limit.consume(one, limits)).toEqual({ reader: 1, address: 1, network: 1 });
  await limit.consume(one, limits);
  for (let again = 0; again < 10; again += 1)
    await expect(limit.consume(one, limits)).rejects.toThrow('Too many requests');
  expect(await limit.consume({ ...one, readerId: 'guest:b' }, limits)).toEqual({ reader: 1, address: 3, network: 3 });
});

test.for([
  [{ reader: 5, address: 20, network: 80 }, false],
  [{ reader: 6, address: 6, network: 6 }, true],
  [{ reader: 1, address: 21, network: 21 }, true],
  [{ reader: 1, address: 1, network: 81 }, true],
] as const)('exceedsLimits for %j is %s', ([counts, isExceeded]) => {
  expect(exceedsLimits(counts, { reader: 5, address: 20 })).toBe(isExceeded);
});
