import { setImmediate } from 'node:timers/promises';
import type { SearchPagerKey } from '#contract/post-search.ts';
import { Semaphore, withPermit } from '../concurrency/semaphore.ts';
import type { Db } from '../database/connect.ts';
import { type ListedPlace, type ListedPost, listListedPosts, listNewestPosts } from './found-post.repository.ts';
import { INDEX_VERSION } from './index-posts.ts';
import { matchingPosts } from './matching-posts.ts';
import { hasPost, numbersOf, type PostSet, sizeOf } from './post-set.ts';
import { findIndexVersion } from './search-index.repository.ts';
import type { SearchBudget } from './search-limit.ts';
import { findRankedSets, type RankedSet } from './word-sets.ts';

export interface SearchRequest {
  readonly serviceId: string;
  readonly words: readonly string[];
  readonly count: number;
  readonly after: SearchPagerKey | undefined;
  readonly now: string;
}

interface SearchMeans {
  readonly reader: Db;
  readonly budget: SearchBudget;
}

export interface FoundPage {
  readonly postIds: readonly string[];
  readonly end: SearchPagerKey | undefined;
  readonly isLimited: boolean;
}

/** Larger candidate sets are not sorted but found by reading the whole list in order. */
const MAX_SORTED = 4000;
/** Below the parameter limit of SQLite. Smaller chunks are not faster in either engine. */
const NUMBERS_AT_ONCE = 1000;
/** Batches grow, because the newest posts often fill a page. */
const MIN_ROWS = 500;
const MAX_ROWS = 4000;
/** Number of texts read between checks of the budget. */
const MIN_TEXTS = 25;
const MAX_TEXTS = 100;

/** Limits concurrent searches that read texts, so that they do not starve other requests. */
const lookers = new Semaphore({ count: 2, maxWaiting: 30, maxWaitMs: 3000 });

/** Sorts by rank, then newest first. */
export async function findPosts({ reader, budget }: SearchMeans, requested: SearchRequest): Promise<FoundPage> {
  // An index of another version is about to be rebuilt.
  const version = await findIndexVersion(reader, requested.serviceId);
  const ranks = version === INDEX_VERSION ? await findRankedSets(reader, requested.serviceId, requested.words) : [];
  if (ranks.every(({ isExact, set }) => isExact || set.size === 0))
    return findPage({ reader, budget }, requested, ranks);
  return withPermit(lookers, () => findPage({ reader, budget }, requested, ranks));
}

async function findPage(
  { reader, budget }: SearchMeans,
  requested: SearchRequest,
  ranks: readonly RankedSet[],
): Promise<FoundPage> {
  const found: SearchPagerKey[] = [];
  budget.start();
  for (const [rank, ranked] of [...ranks.entries()].slice(requested.after?.rank)) {
    const after = requested.after?.rank === rank ? requested.after : undefined;
    for await (const { fitting, upTo } of lookThrough(reader, { ...requested, after }, { ...ranked, rank }, budget)) {
      found.push(...fitting.map(({ listedAt, postId }) => ({ rank, listedAt, postId })));
      if (found.length > requested.count)
        return pageOf(found.slice(0, requested.count), found[requested.count - 1], false);
      if (upTo && budget.isSpent({ hasFound: found.length > 0 })) return pageOf(found, { rank, ...upTo }, true);
    }
  }
  return pageOf(found, undefined, false);
}

function pageOf(found: readonly SearchPagerKey[], end: SearchPagerKey | undefined, isLimited: boolean): FoundPage {
  return { postIds: found.map(({ postId }) => postId), end, isLimited };
}

type RankRequest = Pick<SearchRequest, 'serviceId' | 'words' | 'now'> & { readonly after: ListedPlace | undefined };

interface Looked {
  readonly fitting: readonly ListedPlace[];
  readonly upTo: ListedPlace | undefined;
}

async function* lookThrough(
  reader: Db,
  requested: RankRequest,
  ranked: RankedSet & { readonly rank: number },
  budget: SearchBudget,
): AsyncIterable<Looked> {
  if (ranked.set.size === 0) return;
  let atOnce = MIN_TEXTS;
  for await (const { posts, upTo } of candidates(reader, requested, ranked.set, budget)) {
    if (ranked.isExact) {
      yield { fitting: posts, upTo };
      continue;
    }
    for (let from = 0; from < posts.length; ) {
      const some = posts.slice(from, from + atOnce);
      const fitting = await matchingPosts(reader, { ...requested, ...ranked }, some, budget);
      yield { fitting, upTo: placeOf(some.at(-1)) };
      from += atOnce;
      atOnce = Math.min(2 * atOnce, MAX_TEXTS);
    }
    yield { fitting: [], upTo };
  }
}

interface Candidates {
  readonly posts: readonly ListedPost[];
  readonly upTo: ListedPlace | undefined;
}

async function* candidates(
  reader: Db,
  requested: RankRequest,
  set: PostSet,
  budget: SearchBudget,
): AsyncIterable<Candidates> {
  if (sizeOf(set) <= MAX_SORTED) {
    const posts = await sortedPosts(reader, requested, set);
    yield { posts, upTo: placeOf(posts.at(-1)) ?? requested.after };
    return;
  }
  let { after } = requested;
  for (let limit = MIN_ROWS; ; limit = Math.min(2 * limit, MAX_ROWS)) {
    const rows = await listNewestPosts(reader, requested, { after, limit });
    budget.spend({ rows: rows.length });
    after = placeOf(rows.at(-1));
    yield { posts: rows.filter(({ searchNumber }) => hasPost(set, searchNumber)), upTo: after };
    if (rows.length < limit) return;
    // Yields to other requests, because SQLite queries block the event loop.
    await setImmediate();
  }
}

async function sortedPosts(reader: Db, { after, ...requested }: RankRequest, set: PostSet): Promise<ListedPost[]> {
  const numbers = numbersOf(set);
  const posts: ListedPost[] = [];
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    posts.push(...(await listListedPosts(reader, requested, numbers.slice(from, from + NUMBERS_AT_ONCE))));
  }
  const following = after ? posts.filter((post) => isNewer(after, post)) : posts;
  return following.sort((one, other) => (isNewer(one, other) ? -1 : 1));
}

function isNewer(one: ListedPlace, other: ListedPlace): boolean {
  return one.listedAt === other.listedAt ? one.postId > other.postId : one.listedAt > other.listedAt;
}

function placeOf(post: ListedPost | undefined): ListedPlace | undefined {
  return post && { listedAt: post.listedAt, postId: post.postId };
}
