import type { ClockState } from '#contract/schedule.ts';
import type { Database } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { type ClockFacts, findClockFacts } from './schedule.repository.ts';
import { nextTickAfter } from './tick-times.ts';

/** How long the clock may take over what it has to do before it is called late. */
const GRACE_MS = 2 * 60_000;
/** How long what other processes have done may go unnoticed. */
const MAX_AGE_MS = 5000;

interface Reading {
  readonly commitMark: number;
  readonly readAt: number;
  readonly facts: Promise<ClockFacts>;
}

/** Knows whether the clock of publication keeps up, without asking the database at every question. */
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

  async state(): Promise<ClockState> {
    const { tickedAt, firstDueAt } = await this.#facts();
    const now = this.#clock.now();
    // Nothing is asked of the time before the process began.
    const servedAt = tickedAt === null ? this.#startedAt : laterOf(new Date(tickedAt), this.#startedAt);
    const awaited = [nextTickAfter(servedAt), ...(firstDueAt === null ? [] : [new Date(firstDueAt)])];
    const missed = awaited.map((date) => date.getTime()).filter((time) => now.getTime() - time > GRACE_MS);
    return {
      lastTickAt: tickedAt,
      nextTickAt: toInstant(nextTickAfter(now)),
      isLate: missed.length > 0,
      ...(missed.length > 0 && { lateSince: toInstant(new Date(Math.min(...missed))) }),
    };
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
    const moment = { commitMark: this.#database.commitMark(), readAt: this.#clock.now().getTime() };
    const reading = { ...moment, facts: findClockFacts(this.#database.reader) };
    reading.facts.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading;
  }
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
