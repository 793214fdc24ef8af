import type { ProcessLoad } from '../concurrency/process-pool.ts';
import { withTimeout } from '../concurrency/timers.ts';
import type { Database } from '../database/connect.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { findMailQueue } from '../mail/index.ts';
import { countQueuedPictures } from '../media/index.ts';
import type { ImageProcessor } from '../media-images/index.ts';
import { countUploads } from '../media-uploads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { WriteState, WriteWatch } from '../platform/write-watch.ts';
import { countUnindexed } from '../post-search/index.ts';
import type { ClockWatch } from '../publishing/index.ts';
import type { Renderer } from '../rendering/index.ts';
import type { CardRenderer } from '../syndication/index.ts';
import { gauge, gauges, type MetricSource } from './metric.ts';

interface QueueTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly log: Log;
}

const MAX_COUNT = 1000;

export function queueMetrics({ database: { reader }, clockWatch, ...tools }: QueueTools): MetricSource[] {
  const secondsSince = (at: string) => Math.max(0, (tools.clock.now().getTime() - Date.parse(at)) / 1000);
  const clock = new CachedReading(() => clockWatch.lag(), tools);
  const mail = new CachedReading(() => findMailQueue(reader, MAX_COUNT), tools);
  const uploads = new CachedReading(() => countUploads(reader, MAX_COUNT), tools);
  const search = new CachedReading(() => countUnindexed(reader, MAX_COUNT), tools);
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
    gauge('kawaraban_mails_waiting', 'Queued emails, counted up to 1,000.', async () => {
      return (await mail.read())?.waiting;
    }),
    gauge('kawaraban_mails_failed', 'Emails that failed in the last thirty days, counted up to 1,000.', async () => {
      return (await mail.read())?.failed;
    }),
    gauge('kawaraban_oldest_waiting_mail_seconds', 'Age of the oldest queued email.', async () => {
      const queue = await mail.read();
      return queue && (queue.oldestAt === null ? 0 : secondsSince(queue.oldestAt));
    }),
    gauge('kawaraban_uploads_open', 'Unfinished uploads, counted up to 1,000.', () => uploads.read()),
    gauge('kawaraban_search_backlog', 'Posts not yet in the search index, counted up to 1,000.', () => search.read()),
    gauges('kawaraban_reading_up', '1 if the other values of this page could be read in time, else 0.', 'reading', () =>
      valuesOf({ clock, mail, uploads, search }, async (reading) => ((await reading.read()) === undefined ? 0 : 1)),
    ),
  ];
}

async function valuesOf<Source>(sources: Readonly<Record<string, Source>>, read: (source: Source) => Promise<number>) {
  const values = Object.entries(sources).map(async ([name, source]) => [name, await read(source)] as const);
  return Object.fromEntries(await Promise.all(values));
}

export function storageMetrics(writeWatch: WriteWatch): MetricSource[] {
  const ofPlaces = async (pick: (state: WriteState) => number | undefined) =>
    Object.fromEntries((await writeWatch.read()).map((state) => [state.place, pick(state)]));
  return [
    gauges('kawaraban_storage_writable', '1 if the database or the files can be written, else 0.', 'place', () =>
      ofPlaces(({ failure }) => (failure ? 0 : 1)),
    ),
    gauges('kawaraban_storage_free_bytes', 'Free disk space.', 'place', () =>
      ofPlaces(({ space }) => space?.freeBytes),
    ),
  ];
}

interface WorkTools {
  readonly database: Database;
  readonly renderer: Renderer;
  readonly images: ImageProcessor;
  readonly cards: CardRenderer;
}

export function workerMetrics({ database, renderer, images, cards }: WorkTools): MetricSource[] {
  const ofPools = (field: keyof ProcessLoad) => ({
    texts: renderer.load?.()[field],
    pictures: images.load()[field],
    cards: cards.load()[field],
  });
  return [
    gauges('kawaraban_worker_processes', 'Worker processes.', 'work', () => ofPools('processes')),
    gauges('kawaraban_jobs_running', 'Jobs running in worker processes.', 'work', () => ofPools('working')),
    gauges('kawaraban_jobs_waiting', 'Jobs waiting for a worker process.', 'work', () => ofPools('waiting')),
    gauge('kawaraban_pictures_queued', 'Images waiting to be resized.', () => countQueuedPictures({ database })),
  ];
}

interface ReadingTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly maxWaitMs?: number;
}

const MAX_AGE_MS = 5000;
const MAX_WAIT_MS = 2000;

export class CachedReading<T> {
  readonly #load: () => Promise<T>;
  readonly #tools: ReadingTools;
  #latest: Promise<T | undefined> = Promise.resolve(undefined);
  #loadedAt = Number.NEGATIVE_INFINITY;
  #isLoading = false;

  constructor(load: () => Promise<T>, tools: ReadingTools) {
    this.#load = load;
    this.#tools = tools;
  }

  /** Returns undefined when the reading fails or takes too long. */
  async read(): Promise<T | undefined> {
    const now = this.#tools.clock.now().getTime();
    if (!this.#isLoading && Math.abs(now - this.#loadedAt) >= MAX_AGE_MS) {
      this.#loadedAt = now;
      this.#latest = this.#startLoading();
    }
    return withTimeout(this.#tools.maxWaitMs ?? MAX_WAIT_MS, this.#latest);
  }

  async #startLoading(): Promise<T | undefined> {
    this.#isLoading = true;
    try {
      return await this.#load();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#tools.log.warn({ err: error }, 'reading metrics failed');
      return undefined;
    } finally {
      this.#isLoading = false;
    }
  }
}
