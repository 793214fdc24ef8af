import { Limit, takeAll } from '../http/limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { CountTools, Use, UseCounts } from './counted-use.ts';
import { sharedCounts } from './shared-counts.ts';

const MAX_REMEMBERED = 50_000;

class UsedOnce {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns false if the value was used before. */
  take(name: string, until: Date): boolean {
    if (this.#until.has(name)) return false;
    this.#until.set(name, until.getTime());
    this.#forget();
    return true;
  }

  #forget(): void {
    const now = this.#clock.now().getTime();
    for (const [name, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(name);
    }
  }
}

/** Counts in memory with SQLite, which a single process uses, and in the database otherwise. */
export function createUseCounts(tools: CountTools): UseCounts {
  return tools.database.engine === 'sqlite' ? countsInMemory(tools.clock) : sharedCounts(tools);
}

export function countsInMemory(clock: Clock): UseCounts {
  const limits = new Map<string, Limit>();
  const usedOnce = new UsedOnce(clock);
  const limitOf = ({ kind, windowMs }: Pick<Use, 'kind' | 'windowMs'>): Limit => {
    const limit = limits.get(kind) ?? new Limit(clock, { windowMs });
    limits.set(kind, limit);
    return limit;
  };
  return {
    takeAll: async (uses) => takeAll(uses.map(({ name, most, ...use }) => ({ limit: limitOf(use), name, most }))),
    usesOf: async ({ name, ...use }) => limitOf(use).usesOf(name),
    takeOnce: async ({ kind, name, until }) => usedOnce.take(`${kind} ${name}`, until),
  };
}
