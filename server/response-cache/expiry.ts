import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';

export interface Expiry {
  readonly commitMark: number;
  readonly readAt: number;
  readonly endsAt?: number;
}

/** Maximum staleness where other processes send no notifications. */
const MAX_AGE_MS = 1000;
/** Maximum age of data that is served during an outage. */
const MAX_OUTAGE_MS = 5 * 60_000;

export class Expiries {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    // SQLite's mark covers all processes.
    this.#maxAgeMs = database.engine === 'sqlite' ? Number.POSITIVE_INFINITY : MAX_AGE_MS;
  }

  now(): Expiry {
    return { commitMark: this.#database.commitMark(), readAt: this.#clock.now().getTime() };
  }

  /** Commits of comment threads do not count. Pass `now` to check several with one reading of clock and mark. */
  isCurrent({ commitMark, readAt, endsAt = Number.POSITIVE_INFINITY }: Expiry, now = this.now()): boolean {
    const ageMs = now.readAt - readAt;
    // A clock set back must not extend validity.
    return now.commitMark === commitMark && ageMs >= 0 && this.#isYoung(ageMs) && this.#isInTime(now.readAt, endsAt);
  }

  #isInTime(now: number, endsAt: number): boolean {
    return now < endsAt || this.#database.outage() !== undefined;
  }

  /** During an outage the last known state stays valid, limited by the time since changes could have been missed. */
  #isYoung(ageMs: number): boolean {
    if (ageMs < this.#maxAgeMs) return true;
    const outage = this.#database.outage();
    return outage !== undefined && (outage.hasReceivedAll ? outage.sinceMs : ageMs) < MAX_OUTAGE_MS;
  }
}
