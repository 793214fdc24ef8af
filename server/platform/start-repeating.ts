import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface Repeating {
  /** Lets what is being done come to an end, and does it no more. */
  stop(): Promise<void>;
}

/**
 * Does something now, and again whenever so much time has passed since it was done, for as long as the process runs. A
 * failure ends nothing, and is logged; of several in a row the first is. The signal says that work in several steps is
 * to take no further one.
 */
export function startRepeating(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, log, failure }: { readonly everyMs: number; readonly log: Log; readonly failure: string },
): Repeating {
  const stopping = new AbortController();
  const running = repeat();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };

  async function repeat(): Promise<void> {
    const { signal } = stopping;
    const failures = logFailures(log, failure);
    while (!signal.aborted) {
      await work(signal).then(failures.end, failures.tell);
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Logs a failure of something that is tried again and again: the first of several in a row, and their end. */
export function logFailures(log: Log, failure: string): { tell(error: unknown): void; end(): void } {
  let count = 0;
  return {
    tell: (error) => {
      if (count === 0) log.error({ err: error }, failure);
      count += 1;
    },
    end: () => {
      if (count > 1) log.info({ failures: count }, `no longer: ${failure}`);
      count = 0;
    },
  };
}
