import { fieldMessages } from '#contract/errors.ts';
import {
  type ActivityEntry,
  OVERVIEW_ACTIVITY,
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
import { listPostsOfContents } from '../posts/index.ts';
import { countActivity, countParts, countPosts, listOwnCopies, listOwnDrafts } from './counts.repository.ts';
import { periodsUpTo } from './day-bounds.ts';
import {
  listRecentComments,
  listRecentDeletions,
  listRecentSaves,
  listScheduledPublications,
  type RecentComment,
  type RecentSave,
} from './recent-activity.repository.ts';

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
      reportActivity(reader, { serviceIds, now, limit: OVERVIEW_ACTIVITY }),
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

type CommentEntry = Extract<ActivityEntry, { kind: 'commented' }>;
type PostEntry = Extract<ActivityEntry, { by: string }> & { readonly postId: string };

const ROWS_PER_ENTRY = 3;

async function reportActivity(
  db: Db,
  { serviceIds, now, limit }: { serviceIds: readonly string[]; now: string; limit: number },
): Promise<ActivityEntry[]> {
  const query = { serviceIds, limit };
  const [saves, live, deletions, comments] = await Promise.all([
    listRecentSaves(db, { serviceIds, limit: limit * ROWS_PER_ENTRY }),
    listScheduledPublications(db, { ...query, now }),
    listRecentDeletions(db, query),
    listRecentComments(db, { serviceIds, limit: limit * ROWS_PER_ENTRY }),
  ]);
  const deletedPosts = new Set(saves.filter(({ isDeleted }) => isDeleted === 1).map(({ postId }) => postId));
  const postEntries: PostEntry[] = [
    ...saves.map(toEntry),
    ...deletions.map((one) => ({ ...one, kind: 'deleted' as const, times: 1 })),
  ];
  const activity: ActivityEntry[] = [
    ...mergeRepeated(postEntries.toSorted(newestFirst)).map((entry) => ({
      ...entry,
      postId: deletedPosts.has(entry.postId) ? null : entry.postId,
    })),
    ...live.map((post) => ({ ...post, kind: 'went-live' as const })),
    ...newestFirstOf(mergeByContent(comments), limit),
  ];
  return withTitles(db, newestFirstOf(activity, limit), now);
}

function toEntry({ status, statusBefore, publishAtBefore, kind, isDeleted: _, ...save }: RecentSave): PostEntry {
  const action = actionOf({ status, statusBefore, publishAtBefore, kind, at: save.at });
  return { ...save, kind: action, times: 1 };
}

function actionOf({
  kind,
  status,
  statusBefore,
  publishAtBefore,
  at,
}: Pick<RecentSave, 'kind' | 'status' | 'statusBefore' | 'publishAtBefore' | 'at'>): PostEntry['kind'] {
  const isKnown = status !== null && (statusBefore !== null || kind === 'created');
  const isPublishedByNow = statusBefore === 'reserved' && publishAtBefore !== null && publishAtBefore <= at;
  const was = isPublishedByNow ? 'published' : statusBefore;
  if (isKnown && status !== was) {
    if (status === 'published' || status === 'reserved') return status;
    if (was === 'published' || was === 'reserved') return 'unpublished';
  }
  return kind === 'created' || kind === 'restored' ? kind : 'saved';
}

function mergeRepeated(entries: readonly PostEntry[]): PostEntry[] {
  const merged: PostEntry[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const isSame = last?.kind === entry.kind && last.postId === entry.postId && last.by === entry.by;
    if (last && isSame) merged[merged.length - 1] = { ...last, times: last.times + entry.times };
    else merged.push(entry);
  }
  return merged;
}

function mergeByContent(comments: readonly RecentComment[]): CommentEntry[] {
  const entries = new Map<string, CommentEntry>();
  for (const { serviceId, contentId, at, excerpt } of comments.toSorted(newestFirst)) {
    const key = `${serviceId}/${contentId}`;
    const known = entries.get(key);
    if (known) entries.set(key, { ...known, times: known.times + 1 });
    else {
      const about = { serviceId, contentId, postId: null, title: contentId };
      entries.set(key, { ...about, kind: 'commented', at, excerpt, times: 1 });
    }
  }
  return [...entries.values()];
}

async function withTitles(db: Db, activity: readonly ActivityEntry[], now: string): Promise<ActivityEntry[]> {
  const commented = activity.filter((one) => one.kind === 'commented');
  const posts = new Map<string, { postId: string; title: string }>();
  for (const [serviceId, some] of Map.groupBy(commented, (one) => one.serviceId)) {
    const contentIds = some.map(({ contentId }) => contentId);
    for (const { contentId, postId, title } of await listPostsOfContents(db, { serviceId, contentIds, now })) {
      posts.set(`${serviceId}/${contentId}`, { postId, title });
    }
  }
  return activity.map((one) =>
    one.kind === 'commented' ? { ...one, ...posts.get(`${one.serviceId}/${one.contentId}`) } : one,
  );
}

function newestFirstOf<One extends { readonly at: string }>(some: readonly One[], limit: number): One[] {
  return some.toSorted(newestFirst).slice(0, limit);
}

function newestFirst(one: { readonly at: string }, other: { readonly at: string }): number {
  if (one.at === other.at) return 0;
  return one.at < other.at ? 1 : -1;
}
