import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { deleteAuditEntries } from './audit.repository.ts';

const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

export async function pruneAuditLog(
  { database, clock }: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<number> {
  const before = firstIdAt(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
  let pruned = 0;
  let last = BATCH;
  while (last === BATCH && !signal?.aborted) {
    last = await deleteAuditEntries(database.writer, { before, limit: BATCH });
    pruned += last;
    // SQLite queries do not yield, so pending requests are served here.
    await setImmediate();
  }
  return pruned;
}

export function startAuditPruning(tools: { database: Database; clock: Clock; log: Log }): Repeating {
  const { log } = tools;
  const prune = async (signal: AbortSignal) => {
    const pruned = await pruneAuditLog(tools, signal);
    if (pruned > 0) log.info({ pruned }, 'old audit entries deleted');
  };
  return startRepeating(prune, { everyMs: DAY_MS, log, failure: 'old audit entries could not be taken away' });
}
