import { unavailable } from '../http/errors.ts';

interface SemaphoreOptions {
  readonly count: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Maximum total weight of the queue. A heavier job waits only alone. */
  readonly maxWeight?: number | undefined;
  readonly toError?: (reason: 'full' | 'late') => Error;
}

export interface SemaphoreLoad {
  readonly most: number;
  readonly taken: number;
  readonly waiting: number;
}

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

/** Grants permits in order, with a bounded queue. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  get load(): SemaphoreLoad {
    return { most: this.#options.count, taken: this.#taken, waiting: this.#waiting.length };
  }

  /** @throws {HttpError} 503, or the semaphore's own error, when the queue is full or the wait too long */
  async acquire(weight = 0, maxWaitMs = this.#options.maxWaitMs): Promise<void> {
    const { count, toError = unavailable } = this.#options;
    if (this.#taken < count) {
      this.#taken += 1;
      return;
    }
    if (!this.#hasRoom(weight)) throw toError('full');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { weight, start: resolve };
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(toError('late'));
    }, maxWaitMs);
    this.#waiting.push(waiting);
    await promise.finally(() => clearTimeout(timer));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#taken -= 1;
  }

  #hasRoom(added: number): boolean {
    const { maxWaiting, maxWeight = Number.POSITIVE_INFINITY } = this.#options;
    const total = this.#waiting.reduce((sum, { weight }) => sum + weight, 0);
    return this.#waiting.length < maxWaiting && (total === 0 || total + added <= maxWeight);
  }
}

interface Queued {
  readonly weight?: number | undefined;
  readonly maxWaitMs?: number | undefined;
}

export async function withPermit<Result>(
  semaphore: Semaphore,
  work: () => Promise<Result>,
  { weight, maxWaitMs }: Queued = {},
): Promise<Result> {
  await semaphore.acquire(weight, maxWaitMs);
  try {
    return await work();
  } finally {
    semaphore.release();
  }
}
