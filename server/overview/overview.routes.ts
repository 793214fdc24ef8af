import { fieldMessages } from '#contract/errors.ts';
import {
  OVERVIEW_HAPPENED,
  OVERVIEW_LISTED,
  overviewApi,
  type ServiceCounts,
  type StorageTrouble,
} from '#contract/overview.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import { invalid } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type Clock, isTimeZone, toInstant } from '../platform/clock.ts';
import type { WriteWatch } from '../platform/write-watch.ts';
import { countActivity, countParts, countPosts, listOwnCopies, listOwnDrafts } from './counts.repository.ts';
import { periodsUpTo } from './day-bounds.ts';
import { reportActivity } from './report-activity.ts';

const MANY_DAYS = 100;

interface OverviewTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly writeWatch: WriteWatch;
}

export function overviewRoutes(api: Api, { database, clock, writeWatch }: OverviewTools): void {
  const { reader } = database;

  api.implement(overviewApi.read, async ({ actor }) => {
    const { serviceIds } = actor;
    const now = toInstant(clock.now());
    const [unfinished, happened, counts, storage] = await Promise.all([
      listUnfinished(reader, actor),
      reportActivity(reader, { serviceIds, now, limit: OVERVIEW_HAPPENED }),
      countAll(reader, serviceIds, now),
      actor.role === 'admin' ? findStorageTrouble(writeWatch) : undefined,
    ]);
    return { unfinished, happened, counts, ...(storage && { storage }) };
  });

  api.implement(overviewApi.activity, async ({ params: { serviceId }, query: { days, timeZone } }) => {
    if (!isTimeZone(timeZone)) throw invalid({ timeZone: fieldMessages.invalid });
    const stretchDays = Number(days) > MANY_DAYS ? (7 as const) : (1 as const);
    const now = clock.now();
    const stretches = periodsUpTo(now, { days: Number(days), stretchDays, timeZone });
    const counts = await countActivity(reader, { serviceId, stretches, now });
    const toPeriod = ({ from }: { from: string }, index: number) => ({
      from,
      ...(counts[index] ?? { posts: 0, comments: 0, votes: 0 }),
    });
    return { stretchDays, stretches: stretches.map(toPeriod) };
  });
}

async function listUnfinished(db: Db, { serviceIds, username }: Actor) {
  const query = { serviceIds, username, limit: OVERVIEW_LISTED * 2 };
  const [drafts, copies] = await Promise.all([listOwnDrafts(db, query), listOwnCopies(db, query)]);
  const withCopy = new Set(copies.map(({ postId }) => postId));
  return [...copies, ...drafts.filter(({ postId }) => !withCopy.has(postId))]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, OVERVIEW_LISTED);
}

async function findStorageTrouble(writeWatch: WriteWatch): Promise<StorageTrouble | undefined> {
  const places = await writeWatch.read();
  const found = places.find(({ failure }) => failure) ?? places.find(({ isLow }) => isLow);
  return found && { kind: found.failure ?? 'low', freeBytes: found.space?.freeBytes };
}

async function countAll(db: Db, serviceIds: readonly string[], now: string): Promise<ServiceCounts[]> {
  const [posts, parts] = await Promise.all([countPosts(db, serviceIds, now), countParts(db, serviceIds)]);
  const totals = new Map(
    parts.map(({ serviceId }) => [serviceId, { draft: 0, reserved: 0, published: 0, unpublished: 0 }]),
  );
  for (const { serviceId, status, count } of posts) {
    const total = totals.get(serviceId);
    if (total) total[status] += count;
  }
  return parts.map((part) => ({
    ...part,
    posts: totals.get(part.serviceId) ?? { draft: 0, reserved: 0, published: 0, unpublished: 0 },
  }));
}
