import { expect, test } from 'vitest';
import { readMetrics } from '#testing/read-metrics.ts';
import { mergeMetrics } from './metrics.routes.ts';

const metricsOf = (worker: string) => `# HELP mails_total Mails, # HELP and all.
# TYPE mails_total counter
mails_total{kind="a",worker="${worker}"} ${worker}
mails_total{kind="b",worker="${worker}"} 0

# HELP lag_seconds Lag.
# TYPE lag_seconds gauge
lag_seconds{worker="${worker}"} Nan
`;

test('merges metrics of processes by name and reports missing', () => {
  const merged = mergeMetrics([
    { worker: '1', metrics: metricsOf('1') },
    { worker: '3' },
    { worker: '2', metrics: metricsOf('2') },
  ]);
  const samples = readMetrics(merged);
  expect(samples.map(({ name, labels, value }) => [name, labels.worker, value])).toEqual([
    ['mails_total', '1', 1],
    ['mails_total', '1', 0],
    ['mails_total', '2', 2],
    ['mails_total', '2', 0],
    ['lag_seconds', '1', Number.NaN],
    ['lag_seconds', '2', Number.NaN],
    ['kawaraban_process_up', '1', 1],
    ['kawaraban_process_up', '3', 0],
    ['kawaraban_process_up', '2', 1],
  ]);
});
