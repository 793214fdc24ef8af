import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { logFailures } from '../../concurrency/start-repeating.ts';
import type { Tables } from '../../database/tables.ts';
import { toInstant } from '../../platform/clock.ts';
import { raiseServiceRevision } from '../../services/index.ts';
import { markStaticFilesOfFiles } from './static-file.repository.ts';
import { type StaticFileTools, writeDueStaticFiles } from './write-static-files.ts';

export interface StaticFiles {
  stop(): Promise<void>;
}

/** Interval of checking the commit mark, which needs no query. */
const POLL_MS = 100;
/** Maximum delay of commits by other processes and of retries. */
const MAX_IDLE_MS = 5000;
const STOP_MS = 10_000;

/** Notices commits by the commit mark, so that callers need not notify it. Errors are logged and never propagate. */
export function startStaticFiles(tools: StaticFileTools): StaticFiles {
  const stopping = new AbortController();
  const running = syncStaticFiles(tools, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      const limit = new AbortController();
      const late = pause(STOP_MS, undefined, { signal: limit.signal }).catch(() => {});
      await Promise.race([running, late]);
      limit.abort();
    },
  };
}

async function syncStaticFiles(tools: StaticFileTools, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let idleMs = 0;
  const failures = logFailures(tools.log, 'finding due static files failed');
  while (!signal.aborted) {
    const end = await syncIfChanged({ ...tools, failures }, { seen, isForced: idleMs >= MAX_IDLE_MS }, signal);
    seen = end.seen;
    if (end.found !== 'skipped') idleMs = 0;
    if (end.found === 'more') continue;
    const ms = end.found === 'outage' ? MAX_IDLE_MS : POLL_MS;
    await pause(ms, undefined, { signal }).catch(() => {});
    idleMs += ms;
  }
}

async function syncIfChanged(
  tools: StaticFileTools & { readonly failures: ReturnType<typeof logFailures> },
  { seen, isForced }: { readonly seen: number | undefined; readonly isForced: boolean },
  signal: AbortSignal,
): Promise<{ seen: number | undefined; found: 'more' | 'nothing' | 'outage' | 'skipped' }> {
  try {
    const mark = tools.database.commitMark();
    if (mark === seen && !isForced) return { seen, found: 'skipped' };
    const found = await writeDueStaticFiles(tools, signal);
    tools.failures.end();
    return { seen: mark, found };
  } catch (error) {
    tools.failures.report(error);
    return { seen, found: 'outage' };
  }
}

export async function noteFilesChanged(
  trx: Transaction<Tables>,
  { serviceId, fileIds, now }: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await raiseServiceRevision(trx, serviceId);
  await markStaticFilesOfFiles(trx, { serviceId, fileIds, now: toInstant(now) });
}
