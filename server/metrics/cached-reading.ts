import { withTimeout } from '../concurrency/with-timeout.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

interface ReadingTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly maxWaitMs?: number;
}

const MAX_AGE_MS = 5000;
const MAX_WAIT_MS = 2000;

export class CachedReading<T> {
  readonly #load: () => Promise<T>;
  readonly #tools: ReadingTools;
  #latest: Promise<T | undefined> = Promise.resolve(undefined);
  #loadedAt = Number.NEGATIVE_INFINITY;
  #isLoading = false;

  constructor(load: () => Promise<T>, tools: ReadingTools) {
    this.#load = load;
    this.#tools = tools;
  }

  /** Returns undefined when the reading fails or takes too long. */
  async read(): Promise<T | undefined> {
    const now = this.#tools.clock.now().getTime();
    if (!this.#isLoading && Math.abs(now - this.#loadedAt) >= MAX_AGE_MS) {
      this.#loadedAt = now;
      this.#latest = this.#startLoading();
    }
    return withTimeout(this.#tools.maxWaitMs ?? MAX_WAIT_MS, this.#latest);
  }

  async #startLoading(): Promise<T | undefined> {
    this.#isLoading = true;
    try {
      return await this.#load();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#tools.log.warn({ err: error }, 'reading metrics failed');
      return undefined;
    } finally {
      this.#isLoading = false;
    }
  }
}
