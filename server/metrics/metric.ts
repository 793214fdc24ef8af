import type { Metric, Registry } from 'prom-client';

export class DurationHistogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds in seconds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(seconds: number): void {
    let bucket = 0;
    while (seconds > (this.#bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  samples(name: string, labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const buckets = this.#counts.map((some, bucket) => {
      count += some;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: String(this.#bounds[bucket] ?? '+Inf') },
        value: count,
      };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  readonly metricName?: string;
}

export interface MetricSource {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** The registry accepts objects with `get`, which its types do not express. */
export function addMetrics(registry: Registry, sources: readonly MetricSource[]): void {
  for (const { name, help, type, read } of sources) {
    const described = { name, help, type, aggregator: 'sum' };
    const metric = { ...described, get: async () => ({ ...described, values: await read() }) };
    registry.registerMetric(metric as unknown as Metric);
  }
}

export function gauges(
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number | undefined>> | Promise<Readonly<Record<string, number | undefined>>>,
): MetricSource {
  return {
    name,
    help,
    type: 'gauge',
    read: async () =>
      Object.entries(await read()).flatMap(([text, value]) =>
        value === undefined ? [] : [{ labels: { [label]: text }, value }],
      ),
  };
}

export function gauge(
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): MetricSource {
  return {
    name,
    help,
    type: 'gauge',
    read: async () => {
      const value = await read();
      return value === undefined ? [] : [{ value }];
    },
  };
}
