import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deleteOldLimits } from './shared-limit.repository.ts';

const EVERY_MS = 10 * 60_000;

export function startLimitPruning({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Repeating {
  return startRepeating(() => deleteOldLimits(database.writer, toInstant(clock.now())), {
    everyMs: EVERY_MS,
    log,
    failure: 'counts that are over could not be taken away',
  });
}
