import { Cron } from 'croner';
import type { TickTools } from './tick.ts';
import { createTicker } from './ticker.ts';

/**
 * Keeps the clock of publication for as long as the process runs: it ticks now, which makes up what was missed, and at
 * minutes 0, 10, 20, 30, 40 and 50. It looks every minute, so that what was left over does not wait for the next tick.
 */
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
