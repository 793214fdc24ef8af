import { Cron } from 'croner';
import { logFailures } from '../../concurrency/start-repeating.ts';
import { toInstant } from '../../platform/clock.ts';
import { listDuePosts } from './schedule.repository.ts';
import { nextTickAfter, type TickTools, tick } from './tick.ts';

export interface Ticker {
  /**
   * Ticks when a tick time passed since the last one, or when due posts are left over from a failed tick or a
   * concurrent save. Failures are logged and retried at the next call.
   */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export function createTicker(tools: TickTools): Ticker {
  const { database, clock, log } = tools;
  const stopping = new AbortController();
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
        .then(failures.end, failures.report)
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

/** Catches up at start, ticks every ten minutes, and checks every minute for posts left over. */
export function startSchedule(tools: TickTools): { stop(): Promise<void> } {
  const ticker = createTicker(tools);
  void ticker.look();
  const job = new Cron('* * * * *', { timezone: 'UTC', unref: true }, () => ticker.look());
  return {
    stop: async () => {
      job.stop();
      await ticker.stop();
    },
  };
}
