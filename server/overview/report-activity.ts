import type { Happening } from '#contract/overview.ts';
import type { Db } from '../database/connect.ts';
import { listPostsOfContents } from '../posts/index.ts';
import {
  type LateComment,
  type LateSave,
  listLateComments,
  listLateDeletions,
  listLateSaves,
  listWentLive,
} from './happening.repository.ts';

type Commented = Extract<Happening, { kind: 'commented' }>;
type UndoEntry = Extract<Happening, { by: string }> & { readonly postId: string };

/** Rows read per returned activity, since repeated ones are merged. */
const READ_FOR_ONE = 3;

export async function reportActivity(
  db: Db,
  { serviceIds, now, limit }: { serviceIds: readonly string[]; now: string; limit: number },
): Promise<Happening[]> {
  const lately = { serviceIds, limit };
  const [saves, live, deletions, comments] = await Promise.all([
    listLateSaves(db, { serviceIds, limit: limit * READ_FOR_ONE }),
    listWentLive(db, { ...lately, now }),
    listLateDeletions(db, lately),
    listLateComments(db, { serviceIds, limit: limit * READ_FOR_ONE }),
  ]);
  const gone = new Set(saves.filter(({ isGone }) => isGone === 1).map(({ postId }) => postId));
  const deeds: UndoEntry[] = [
    ...saves.map(toAction),
    ...deletions.map((one) => ({ ...one, kind: 'deleted' as const, times: 1 })),
  ];
  const told: Happening[] = [
    ...inARow(deeds.toSorted(newestFirst)).map((deed) => ({
      ...deed,
      postId: gone.has(deed.postId) ? null : deed.postId,
    })),
    ...live.map((post) => ({ ...post, kind: 'went-live' as const })),
    ...newestFirstOf(byContent(comments), limit),
  ];
  return withTitles(db, newestFirstOf(told, limit), now);
}

function toAction({ status, statusBefore, publishAtBefore, kind, isGone: _, ...save }: LateSave): UndoEntry {
  const deed = actionOf({ status, statusBefore, publishAtBefore, kind, at: save.at });
  return { ...save, kind: deed, times: 1 };
}

function actionOf({
  kind,
  status,
  statusBefore,
  publishAtBefore,
  at,
}: Pick<LateSave, 'kind' | 'status' | 'statusBefore' | 'publishAtBefore' | 'at'>): UndoEntry['kind'] {
  const isKnown = status !== null && (statusBefore !== null || kind === 'created');
  const hasGoneLive = statusBefore === 'reserved' && publishAtBefore !== null && publishAtBefore <= at;
  const was = hasGoneLive ? 'published' : statusBefore;
  if (isKnown && status !== was) {
    if (status === 'published' || status === 'reserved') return status;
    if (was === 'published' || was === 'reserved') return 'unpublished';
  }
  return kind === 'created' || kind === 'restored' ? kind : 'saved';
}

function inARow(deeds: readonly UndoEntry[]): UndoEntry[] {
  const told: UndoEntry[] = [];
  for (const deed of deeds) {
    const last = told.at(-1);
    const isSame = last?.kind === deed.kind && last.postId === deed.postId && last.by === deed.by;
    if (last && isSame) told[told.length - 1] = { ...last, times: last.times + deed.times };
    else told.push(deed);
  }
  return told;
}

function byContent(comments: readonly LateComment[]): Commented[] {
  const told = new Map<string, Commented>();
  for (const { serviceId, contentId, at, excerpt } of comments.toSorted(newestFirst)) {
    const key = `${serviceId}/${contentId}`;
    const known = told.get(key);
    if (known) told.set(key, { ...known, times: known.times + 1 });
    else {
      const about = { serviceId, contentId, postId: null, title: contentId };
      told.set(key, { ...about, kind: 'commented', at, excerpt, times: 1 });
    }
  }
  return [...told.values()];
}

async function withTitles(db: Db, happened: readonly Happening[], now: string): Promise<Happening[]> {
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
