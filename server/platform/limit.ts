import { messages } from '#contract/errors.ts';
import type { Clock } from './clock.ts';
import { Refusal } from './errors.ts';

/** Names that are counted at once; the longest unused give way. */
const MAX_NAMES = 10_000;

interface Count {
  readonly endsAt: number;
  uses: number;
}

/** What is counted under one name; without a name nothing is. */
interface Use {
  readonly limit: Limit;
  readonly name: string | undefined;
  readonly most: number;
}

/**
 * Counts one more use under each of the names, and says how many that makes.
 * @throws {Refusal} 429 when under one of them there have been as many as there may be; it then counts for nothing.
 */
export function takeAll(uses: readonly Use[]): number[] {
  for (const { limit, name, most } of uses) if (name !== undefined) limit.require(name, most);
  return uses.map(({ limit, name }) => (name === undefined ? 0 : limit.count(name)));
}

/**
 * Counts what each reader or address does in this process, in windows of time that begin with the first use. Names that
 * anybody has as many of as they like belong in a limit of their own, lest they push out the others.
 */
export class Limit {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock, { windowMs }: { readonly windowMs: number }) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** How often a name has been used in its window. */
  usesOf(name: string): number {
    return this.#countOf(name).uses;
  }

  /**
   * @throws {Refusal} 429 when a name has been used as often as it may be. Who is refused is still remembered as one who
   * has come lately.
   */
  require(name: string, most: number): void {
    const count = this.#countOf(name);
    if (count.uses < most) return;
    this.#remember(name, count);
    const retryAfter = Math.ceil((count.endsAt - this.#clock.now().getTime()) / 1000);
    throw new Refusal(429, { message: messages.tooManyRequests }, { retryAfter });
  }

  /** Counts one more use, and says how many that makes. */
  count(name: string): number {
    const count = this.#countOf(name);
    count.uses += 1;
    this.#remember(name, count);
    return count.uses;
  }

  #countOf(name: string): Count {
    const now = this.#clock.now().getTime();
    const known = this.#counts.get(name);
    return known && known.endsAt > now ? known : { endsAt: now + this.#windowMs, uses: 0 };
  }

  #remember(name: string, count: Count): void {
    this.#counts.delete(name);
    this.#counts.set(name, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_NAMES && oldest !== undefined) this.#counts.delete(oldest);
  }
}
