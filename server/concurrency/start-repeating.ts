import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

export interface Repeating {
  stop(): Promise<void>;
}

/**
 * Runs work now and then `everyMs` after each run. Failures do not stop it; the first of several is logged. The signal
 * asks multi-step work to stop.
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
      await work(signal).then(failures.end, failures.report);
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Logs only the first of consecutive failures, and their end. */
export function logFailures(log: Log, failure: string): { report(error: unknown): void; end(): void } {
  let count = 0;
  return {
    report: (error) => {
      if (count === 0) log.error({ err: error }, failure);
      count += 1;
    },
    end: () => {
      if (count > 1) log.info({ failures: count }, `no longer: ${failure}`);
      count = 0;
    },
  };
}
