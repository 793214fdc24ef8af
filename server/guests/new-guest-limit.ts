import { messages } from '#contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';

const WINDOW_MS = 10 * 60 * 1000;
/** Identities that one address may have made in that time; a school is behind one address. */
const MAX_NEW = 60;
/** Addresses that are counted at once; the longest known give way. */
const MAX_ADDRESSES = 10_000;

/** Bounds how many identities one address gets from this process. */
export class NewGuestLimit {
  readonly #clock: Clock;
  readonly #counts = new Map<string, { endsAt: number; made: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws {Refusal} 429 when there have been too many. */
  take(address: string): void {
    const now = this.#clock.now().getTime();
    const known = this.#counts.get(address);
    const count = known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, made: 0 };
    if (count.made >= MAX_NEW) throw new Refusal(429, { message: messages.tooManyRequests });
    count.made += 1;
    this.#counts.delete(address);
    this.#counts.set(address, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_ADDRESSES && oldest !== undefined) this.#counts.delete(oldest);
  }
}
