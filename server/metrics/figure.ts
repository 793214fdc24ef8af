import type { Metric, Registry } from 'prom-client';

/** One value of a figure, and what tells it from the others. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Where it is not the figure's own: the parts of a histogram have one each. */
  readonly metricName?: string;
}

/** Something that is told of the process: its values are read when somebody asks. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** The registry takes whatever can be asked for its values, which the types of its package do not say. */
export function addFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const { name, help, type, read } of figures) {
    const described = { name, help, type, aggregator: 'sum' };
    const asked = { ...described, get: async () => ({ ...described, values: await read() }) };
    registry.registerMetric(asked as unknown as Metric);
  }
}

/** A figure of one value; where there is none at the moment, it is told without. */
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
