import { messages } from '#contract/errors.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { Clock } from '../platform/clock.ts';

export interface RateLimit {
  readonly kind: string;
  /** Undefined names are not counted. */
  readonly name: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

/** Windows begin with the first counted action. */
export interface RateLimits {
  /**
   * Returns the new count of each limit.
   * @throws {HttpError} 429 when a limit is reached; then nothing is counted
   */
  consume(limits: readonly RateLimit[]): Promise<number[]>;
  count(limit: Pick<RateLimit, 'kind' | 'windowMs'> & { readonly name: string }): Promise<number>;
  consumeOnce(value: { readonly kind: string; readonly name: string; readonly until: Date }): Promise<boolean>;
}

const MAX_NAMES = 10_000;
const MAX_USED_VALUES = 50_000;

export function memoryRateLimits(clock: Clock): RateLimits {
  const counters = new Map<string, Counter>();
  const usedValues = new UsedValues(clock);
  const counterOf = ({ kind, windowMs }: Pick<RateLimit, 'kind' | 'windowMs'>): Counter => {
    const counter = counters.get(kind) ?? new Counter(clock, { windowMs });
    counters.set(kind, counter);
    return counter;
  };
  return {
    consume: async (limits) =>
      consumeAll(limits.map(({ name, limit, ...kind }) => ({ counter: counterOf(kind), name, limit }))),
    count: async ({ name, ...kind }) => counterOf(kind).count(name),
    consumeOnce: async ({ kind, name, until }) => usedValues.add(`${kind} ${name}`, until),
  };
}

interface CounterLimit {
  readonly counter: Counter;
  readonly name: string | undefined;
  readonly limit: number;
}

export function consumeAll(limits: readonly CounterLimit[]): number[] {
  for (const { counter, name, limit } of limits) if (name !== undefined) counter.check(name, limit);
  return limits.map(({ counter, name }) => (name === undefined ? 0 : counter.add(name)));
}

interface Count {
  readonly endsAt: number;
  count: number;
}

/** Names that attackers can create freely need their own instance, so that they do not evict others. */
export class Counter {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #counts = new Map<string, Count>();

  constructor(clock: Clock, { windowMs }: { readonly windowMs: number }) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  count(name: string): number {
    return this.#find(name).count;
  }

  /** @throws {HttpError} 429 when the limit is reached. Marks the name as recently used, so that it is not evicted. */
  check(name: string, limit: number): void {
    const found = this.#find(name);
    if (found.count < limit) return;
    this.#store(name, found);
    const retryAfter = Math.ceil((found.endsAt - this.#clock.now().getTime()) / 1000);
    throw tooManyRequests(messages.tooManyRequests, { retryAfter });
  }

  add(name: string): number {
    const found = this.#find(name);
    found.count += 1;
    this.#store(name, found);
    return found.count;
  }

  #find(name: string): Count {
    const now = this.#clock.now().getTime();
    const stored = this.#counts.get(name);
    return stored && stored.endsAt > now ? stored : { endsAt: now + this.#windowMs, count: 0 };
  }

  #store(name: string, count: Count): void {
    this.#counts.delete(name);
    this.#counts.set(name, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_NAMES && oldest !== undefined) this.#counts.delete(oldest);
  }
}

class UsedValues {
  readonly #clock: Clock;
  readonly #expiries = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(value: string, until: Date): boolean {
    if (this.#expiries.has(value)) return false;
    this.#expiries.set(value, until.getTime());
    this.#prune();
    return true;
  }

  #prune(): void {
    const now = this.#clock.now().getTime();
    for (const [value, expiry] of this.#expiries) {
      if (expiry > now && this.#expiries.size <= MAX_USED_VALUES) return;
      this.#expiries.delete(value);
    }
  }
}
