import { expect, test } from 'vitest';
import { countsInMemory } from '#server/limits/index.ts';
import { testClock } from '#testing/clock.ts';
import { isMoreThan, type Reader, ReaderLimit } from './index.ts';

const reader = (more: Partial<Reader>): Reader => ({
  ...{ readerId: 'guest:a', isOneself: true, isNew: false, addressHash: undefined, networkHash: undefined },
  ...more,
});

test('addresses stay limited despite many readers', { tags: ['extended'] }, async () => {
  const limit = new ReaderLimit(countsInMemory(testClock()), { deed: 'votes', windowMs: 600_000 });
  let taken = 0;
  for (let index = 0; index < 25_000; index += 1) {
    const one = reader({ readerId: `guest:${index}`, addressHash: 'home' });
    try {
      await limit.take(one, { reader: 20, address: 60 });
      taken += 1;
    } catch {
      // Limit reached.
    }
    await limit.take(reader({ readerId: `guest:elsewhere-${index}` }), { reader: 20, address: 60 });
  }
  expect(taken).toBe(60);
});

test('rejected readers do not use up shared limits', async () => {
  const limit = new ReaderLimit(countsInMemory(testClock()), { deed: 'votes', windowMs: 600_000 });
  const most = { reader: 2, address: 4 };
  const one = reader({ addressHash: 'school', networkHash: 'network' });
  expect(await limit.take(one, most)).toEqual({ reader: 1, address: 1, network: 1 });
  await limit.take(one, most);
  for (let again = 0; again < 10; again += 1) await expect(limit.take(one, most)).rejects.toThrow('Too many requests');
  expect(await limit.take({ ...one, readerId: 'guest:b' }, most)).toEqual({ reader: 1, address: 3, network: 3 });
});

test.for([
  [{ reader: 5, address: 20, network: 80 }, false],
  [{ reader: 6, address: 6, network: 6 }, true],
  [{ reader: 1, address: 21, network: 21 }, true],
  [{ reader: 1, address: 1, network: 81 }, true],
] as const)('isMoreThan for %j is %s', ([uses, isMore]) => {
  expect(isMoreThan(uses, { reader: 5, address: 20 })).toBe(isMore);
});
