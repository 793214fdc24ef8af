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
const LOOK_MS = 100;
/** Maximum delay of commits by other processes and of retries. */
const REST_MS = 5000;
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
  let restedMs = 0;
  const failures = logFailures(tools.log, 'finding due static files failed');
  while (!signal.aborted) {
    const end = await look({ ...tools, failures }, { seen, isRested: restedMs >= REST_MS }, signal);
    seen = end.seen;
    if (end.found !== 'unasked') restedMs = 0;
    if (end.found === 'more') continue;
    const ms = end.found === 'outage' ? REST_MS : LOOK_MS;
    await pause(ms, undefined, { signal }).catch(() => {});
    restedMs += ms;
  }
}

async function look(
  tools: StaticFileTools & { readonly failures: ReturnType<typeof logFailures> },
  { seen, isRested }: { readonly seen: number | undefined; readonly isRested: boolean },
  signal: AbortSignal,
): Promise<{ seen: number | undefined; found: 'more' | 'nothing' | 'outage' | 'unasked' }> {
  try {
    const mark = tools.database.commitMark();
    if (mark === seen && !isRested) return { seen, found: 'unasked' };
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
