import { messages } from '#contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { tooManyRequests } from './errors.ts';

const MAX_NAMES = 10_000;

interface Count {
  readonly endsAt: number;
  uses: number;
}

interface Use {
  readonly limit: Limit;
  readonly name: string | undefined;
  readonly most: number;
}

/**
 * Counts a use under each name and returns the new counts.
 * @throws {HttpError} 429 when a name has reached its limit. Nothing is counted then.
 */
export function takeAll(uses: readonly Use[]): number[] {
  for (const { limit, name, most } of uses) if (name !== undefined) limit.require(name, most);
  return uses.map(({ limit, name }) => (name === undefined ? 0 : limit.count(name)));
}

/**
 * Counts uses per name in this process, in windows that begin with the first use. Names that attackers can create
 * freely need their own instance, so that they do not evict others.
 */
export class Limit {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock, { windowMs }: { readonly windowMs: number }) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  usesOf(name: string): number {
    return this.#countOf(name).uses;
  }

  /** @throws {HttpError} 429 when the limit is reached. Marks the name as recently used, so that it is not evicted. */
  require(name: string, most: number): void {
    const count = this.#countOf(name);
    if (count.uses < most) return;
    this.#remember(name, count);
    const retryAfter = Math.ceil((count.endsAt - this.#clock.now().getTime()) / 1000);
    throw tooManyRequests(messages.tooManyRequests, { retryAfter });
  }

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
