import { within } from '../concurrency/within.ts';
import { DatabaseAway } from '../database/database-away.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

interface GlanceTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly maxWaitMs?: number;
}

const MAX_AGE_MS = 5000;
const MAX_WAIT_MS = 2000;

/** Caches a database reading for five seconds and shares it among readers. */
export class Glance<T> {
  readonly #look: () => Promise<T>;
  readonly #tools: GlanceTools;
  #latest: Promise<T | undefined> = Promise.resolve(undefined);
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;

  constructor(look: () => Promise<T>, tools: GlanceTools) {
    this.#look = look;
    this.#tools = tools;
  }

  /** Returns undefined when the reading fails or takes too long. */
  async read(): Promise<T | undefined> {
    const now = this.#tools.clock.now().getTime();
    // A slow reading is shared, not repeated.
    if (!this.#isLooking && Math.abs(now - this.#lookedAt) >= MAX_AGE_MS) {
      this.#lookedAt = now;
      this.#latest = this.#begin();
    }
    return within(this.#tools.maxWaitMs ?? MAX_WAIT_MS, this.#latest);
  }

  async #begin(): Promise<T | undefined> {
    this.#isLooking = true;
    try {
      return await this.#look();
    } catch (error) {
      // Outages of the database are logged elsewhere.
      if (!(error instanceof DatabaseAway)) this.#tools.log.warn({ err: error }, 'reading metrics failed');
      return undefined;
    } finally {
      this.#isLooking = false;
    }
  }
}
