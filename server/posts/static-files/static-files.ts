import { setTimeout as pause } from 'node:timers/promises';
import { logFailures } from '../../platform/start-repeating.ts';
import { type StaticFileTools, writeDueStaticFiles } from './write-static-files.ts';

export interface StaticFiles {
  /** Lets what is being written end, for some seconds, and begins nothing more. */
  stop(): Promise<void>;
}

/** How often the database is asked whether anything was committed, which costs no query. */
const LOOK_MS = 100;
/** How long what other processes committed, or what is to be tried again, may wait. */
const REST_MS = 5000;
const STOP_MS = 10_000;

/**
 * Keeps the static files up to date for as long as the process runs. It sees every commit by itself, so that nothing
 * that changes posts has to tell it. Nothing that goes wrong here ends or slows anything else.
 */
export function startStaticFiles(tools: StaticFileTools): StaticFiles {
  const stopping = new AbortController();
  const running = keepUpToDate(tools, stopping.signal);
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

async function keepUpToDate(tools: StaticFileTools, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let restedMs = 0;
  const failures = logFailures(tools.log, 'static files could not be looked for');
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

/** Asks the database what is due if something was committed since the last time, or if that is long ago. */
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
    tools.failures.tell(error);
    return { seen, found: 'outage' };
  }
}
