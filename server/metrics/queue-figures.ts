import type { Database } from '../database/connect.ts';
import { findMailQueue } from '../mail/index.ts';
import { countUploads } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type ClockWatch, countUnindexed } from '../posts/index.ts';
import { type Figure, gauge } from './figure.ts';
import { Glance } from './glance.ts';

interface QueueTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly log: Log;
}

/** Bounds the cost of counting. */
const MAX_COUNT = 1000;

export function queueFigures({ database: { reader }, clockWatch, ...tools }: QueueTools): Figure[] {
  const secondsSince = (at: string) => Math.max(0, (tools.clock.now().getTime() - Date.parse(at)) / 1000);
  const clock = new Glance(() => clockWatch.lag(), tools);
  const mail = new Glance(() => findMailQueue(reader, MAX_COUNT), tools);
  const uploads = new Glance(() => countUploads(reader, MAX_COUNT), tools);
  const search = new Glance(() => countUnindexed(reader, MAX_COUNT), tools);
  return [
    gauge('kawaraban_clock_late_seconds', 'Time by which the clock of publication is late.', async () => {
      return (await clock.read())?.lateSeconds;
    }),
    gauge(
      'kawaraban_oldest_due_post_seconds',
      'Time since the longest due post was due that is not recorded.',
      async () => {
        return (await clock.read())?.oldestDueSeconds;
      },
    ),
    gauge('kawaraban_mails_waiting', 'Mails that are to be sent, counted up to 1,000.', async () => {
      return (await mail.read())?.waiting;
    }),
    gauge(
      'kawaraban_mails_failed',
      'Mails of the last thirty days that were given up, counted up to 1,000.',
      async () => {
        return (await mail.read())?.failed;
      },
    ),
    gauge('kawaraban_oldest_waiting_mail_seconds', 'Age of the oldest mail that is to be sent.', async () => {
      const queue = await mail.read();
      return queue && (queue.oldestAt === null ? 0 : secondsSince(queue.oldestAt));
    }),
    gauge(
      'kawaraban_uploads_open',
      'Uploads that were announced and are not in their place, counted up to 1,000.',
      () => uploads.read(),
    ),
    gauge('kawaraban_search_backlog', 'Posts that no search finds yet, counted up to 1,000 for each service.', () =>
      search.read(),
    ),
    {
      name: 'kawaraban_reading_up',
      help: 'Whether the database told in time what is read from it: 1, or 0.',
      type: 'gauge',
      read: () =>
        Promise.all(
          Object.entries({ clock, mail, uploads, search }).map(async ([reading, glance]) => {
            return { labels: { reading }, value: (await glance.read()) === undefined ? 0 : 1 };
          }),
        ),
    },
  ];
}
