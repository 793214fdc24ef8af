import type { Database } from '../database/connect.ts';
import { findMailQueue } from '../mail/index.ts';
import { countUploads } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { countUnindexed } from '../post-search/index.ts';
import type { ClockWatch } from '../publishing/index.ts';
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
    gauge('kawaraban_clock_late_seconds', 'Delay of the publishing schedule.', async () => {
      return (await clock.read())?.lateSeconds;
    }),
    gauge(
      'kawaraban_oldest_due_post_seconds',
      'Time since the oldest due post should have been published.',
      async () => {
        return (await clock.read())?.oldestDueSeconds;
      },
    ),
    gauge('kawaraban_mails_waiting', 'Queued mails, counted up to 1,000.', async () => {
      return (await mail.read())?.waiting;
    }),
    gauge('kawaraban_mails_failed', 'Mails of the last thirty days that failed, counted up to 1,000.', async () => {
      return (await mail.read())?.failed;
    }),
    gauge('kawaraban_oldest_waiting_mail_seconds', 'Age of the oldest queued mail.', async () => {
      const queue = await mail.read();
      return queue && (queue.oldestAt === null ? 0 : secondsSince(queue.oldestAt));
    }),
    gauge('kawaraban_uploads_open', 'Announced uploads that are not complete, counted up to 1,000.', () =>
      uploads.read(),
    ),
    gauge('kawaraban_search_backlog', 'Posts not yet in the search index, counted up to 1,000 per service.', () =>
      search.read(),
    ),
    {
      name: 'kawaraban_reading_up',
      help: '1 if the other values of this page could be read in time, else 0.',
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
