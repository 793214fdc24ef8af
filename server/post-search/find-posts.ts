import type { SearchPagerKey } from '#contract/post-search.ts';
import { Semaphore, withPermit } from '../concurrency/semaphore.ts';
import type { Db } from '../database/connect.ts';
import { matchingPosts } from './matching-posts.ts';
import { keyAfter, listMatches, type Match } from './search-index.repository.ts';
import type { SearchBudget } from './search-limit.ts';
import { NOTHING, type RankQuery, rankQueries } from './search-query.ts';

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

/** Number of texts read between checks of the budget. */
const MIN_TEXTS = 25;
const MAX_TEXTS = 100;
/** Matches asked of the index at once when their texts have to be verified. They grow until something is found. */
const MIN_CANDIDATES = 500;
const MAX_CANDIDATES = 4000;

/** Limits concurrent searches that read texts, so that they do not starve other requests. */
const textReaders = new Semaphore({ count: 2, maxWaiting: 30, maxWaitMs: 3000 });

/** Sorts by rank, then newest first. */
export async function findPosts(means: SearchMeans, requested: SearchRequest): Promise<FoundPage> {
  const ranks = await rankQueries(means.reader, requested.serviceId, requested.words);
  if (ranks.every(({ isExact }) => isExact)) return findPage(means, requested, ranks);
  return withPermit(textReaders, () => findPage(means, requested, ranks));
}

async function findPage(means: SearchMeans, requested: SearchRequest, ranks: readonly RankQuery[]): Promise<FoundPage> {
  const { budget } = means;
  const found: (SearchPagerKey & { readonly postId: string })[] = [];
  budget.start();
  for (const [rank, ranked] of [...ranks.entries()].slice(requested.after?.rank)) {
    if (ranked.query === NOTHING) continue;
    const below = upperBound(requested, rank);
    const search = { ...requested, ...ranked, rank, below, count: requested.count + 1 - found.length };
    const matching = ranked.isExact ? exactMatches(means, search) : verifiedMatches(means, search);
    for await (const { matches, upTo } of matching) {
      found.push(...matches.map((match) => ({ rank, ...match })));
      if (found.length > requested.count) {
        return pageOf(found.slice(0, requested.count), found[requested.count - 1], false);
      }
      if (upTo !== undefined && budget.isSpent({ hasFound: found.length > 0 })) {
        return pageOf(found, { rank, searchKey: upTo }, true);
      }
    }
  }
  return pageOf(found, undefined, false);
}

function upperBound({ now, after }: SearchRequest, rank: number): number {
  return after?.rank === rank ? Math.min(after.searchKey, keyAfter(now)) : keyAfter(now);
}

function pageOf(
  found: readonly { readonly postId: string }[],
  end: SearchPagerKey | undefined,
  isLimited: boolean,
): FoundPage {
  const pagerKey = end && { rank: end.rank, searchKey: end.searchKey };
  return { postIds: found.map(({ postId }) => postId), end: pagerKey, isLimited };
}

interface RankSearch extends RankQuery {
  readonly serviceId: string;
  readonly words: readonly string[];
  readonly rank: number;
  /** Search keys of the matches are lower. */
  readonly below: number;
  readonly count: number;
}

interface Matches {
  readonly matches: readonly Match[];
  readonly upTo: number | undefined;
}

async function* exactMatches({ reader }: SearchMeans, search: RankSearch): AsyncIterable<Matches> {
  const { query, serviceId, below, count } = search;
  const matches = await listMatches(reader, query, { serviceId, below, from: 0, limit: count });
  yield { matches, upTo: matches.at(-1)?.searchKey };
}

async function* verifiedMatches({ reader, budget }: SearchMeans, search: RankSearch): AsyncIterable<Matches> {
  let { below } = search;
  let atOnce = MIN_TEXTS;
  for (let limit = MIN_CANDIDATES; ; limit = MAX_CANDIDATES) {
    const range = { serviceId: search.serviceId, below, from: 0, limit };
    const candidates = await listMatches(reader, search.query, range);
    for (let from = 0; from < candidates.length; ) {
      const some = candidates.slice(from, from + atOnce);
      below = some.at(-1)?.searchKey ?? below;
      yield { matches: await matchingPosts(reader, search, some, budget), upTo: below };
      from += atOnce;
      atOnce = Math.min(2 * atOnce, MAX_TEXTS);
    }
    if (candidates.length < limit) return;
  }
}
