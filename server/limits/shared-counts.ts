import { messages } from '#contract/errors.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { tooManyRequests } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import type { CountTools, Use, UseCounts } from './counted-use.ts';
import { findCount, takeUse } from './shared-limit.repository.ts';

const MAX_REJECTED = 10_000;
const MAX_COUNT = 2 ** 31 - 1;

/** Counts in the database. Names are stored as keyed hashes only. */
export function sharedCounts(tools: CountTools): UseCounts {
  const { database, clock, vault } = tools;
  const refused = new Rejected();
  const keyOf = (kind: string, name: string) => vault.digest(`limit: ${kind}`, name).toString('base64url');
  const refuse = (endsAt: string): never => {
    const retryAfter = Math.max(1, Math.ceil((Date.parse(endsAt) - clock.now().getTime()) / 1000));
    throw tooManyRequests(messages.tooManyRequests, { retryAfter });
  };
  return {
    takeAll: async (uses) => {
      const now = clock.now();
      const wanted = uses.map((use) => toWanted(use, now, keyOf));
      // Rejects repeated requests without a query.
      for (const { limitKey, endsAt } of wanted) {
        const known = limitKey && refused.endOf(limitKey, toInstant(now));
        if (known && known <= endsAt) refuse(known);
      }
      return writeTransaction(database.writer, async (trx) => {
        const counts: number[] = [];
        for (const { limitKey, ...use } of wanted) {
          const taken = limitKey === undefined ? { uses: 0 } : await takeUse(trx, { ...use, limitKey });
          if (!taken) {
            const { endsAt = use.endsAt } = (await findCount(trx, limitKey ?? '', use.now)) ?? {};
            refused.remember(limitKey ?? '', endsAt);
            refuse(endsAt);
          }
          counts.push(taken?.uses ?? 0);
        }
        return counts;
      });
    },
    usesOf: async ({ kind, name }) =>
      (await findCount(database.writer, keyOf(kind, name), toInstant(clock.now())))?.uses ?? 0,
    takeOnce: async ({ kind, name, until }) => {
      const now = toInstant(clock.now());
      const use = { limitKey: keyOf(kind, name), now, endsAt: toInstant(until), most: 1 };
      return (await writeTransaction(database.writer, (trx) => takeUse(trx, use))) !== undefined;
    },
  };
}

interface Wanted {
  readonly limitKey: string | undefined;
  readonly now: string;
  readonly endsAt: string;
  readonly most: number;
}

function toWanted(
  { kind, name, most, windowMs }: Use,
  now: Date,
  keyOf: (kind: string, name: string) => string,
): Wanted {
  return {
    limitKey: name === undefined ? undefined : keyOf(kind, name),
    now: toInstant(now),
    endsAt: toInstant(new Date(now.getTime() + windowMs)),
    most: Math.min(most, MAX_COUNT),
  };
}

class Rejected {
  readonly #ends = new Map<string, string>();

  endOf(limitKey: string, now: string): string | undefined {
    const end = this.#ends.get(limitKey);
    if (end === undefined || end > now) return end;
    this.#ends.delete(limitKey);
    return undefined;
  }

  remember(limitKey: string, endsAt: string): void {
    this.#ends.delete(limitKey);
    this.#ends.set(limitKey, endsAt);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > MAX_REJECTED && oldest !== undefined) this.#ends.delete(oldest);
  }
}
