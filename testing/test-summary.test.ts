import { expect, test } from 'vitest';
import { sumOf, toReport } from './test-summary.ts';

const vitest = { passed: 3, failed: 1, skipped: 0, failures: ['a.test.ts: adds: 1 is not 2'], skips: [], retried: [] };
const playwright = {
  passed: 2,
  failed: 0,
  skipped: 1,
  failures: [],
  skips: ['b.spec.ts: pays: no card'],
  retried: ['b.spec.ts: signs in'],
};

test('report ends with the totals of all runs', () => {
  expect(toReport(sumOf([vitest, playwright]))).toBe(
    [
      'skipped: b.spec.ts: pays: no card',
      'failed: a.test.ts: adds: 1 is not 2',
      '1 needed a second try:',
      '  b.spec.ts: signs in',
      '',
      '5 passed, 1 failed, 1 skipped',
      '',
    ].join('\n'),
  );
});
