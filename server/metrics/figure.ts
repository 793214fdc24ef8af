import type { Metric, Registry } from 'prom-client';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Name of a histogram part; defaults to that of the metric. */
  readonly metricName?: string;
}

export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** Registers metrics. The registry accepts objects with `get`, which its types do not express. */
export function addFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const { name, help, type, read } of figures) {
    const described = { name, help, type, aggregator: 'sum' };
    const asked = { ...described, get: async () => ({ ...described, values: await read() }) };
    registry.registerMetric(asked as unknown as Metric);
  }
}

/** Creates a gauge. Without a value the metric has no sample. */
export function gauge(
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): Figure {
  return {
    ...{ name, help, type: 'gauge' },
    read: async () => {
      const value = await read();
      return value === undefined ? [] : [{ value }];
    },
  };
}
