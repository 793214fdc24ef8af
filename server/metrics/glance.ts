import { DatabaseAway } from '../database/database-away.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';

interface GlanceTools {
  readonly clock: Clock;
  readonly log: Log;
  /** How long whoever asks waits for it. */
  readonly maxWaitMs?: number;
}

/** How old what is told may be. */
const MAX_AGE_MS = 5000;
const MAX_WAIT_MS = 2000;

/** Something of the database's that many may ask for and that is read once for all of them, every few seconds. */
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

  /** Nothing where the database does not tell, or not in time. */
  async read(): Promise<T | undefined> {
    const now = this.#tools.clock.now().getTime();
    // One that takes long is waited for by others, too, and not begun once more.
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
      // Of a database that is away the log has told.
      if (!(error instanceof DatabaseAway)) this.#tools.log.warn({ err: error }, 'figures could not be read');
      return undefined;
    } finally {
      this.#isLooking = false;
    }
  }
}
