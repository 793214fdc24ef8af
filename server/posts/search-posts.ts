import type { Database, Db } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type AdminListOptions,
  type AdminListPosition,
  listCandidates,
  listPosts,
  listPostsAmong,
  listPostsById,
  type PostWish,
  positionOf,
  scanPosts,
} from './admin-post.repository.ts';
import type { Post } from './stored-post.ts';

/** So many posts, found by an index, are put in order by themselves. */
const MAX_CANDIDATES = 1000;

/** How many posts one request may look at, and for how long. */
const MAX_SCANNED = 20_000;
const MAX_SCAN_MS = 2000;

/** A batch grows while it takes less than this: bodies may be long, and SQLite stands still meanwhile. */
const GOOD_BATCH_MS = 50;
const MIN_BATCH = 25;
const MAX_BATCH = 500;

export interface FoundPosts {
  readonly posts: readonly Post[];
  /** From where on there may be more. */
  readonly end: AdminListPosition | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/**
 * A page of the console's list. What no index knows is looked for post by post, in the order of the list; a page that
 * took too long ends early, even without a post, and says from where on the search continues.
 */
export async function searchPosts(
  { database: { reader }, clock }: { database: Database; clock: Clock },
  { count, ...list }: SearchOptions,
  wish: PostWish,
): Promise<FoundPosts> {
  const options = { ...list, limit: count + 1 };
  if (!(wish.filter || wish.tagId !== undefined || wish.status)) {
    return endedAt(count, await listPosts(reader, options), options);
  }
  const postIds = await listCandidates(reader, options.serviceId, wish, MAX_CANDIDATES + 1);
  if (postIds && postIds.length <= MAX_CANDIDATES) {
    return endedAt(count, await listPostsAmong(reader, options, { postIds, wish }), options);
  }
  const { wanted, end } = await lookThrough({ reader, clock }, { count, ...list }, wish);
  return { posts: await listPostsById(reader, options.serviceId, wanted), end };
}

function endedAt(count: number, rows: readonly Post[], { sort }: AdminListOptions): FoundPosts {
  const posts = rows.slice(0, count);
  const last = rows.length > count ? posts.at(-1) : undefined;
  return { posts, end: last && positionOf(last, sort) };
}

async function lookThrough(
  { reader, clock }: { reader: Db; clock: Clock },
  { count, ...list }: SearchOptions,
  wish: PostWish,
): Promise<{ wanted: string[]; end: AdminListPosition | undefined }> {
  const startedAt = clock.now().getTime();
  const wanted: string[] = [];
  let { after } = list;
  let scanned = 0;
  let limit = MIN_BATCH;
  for (let begunAt = startedAt; scanned < MAX_SCANNED && begunAt - startedAt < MAX_SCAN_MS; ) {
    const batch = await scanPosts(reader, { ...list, after, limit }, wish);
    for (const { postId, place, isWanted } of batch) {
      // One more than fits on the page: the page ends with the one before.
      if (isWanted && wanted.length === count) return { wanted, end: after };
      if (isWanted) wanted.push(postId);
      after = { postId, sortedBy: place };
    }
    if (batch.length < limit) return { wanted, end: undefined };
    scanned += batch.length;
    const endedAt = clock.now().getTime();
    limit = endedAt - begunAt < GOOD_BATCH_MS ? Math.min(limit * 2, MAX_BATCH) : Math.max(limit >> 1, MIN_BATCH);
    begunAt = endedAt;
  }
  return { wanted, end: after };
}
