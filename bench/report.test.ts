import { expect, test } from 'vitest';
import { insertFigures, tableOf } from './report.ts';
import type { Round } from './run-rounds.ts';

const round = (server: Round['server'], requestsPerSecond: number, rest: Partial<Round> = {}): Round => ({
  scenario: 'A page',
  server,
  requestsPerSecond,
  p99Ms: 1,
  loadCpuMs: 50,
  cpuMs: 0.1,
  requests: 100,
  ...rest,
});

test('tableOf prints medians and ratios to the bare server', () => {
  const rounds = [
    ...[1000, 1, 900, 5000, 1200].map((perSecond) => round('bare', perSecond)),
    ...[500, 490, 9000].map((perSecond) => round('warm', perSecond, { p99Ms: 2, cpuMs: 0.25 })),
  ];
  expect(tableOf(rounds).split('\n').slice(2)).toEqual([
    '| A page | bare | 1,000 | 1.00 | 1.00 | 1.00 | 0.100 | 1.00 | 50 % |',
    '| A page | warm | 500 | 0.50 | 2.00 | 2.00 | 0.250 | 2.50 | 25 % |',
  ]);
});

test('insertFigures replaces old figures and keeps the remaining text', () => {
  const report = '# Report\n\n<!-- measured -->\nold\n<!-- /measured -->\n\nEnd\n';
  const once = insertFigures(report, 'new', 'measured');
  expect(once).toBe('# Report\n\n<!-- measured -->\n\nnew\n\n<!-- /measured -->\n\nEnd\n');
  expect(insertFigures(once, 'newer', 'measured')).toBe(once.replace('new', 'newer'));
  expect(() => insertFigures('# Report', 'new', 'measured')).toThrow('no place');
});
