import { Cron } from 'croner';
import type { TickTools } from './tick.ts';
import { createTicker } from './ticker.ts';

/**
 * Runs scheduled publishing until stopped: catches up at start, ticks every ten minutes, and checks every minute for
 * posts left over.
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
