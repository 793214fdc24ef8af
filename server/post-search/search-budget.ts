import type { Clock } from '../platform/clock.ts';

/** Work per request: rows of the list, texts, and bytes of text. */
const ENOUGH = { rows: 60_000, texts: 500, bytes: 6_000_000 };
/** Factor by which the budget grows while nothing was found, because an empty page is of little use. */
const TIMEOUT = 8;
const MAX_MS = 500;
/** Number of cheap searches that cost as much as one that spends the whole budget. */
const COST_OF_ENOUGH = 25;

export class SearchBudget {
  readonly #clock: Clock;
  readonly #looked = { rows: 0, texts: 0, bytes: 0 };
  #startedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call after waiting in the queue, so that waiting does not count. */
  start(): void {
    this.#startedAt = this.#clock.now().getTime();
  }

  spend({ rows = 0, texts = 0, bytes = 0 }: { rows?: number; texts?: number; bytes?: number }): void {
    this.#looked.rows += rows;
    this.#looked.texts += texts;
    this.#looked.bytes += bytes;
  }

  isSpent({ hasFound }: { readonly hasFound: boolean }): boolean {
    const now = this.#clock.now().getTime();
    return this.#share() >= (hasFound ? 1 : TIMEOUT) || now - (this.#startedAt ?? now) >= MAX_MS;
  }

  get cost(): number {
    return Math.floor(COST_OF_ENOUGH * this.#share());
  }

  #share(): number {
    const { rows, texts, bytes } = this.#looked;
    return Math.max(rows / ENOUGH.rows, texts / ENOUGH.texts, bytes / ENOUGH.bytes);
  }
}
