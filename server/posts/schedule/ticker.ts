import { toInstant } from '../../platform/clock.ts';
import { logFailures } from '../../platform/start-repeating.ts';
import { listDuePosts } from './schedule.repository.ts';
import { type TickTools, tick } from './tick.ts';
import { nextTickAfter } from './tick-times.ts';

export interface Ticker {
  /**
   * Lets the clock tick if a tick's time has come since the last one, or if something is left over: by a tick that
   * failed, or by a save in the very moment of a tick. What fails is told of, and left to the next look.
   */
  look(): Promise<void>;
  /** Lets the tick that is running come to an end, and ticks no more. */
  stop(): Promise<void>;
}

export function createTicker(tools: TickTools): Ticker {
  const { database, clock, log } = tools;
  const stopping = new AbortController();
  /** The tick that followed when it ticked last. */
  let awaited: number | undefined;
  let running: Promise<void> | undefined;
  const failures = logFailures(log, 'due posts could not be recorded, which is tried again soon');

  const lookOnce = async () => {
    const now = clock.now();
    const next = nextTickAfter(now).getTime();
    const isServed = next === awaited;
    if (isServed && (await listDuePosts(database.reader, { now: toInstant(now), limit: 1 })).length === 0) return;
    await tick(tools, stopping.signal);
    awaited = next;
  };
  return {
    look: async () => {
      running ??= lookOnce()
        .then(failures.end, failures.tell)
        .finally(() => {
          running = undefined;
        });
      await running;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
