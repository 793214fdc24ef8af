import { setImmediate } from 'node:timers/promises';
import { Cron } from 'croner';
import { logFailures } from '../../concurrency/start-repeating.ts';
import type { Database } from '../../database/connect.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toEffectiveAt, toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { recordPublicationEvents } from '../post-events.ts';
import { markStaticFiles } from '../static-files/static-file.repository.ts';
import {
  listDuePosts,
  publishReservedPosts,
  type RecordedPost,
  type ReservedPost,
  recordTick,
} from './schedule.repository.ts';

export interface TickTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

const BATCH = 200;

/**
 * Each post is published once even with concurrent processes. Readers see posts from their effective time on,
 * regardless of ticks.
 * @returns number of published posts
 */
export async function tick({ database, clock, log }: TickTools, signal?: AbortSignal): Promise<number> {
  let recorded = 0;
  let found = BATCH;
  while (found === BATCH && !signal?.aborted) {
    const now = toInstant(clock.now());
    const due = await listDuePosts(database.reader, { now, limit: BATCH });
    found = due.length;
    for (const [serviceId, postIds] of byService(due)) {
      const posts = await recordPosts({ database, clock }, { serviceId, postIds, now });
      recorded += posts.length;
      for (const post of posts) logPublished(log, post, now);
      // Yields to other requests, because SQLite blocks the event loop.
      await setImmediate();
    }
  }
  if (!signal?.aborted) {
    const tickedAt = toInstant(clock.now());
    await writeTransaction(database.writer, (trx) => recordTick(trx, tickedAt));
  }
  return recorded;
}

function byService(posts: readonly ReservedPost[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { serviceId, postId } of posts) ids.set(serviceId, [...(ids.get(serviceId) ?? []), postId]);
  return ids;
}

async function recordPosts(
  { database, clock }: Pick<TickTools, 'database' | 'clock'>,
  due: { readonly serviceId: string; readonly postIds: readonly string[]; readonly now: string },
): Promise<RecordedPost[]> {
  return writeTransaction(database.writer, async (trx) => {
    await raiseServiceRevision(trx, due.serviceId);
    const posts = await publishReservedPosts(trx, due);
    for (const { serviceId, postId, slug } of posts) {
      await markStaticFiles(trx, { serviceId, postId, now: due.now }, [slug]);
    }
    const recorded = posts.map(({ postId }) => postId);
    await recordPublicationEvents(trx, { clock, serviceId: due.serviceId }, recorded);
    return posts;
  });
}

function logPublished(log: Log, { serviceId, postId, slug, effectiveAt }: RecordedPost, now: string): void {
  const dueAt = new Date(effectiveAt);
  const recordedAt = new Date(now);
  const line = { serviceId, postId, slug, effectiveAt, lateSeconds: (recordedAt.getTime() - dueAt.getTime()) / 1000 };
  if (recordedAt > nextTickAfter(dueAt)) log.warn(line, 'post published late after a missed tick');
  else log.info(line, 'post published');
}

/** For the time of a tick it returns the following one. */
export function nextTickAfter(instant: Date): Date {
  return toEffectiveAt(new Date(instant.getTime() + 1), instant);
}

export interface Ticker {
  /**
   * Ticks when a tick time passed since the last one, or when due posts are left over from a failed tick or a
   * concurrent save. Failures are logged and retried at the next call.
   */
  tickIfDue(): Promise<void>;
  stop(): Promise<void>;
}

export function createTicker(tools: TickTools): Ticker {
  const { database, clock, log } = tools;
  const stopping = new AbortController();
  let awaited: number | undefined;
  let running: Promise<void> | undefined;
  const failures = logFailures(log, 'due posts could not be recorded, which is tried again soon');

  const tickOnceIfDue = async () => {
    const now = clock.now();
    const next = nextTickAfter(now).getTime();
    const isServed = next === awaited;
    if (isServed && (await listDuePosts(database.reader, { now: toInstant(now), limit: 1 })).length === 0) return;
    await tick(tools, stopping.signal);
    awaited = next;
  };
  return {
    tickIfDue: async () => {
      running ??= tickOnceIfDue()
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
  void ticker.tickIfDue();
  const job = new Cron('* * * * *', { timezone: 'UTC', unref: true }, () => ticker.tickIfDue());
  return {
    stop: async () => {
      job.stop();
      await ticker.stop();
    },
  };
}
