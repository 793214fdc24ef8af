import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface Repeating {
  /** Lets what is being done come to an end, and does it no more. */
  stop(): Promise<void>;
}

/**
 * Does something now, and again whenever so much time has passed since it was done, for as long as the process runs. A
 * failure is logged and ends nothing. The signal says that work in several steps is to take no further one.
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
    while (!signal.aborted) {
      await work(signal).catch((error) => log.error({ err: error }, failure));
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}
