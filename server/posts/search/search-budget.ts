import type { Clock } from '../../platform/clock.ts';

/** What of a service one request looks at: rows of the list, texts, and their bytes. */
const ENOUGH = { rows: 60_000, texts: 500, bytes: 6_000_000 };
/** So many times as much, where nothing has been found by then: a page without a post is of little use. */
const PATIENCE = 8;
/** And no longer than that in any case. */
const MAX_MS = 500;
/** So many searches that look at nothing cost as much as one that looks at enough. */
const COST_OF_ENOUGH = 25;

/** How much a search has looked at. A page of which that is enough ends early, and says where to go on. */
export class SearchBudget {
  readonly #clock: Clock;
  readonly #looked = { rows: 0, texts: 0, bytes: 0 };
  #startedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called when the search begins to look, for which it may have waited. */
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
    return this.#share() >= (hasFound ? 1 : PATIENCE) || now - (this.#startedAt ?? now) >= MAX_MS;
  }

  /** What the looking cost, in searches. */
  get cost(): number {
    return Math.floor(COST_OF_ENOUGH * this.#share());
  }

  /** How much of what is enough, by whatever there was most of. */
  #share(): number {
    const { rows, texts, bytes } = this.#looked;
    return Math.max(rows / ENOUGH.rows, texts / ENOUGH.texts, bytes / ENOUGH.bytes);
  }
}
