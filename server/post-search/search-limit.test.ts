import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { HttpError } from '../http/errors.ts';
import { SearchBudget, SearchLimit } from './search-limit.ts';

function admitted(limit: SearchLimit, address: string, cost = 0): number {
  for (let count = 0; count < 10_000; count += 1) {
    try {
      limit.admit(address);
    } catch (error) {
      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ status: 429, retryAfter: 60 });
      return count;
    }
    limit.charge(address, cost);
  }
  return Number.POSITIVE_INFINITY;
}

test('rejects excess searches per client until the window ends', () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  const limit = new SearchLimit(clock);
  expect(admitted(limit, '192.0.2.1')).toBe(1200);
  limit.admit('192.0.2.2');
  clock.moveTo('2026-11-21T04:43:59.500Z');
  expect(() => limit.admit('192.0.2.1')).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  clock.moveTo('2026-11-21T04:44:00Z');
  limit.admit('192.0.2.1');
});

test('addresses of one IPv6 /64 network share a limit', () => {
  const limit = new SearchLimit(testClock());
  expect(admitted(limit, '2001:db8:1:2::1')).toBe(1200);
  expect(admitted(limit, '2001:db8:1:2:ffff::9')).toBe(0);
  expect(admitted(limit, '2001:db8:1:3::1')).toBe(1200);
  expect(admitted(limit, '192.0.2.1')).toBe(1200);
  expect(admitted(limit, '::ffff:192.0.2.1')).toBe(0);
});

test('searches reading more texts reach the limit earlier', () => {
  const clock = testClock();
  const costOf = (texts: number) => {
    const budget = new SearchBudget(clock);
    budget.spend({ texts });
    return budget.cost;
  };
  expect([0, 19, 25, 500, 4000].map((texts) => admitted(new SearchLimit(clock), '::1', costOf(texts)))).toEqual([
    1200, 1200, 600, 47, 6,
  ]);
});

test('budget is larger while nothing was found, but bounded', () => {
  const clock = testClock('2026-11-21T04:43:00Z');
  for (const [enough, more] of [
    [{ texts: 500 }, { texts: 3500 }],
    [{ bytes: 6_000_000 }, { bytes: 42_000_000 }],
  ] as const) {
    const budget = new SearchBudget(clock);
    expect(budget.isSpent({ hasFound: true })).toBe(false);
    budget.spend(enough);
    expect([budget.isSpent({ hasFound: true }), budget.isSpent({ hasFound: false })]).toEqual([true, false]);
    budget.spend(more);
    expect(budget.isSpent({ hasFound: false })).toBe(true);
  }
  const slow = new SearchBudget(clock);
  slow.start();
  clock.moveTo('2026-11-21T04:43:00.500Z');
  expect(slow.isSpent({ hasFound: false })).toBe(true);
});
