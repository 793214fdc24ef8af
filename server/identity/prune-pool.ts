import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import { toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deleteOldCounters, pruneFailures } from './pool-limit.repository.ts';
import { forgottenBefore } from './sign-in-backoff.ts';
import { forgetSignUps } from './sign-up.ts';
import type { UserPool } from './user-pool.ts';

const HOUR_MS = 60 * 60 * 1000;

export async function prunePool(pool: UserPool): Promise<void> {
  const { database, clock } = pool;
  const now = clock.now();
  await deleteOldCounters(database.writer, toInstant(now));
  await pruneFailures(database.writer, { failedBefore: toInstant(forgottenBefore(now)) });
  await forgetSignUps(pool);
}

export function startPoolPruning(pool: UserPool, log: Log): Repeating {
  return startRepeating(() => prunePool(pool), { everyMs: HOUR_MS, log, failure: 'user pool could not be tidied' });
}
