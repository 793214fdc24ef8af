import { unavailable } from '../http/errors.ts';

interface PlacesOptions {
  readonly count: number;
  readonly maxWaiting: number;
  readonly maxWeight?: number | undefined;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly weight: number;
  readonly end: (isTaken: boolean) => void;
}

export class Permits {
  readonly #options: PlacesOptions;
  readonly #waiting: Waiting[] = [];
  #weight = 0;
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves to false if no permit is free in time. Release it with `pass`. */
  async take(weight = 0): Promise<boolean> {
    const { count, maxWaitMs } = this.#options;
    if (this.#taken < count) {
      this.#taken += 1;
      return true;
    }
    if (!this.#hasRoom(weight)) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { weight, end: resolve };
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      resolve(false);
    }, maxWaitMs);
    this.#waiting.push(waiting);
    this.#weight += weight;
    return promise.finally(() => {
      clearTimeout(timer);
      this.#weight -= weight;
    });
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next.end(true);
    else this.#taken -= 1;
  }

  #hasRoom(weight: number): boolean {
    const { maxWaiting, maxWeight = Number.POSITIVE_INFINITY } = this.#options;
    return this.#waiting.length < maxWaiting && (this.#weight === 0 || this.#weight + weight <= maxWeight);
  }
}

/** @throws {HttpError} 503 when no permit is free in time */
export async function withPermit<Result>(places: Permits, work: () => Promise<Result>, weight = 0): Promise<Result> {
  if (!(await places.take(weight))) throw unavailable();
  try {
    return await work();
  } finally {
    places.pass();
  }
}
