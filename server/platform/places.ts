import { unavailable } from './errors.ts';

/** A number of places and a line before them, in which not too many wait and nobody for too long. */
export class Places {
  readonly #count: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #waiting: ((isTaken: boolean) => void)[] = [];
  #taken = 0;

  constructor({ count, maxWaiting, maxWaitMs }: { count: number; maxWaiting: number; maxWaitMs: number }) {
    this.#count = count;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Answers whether there was a place in time. Whoever took one passes it on. */
  async take(): Promise<boolean> {
    if (this.#taken < this.#count) {
      this.#taken += 1;
      return true;
    }
    if (this.#waiting.length >= this.#maxWaiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      resolve(false);
    }, this.#maxWaitMs);
    this.#waiting.push(resolve);
    return promise.finally(() => clearTimeout(timer));
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#taken -= 1;
  }
}

/** @throws {Refusal} with 503 when there is no place in time. */
export async function inPlace<Result>(places: Places, work: () => Promise<Result>): Promise<Result> {
  if (!(await places.take())) throw unavailable();
  try {
    return await work();
  } finally {
    places.pass();
  }
}
