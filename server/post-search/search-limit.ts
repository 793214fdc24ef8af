import { messages } from '#contract/errors.ts';
import { toClientKey } from '../http/client-address.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { Clock } from '../platform/clock.ts';

/** Work per request. */
const BUDGET = { texts: 500, bytes: 6_000_000 };
/** Factor by which the budget grows while nothing was found, because an empty page is of little use. */
const EMPTY_PAGE_FACTOR = 8;
const MAX_MS = 500;
/** Number of cheap searches that cost as much as one that spends the whole budget. */
const COST_OF_BUDGET = 25;

export class SearchBudget {
  readonly #clock: Clock;
  readonly #spent = { texts: 0, bytes: 0 };
  #startedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call after waiting in the queue, so that waiting does not count. */
  start(): void {
    this.#startedAt = this.#clock.now().getTime();
  }

  spend({ texts = 0, bytes = 0 }: { texts?: number; bytes?: number }): void {
    this.#spent.texts += texts;
    this.#spent.bytes += bytes;
  }

  isSpent({ hasFound }: { readonly hasFound: boolean }): boolean {
    const now = this.#clock.now().getTime();
    return this.#share() >= (hasFound ? 1 : EMPTY_PAGE_FACTOR) || now - (this.#startedAt ?? now) >= MAX_MS;
  }

  get cost(): number {
    return Math.floor(COST_OF_BUDGET * this.#share());
  }

  #share(): number {
    const { texts, bytes } = this.#spent;
    return Math.max(texts / BUDGET.texts, bytes / BUDGET.bytes);
  }
}

const WINDOW_MS = 60_000;
/**
 * Maximum cost per client and minute. Suggestions run several times a second while typing and are cheap; expensive
 * searches up to this limit take a few seconds of CPU time.
 */
const MAX_COST = 1200;
const MAX_CLIENTS = 10_000;

interface Count {
  readonly endsAt: number;
  cost: number;
}

export class SearchLimit {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  admit(address: string): void {
    const { cost, endsAt } = this.#countOf(toClientKey(address));
    if (cost >= MAX_COST) {
      const retryAfter = Math.ceil((endsAt - this.#clock.now().getTime()) / 1000);
      throw tooManyRequests(messages.tooManyRequests, { retryAfter });
    }
    this.charge(address, 1);
  }

  charge(address: string, cost: number): void {
    const client = toClientKey(address);
    const count = this.#countOf(client);
    count.cost += cost;
    this.#counts.delete(client);
    this.#counts.set(client, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_CLIENTS && oldest !== undefined) this.#counts.delete(oldest);
  }

  #countOf(client: string): Count {
    const now = this.#clock.now().getTime();
    const known = this.#counts.get(client);
    return known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, cost: 0 };
  }
}
