import { messages } from '#contract/errors.ts';
import { toClientKey } from '../../platform/client-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';

const WINDOW_MS = 60_000;
/**
 * What the searches of one client may cost in that time. Suggestions are asked for while somebody types, a few in a
 * second, and look at few texts; those that look at as many as they may cost some seconds of this process in all.
 */
const MAX_COST = 1200;
/** Clients that are counted at once; the longest known give way. */
const MAX_CLIENTS = 10_000;

interface Count {
  readonly endsAt: number;
  cost: number;
}

/** Bounds how much one client lets this process search. */
export class SearchLimit {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Lets a client search for the least that it costs.
   * @throws {Refusal} 429 when its searches have cost too much.
   */
  admit(address: string): void {
    const { cost, endsAt } = this.#countOf(toClientKey(address));
    if (cost >= MAX_COST) {
      const retryAfter = Math.ceil((endsAt - this.#clock.now().getTime()) / 1000);
      throw new Refusal(429, { message: messages.tooManyRequests }, { retryAfter });
    }
    this.charge(address, 1);
  }

  /** Counts what a search turned out to cost besides. */
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
