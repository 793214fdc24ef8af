import { messages } from '#contract/errors.ts';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { tooManyRequests } from '../http/errors.ts';
import { type Clock, MINUTE_MS, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { countAction, deleteExpiredCounts, findCount } from './rate-limit.repository.ts';
import { memoryRateLimits, type RateLimit, type RateLimits } from './rate-limits.ts';

const MAX_REJECTED = 10_000;
const MAX_COUNT = 2 ** 31 - 1;
const PRUNE_MS = 10 * MINUTE_MS;

interface RateLimitTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Only a single process uses SQLite, so its counts stay in memory. */
export function createRateLimits(tools: RateLimitTools): RateLimits {
  return tools.database.engine === 'sqlite' ? memoryRateLimits(tools.clock) : databaseRateLimits(tools);
}

/** Stores names as keyed hashes only. */
function databaseRateLimits({ database, clock, vault }: RateLimitTools): RateLimits {
  const rejected = new RejectedKeys();
  const keyOf = (kind: string, name: string) => vault.digest(`limit: ${kind}`, name).toString('base64url');
  const reject = (endsAt: string): never => {
    const retryAfter = Math.max(1, Math.ceil((Date.parse(endsAt) - clock.now().getTime()) / 1000));
    throw tooManyRequests(messages.tooManyRequests, { retryAfter });
  };
  const toCounted = ({ kind, name, limit, windowMs }: RateLimit, now: Date) => ({
    limitKey: name === undefined ? undefined : keyOf(kind, name),
    now: toInstant(now),
    endsAt: toInstant(new Date(now.getTime() + windowMs)),
    limit: Math.min(limit, MAX_COUNT),
  });
  return {
    consume: async (limits) => {
      const now = clock.now();
      const counted = limits.map((limit) => toCounted(limit, now));
      // Rejects repeated requests without a query.
      for (const { limitKey, endsAt } of counted) {
        const rejectedUntil = limitKey && rejected.endOf(limitKey, toInstant(now));
        if (rejectedUntil && rejectedUntil <= endsAt) reject(rejectedUntil);
      }
      return writeTransaction(database.writer, async (trx) => {
        const counts: number[] = [];
        for (const { limitKey, ...action } of counted) {
          if (limitKey === undefined) {
            counts.push(0);
            continue;
          }
          const count = await countAction(trx, { ...action, limitKey });
          if (count === undefined) {
            const { endsAt = action.endsAt } = (await findCount(trx, limitKey, action.now)) ?? {};
            rejected.add(limitKey, endsAt);
            return reject(endsAt);
          }
          counts.push(count);
        }
        return counts;
      });
    },
    count: async ({ kind, name }) =>
      (await findCount(database.writer, keyOf(kind, name), toInstant(clock.now())))?.uses ?? 0,
    consumeOnce: async ({ kind, name, until }) => {
      const now = toInstant(clock.now());
      const action = { limitKey: keyOf(kind, name), now, endsAt: toInstant(until), limit: 1 };
      return (await writeTransaction(database.writer, (trx) => countAction(trx, action))) !== undefined;
    },
  };
}

class RejectedKeys {
  readonly #ends = new Map<string, string>();

  endOf(limitKey: string, now: string): string | undefined {
    const end = this.#ends.get(limitKey);
    if (end === undefined || end > now) return end;
    this.#ends.delete(limitKey);
    return undefined;
  }

  add(limitKey: string, endsAt: string): void {
    this.#ends.delete(limitKey);
    this.#ends.set(limitKey, endsAt);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > MAX_REJECTED && oldest !== undefined) this.#ends.delete(oldest);
  }
}

export function startRateLimitPruning({
  database,
  clock,
  log,
}: Pick<RateLimitTools, 'database' | 'clock'> & { readonly log: Log }): Repeating {
  return startRepeating(() => deleteExpiredCounts(database.writer, toInstant(clock.now())), {
    everyMs: PRUNE_MS,
    log,
    failure: 'deleting expired rate limit counts failed',
  });
}
