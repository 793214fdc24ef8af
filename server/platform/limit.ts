import { messages } from '#contract/errors.ts';
import type { Clock } from './clock.ts';
import { Refusal } from './errors.ts';

/** Names that are counted at once; the longest unused give way. */
const MAX_NAMES = 10_000;

interface Count {
  readonly endsAt: number;
  uses: number;
}

/** Counts what each reader or address does in this process, in windows of time that begin with the first use. */
export class Limit {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock, { windowMs }: { readonly windowMs: number }) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /**
   * Counts one more use, and says how many that makes.
   * @throws {Refusal} 429 when there have been as many as there may be; it counts for nothing.
   */
  take(name: string, most: number): number {
    const now = this.#clock.now().getTime();
    const known = this.#counts.get(name);
    const count = known && known.endsAt > now ? known : { endsAt: now + this.#windowMs, uses: 0 };
    if (count.uses >= most) {
      const retryAfter = Math.ceil((count.endsAt - now) / 1000);
      throw new Refusal(429, { message: messages.tooManyRequests }, { retryAfter });
    }
    count.uses += 1;
    this.#counts.delete(name);
    this.#counts.set(name, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_NAMES && oldest !== undefined) this.#counts.delete(oldest);
    return count.uses;
  }
}
