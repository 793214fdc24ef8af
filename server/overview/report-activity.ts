import type { ActivityEntry } from '#contract/overview.ts';
import type { Db } from '../database/connect.ts';
import { listPostsOfContents } from '../posts/index.ts';
import {
  listRecentComments,
  listRecentDeletions,
  listRecentSaves,
  listScheduledPublications,
  type RecentComment,
  type RecentSave,
} from './recent-activity.repository.ts';

type CommentEntry = Extract<ActivityEntry, { kind: 'commented' }>;
type PostEntry = Extract<ActivityEntry, { by: string }> & { readonly postId: string };

const ROWS_PER_ENTRY = 3;

export async function reportActivity(
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

async function withTitles(db: Db, happened: readonly ActivityEntry[], now: string): Promise<ActivityEntry[]> {
  const commented = happened.filter((one) => one.kind === 'commented');
  const posts = new Map<string, { postId: string; title: string }>();
  for (const [serviceId, some] of Map.groupBy(commented, (one) => one.serviceId)) {
    const contentIds = some.map(({ contentId }) => contentId);
    for (const { contentId, postId, title } of await listPostsOfContents(db, { serviceId, contentIds, now })) {
      posts.set(`${serviceId}/${contentId}`, { postId, title });
    }
  }
  return happened.map((one) =>
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
