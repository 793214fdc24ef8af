import { unavailable } from './errors.ts';

interface PlacesOptions {
  readonly count: number;
  readonly maxWaiting: number;
  /** Of all that wait together; what is heavier by itself waits alone. */
  readonly maxWeight?: number | undefined;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly weight: number;
  readonly end: (isTaken: boolean) => void;
}

/** A number of places and a line before them, in which not too many wait and nobody for too long. */
export class Places {
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

  /** Answers whether there was a place in time. Whoever took one passes it on. */
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

/** @throws {Refusal} with 503 when there is no place in time. */
export async function inPlace<Result>(places: Places, work: () => Promise<Result>, weight = 0): Promise<Result> {
  if (!(await places.take(weight))) throw unavailable();
  try {
    return await work();
  } finally {
    places.pass();
  }
}
