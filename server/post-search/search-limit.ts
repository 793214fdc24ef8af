import { messages } from '#contract/errors.ts';
import { toClientKey } from '../http/client-address.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { Clock } from '../platform/clock.ts';

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

  /**
   * Charges the minimum cost of a search.
   * @throws {HttpError} 429 when the client has spent its limit
   */
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
