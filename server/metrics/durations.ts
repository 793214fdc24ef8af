import type { Sample } from './figure.ts';

export class Durations {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds in seconds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(seconds: number): void {
    let place = 0;
    while (seconds > (this.#bounds[place] ?? Number.POSITIVE_INFINITY)) place += 1;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += seconds;
  }

  samples(name: string, labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const buckets = this.#counts.map((some, place) => {
      count += some;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: String(this.#bounds[place] ?? '+Inf') },
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
