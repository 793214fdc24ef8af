import type { ClockState } from '#contract/schedule.ts';
import type { Database } from '../../database/connect.ts';
import { type Clock, MINUTE_MS, toInstant } from '../../platform/clock.ts';
import { type ClockFacts, findClockFacts } from './schedule.repository.ts';
import { nextTickAfter } from './ticker.ts';

const GRACE_MS = 2 * MINUTE_MS;
/** Maximum age of the cached reading; commits of other processes stay unnoticed that long. */
const MAX_AGE_MS = 5000;

interface ClockLag {
  /** Seconds since the earliest missed tick or unrecorded due post. */
  readonly lateSeconds: number;
  /** Seconds since the earliest due post that is still stored as reserved. */
  readonly oldestDueSeconds: number;
}

interface Reading {
  readonly commitMark: number;
  readonly readAt: number;
  readonly facts: Promise<ClockFacts>;
}

/** Caches its reading, so that health checks do not query each time. */
export class ClockWatch {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #startedAt: Date;
  #reading: Reading | undefined;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  async lag(): Promise<ClockLag> {
    const facts = await this.#facts();
    const now = this.#clock.now().getTime();
    const secondsSince = (time: number) => Math.max(0, (now - time) / 1000);
    const { firstDueAt } = facts;
    return {
      lateSeconds: secondsSince(Math.min(...this.#awaited(facts))),
      oldestDueSeconds: firstDueAt === null ? 0 : secondsSince(Date.parse(firstDueAt)),
    };
  }

  async state(): Promise<ClockState> {
    const facts = await this.#facts();
    const { tickedAt } = facts;
    const now = this.#clock.now();
    const missed = this.#awaited(facts).filter((time) => now.getTime() - time > GRACE_MS);
    return {
      lastTickAt: tickedAt,
      nextTickAt: toInstant(nextTickAfter(now)),
      isLate: missed.length > 0,
      ...(missed.length > 0 && { lateSince: toInstant(new Date(Math.min(...missed))) }),
    };
  }

  /** Times of the next expected work, in milliseconds since the epoch. */
  #awaited({ tickedAt, firstDueAt }: ClockFacts): number[] {
    // Ticks before the start of the process do not count as missed.
    const servedAt = tickedAt === null ? this.#startedAt : laterOf(new Date(tickedAt), this.#startedAt);
    return [nextTickAfter(servedAt), ...(firstDueAt === null ? [] : [new Date(firstDueAt)])].map((at) => at.getTime());
  }

  #facts(): Promise<ClockFacts> {
    if (!this.#reading || !this.#isFresh(this.#reading)) this.#reading = this.#read();
    return this.#reading.facts;
  }

  #isFresh({ commitMark, readAt }: Reading): boolean {
    const ageMs = this.#clock.now().getTime() - readAt;
    return ageMs >= 0 && ageMs < MAX_AGE_MS && this.#database.commitMark() === commitMark;
  }

  #read(): Reading {
    const readState = { commitMark: this.#database.commitMark(), readAt: this.#clock.now().getTime() };
    const reading = { ...readState, facts: findClockFacts(this.#database.reader) };
    reading.facts.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading;
  }
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
