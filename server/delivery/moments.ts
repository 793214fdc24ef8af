import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';

/** When something was read: what has been committed by then is in it. */
export interface Moment {
  readonly commitMark: number;
  readonly readAt: number;
  /** When it is over by time alone. */
  readonly endsAt?: number;
}

/** How long other processes' writes may go unnoticed where the database does not tell of them. */
const MAX_AGE_MS = 1000;
/** How long the last known state counts as the present one while the database does not answer. */
const MAX_OUTAGE_MS = 5 * 60_000;

/** Tells whether what was read at a moment is what would be read now. */
export class Moments {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    // SQLite's mark moves with the writes of every process.
    this.#maxAgeMs = database.engine === 'sqlite' ? Number.POSITIVE_INFINITY : MAX_AGE_MS;
  }

  now(): Moment {
    return { commitMark: this.#database.commitMark(), readAt: this.#clock.now().getTime() };
  }

  /** Whether nothing has been committed since, as far as this process can know; commits to talks alone do not count. */
  isCurrent({ commitMark, readAt, endsAt = Number.POSITIVE_INFINITY }: Moment): boolean {
    const now = this.#clock.now().getTime();
    const ageMs = now - readAt;
    // A clock that is set back must not make old knowledge young.
    return (
      ageMs >= 0 && this.#isYoung(ageMs) && this.#isInTime(now, endsAt) && this.#database.commitMark() === commitMark
    );
  }

  /** While nothing can be read, what has become due in the meantime waits. */
  #isInTime(now: number, endsAt: number): boolean {
    return now < endsAt || this.#database.outage() !== undefined;
  }

  /** What cannot be asked is as it was last known to be; that another process has changed it would have been heard. */
  #isYoung(ageMs: number): boolean {
    if (ageMs < this.#maxAgeMs) return true;
    const outage = this.#database.outage();
    return outage !== undefined && (outage.hasHeardAll ? outage.sinceMs : ageMs) < MAX_OUTAGE_MS;
  }
}
