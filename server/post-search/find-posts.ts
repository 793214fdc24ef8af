import type { SearchPagerKey } from '#contract/post-search.ts';
import { Semaphore, withPermit } from '../concurrency/semaphore.ts';
import type { Db } from '../database/connect.ts';
import { matchingPosts } from './matching-posts.ts';
import { keyAfter, keysOfYear, listMatches, type Match, type SearchRange } from './search-index.repository.ts';
import type { SearchBudget } from './search-limit.ts';
import { NOTHING, type RankQuery, rankQueries } from './search-query.ts';

export interface SearchFilter {
  readonly categoryIds?: ReadonlySet<number> | undefined;
  readonly tagId?: string | undefined;
  /** Without region. */
  readonly language?: string | undefined;
  /** Year of publication in UTC. */
  readonly year?: number | undefined;
}

export interface SearchRequest extends SearchFilter {
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
/** Matches asked of the index at once when their texts or categories have to be checked; more after the first time. */
const MIN_CANDIDATES = 500;
const MAX_CANDIDATES = 4000;
/** Number of matches whose categories cost as much to check as one text. */
const CATEGORIES_PER_TEXT = 100;

/** Limits concurrent searches that check many matches, so that they do not starve other requests. */
const textReaders = new Semaphore({ count: 2, maxWaiting: 30, maxWaitMs: 3000 });

/** Sorts by rank, then newest first. */
export async function findPosts(means: SearchMeans, requested: SearchRequest): Promise<FoundPage> {
  const ranks = await rankQueries(means.reader, requested.serviceId, requested);
  if (!requested.categoryIds && ranks.every(({ isExact }) => isExact)) return findPage(means, requested, ranks);
  return withPermit(textReaders, () => findPage(means, requested, ranks));
}

async function findPage(means: SearchMeans, requested: SearchRequest, ranks: readonly RankQuery[]): Promise<FoundPage> {
  const { budget } = means;
  const found: (SearchPagerKey & { readonly postId: string })[] = [];
  budget.start();
  for (const [rank, ranked] of [...ranks.entries()].slice(requested.after?.rank)) {
    if (ranked.query === NOTHING) continue;
    const search = { ...requested, ...ranked, ...rangeOf(requested, rank), rank };
    for await (const { matches, upTo } of matchesOf(means, search, requested.count + 1 - found.length)) {
      found.push(...matches.map((match) => ({ rank, ...match })));
      if (found.length > requested.count) {
        return pageOf(found.slice(0, requested.count), found[requested.count - 1], false);
      }
      if (budget.isSpent({ hasFound: found.length > 0 })) {
        return pageOf(found, { rank, searchKey: upTo }, true);
      }
    }
  }
  return pageOf(found, undefined, false);
}

function rangeOf({ now, after, year }: SearchRequest, rank: number): Pick<SearchRange, 'below' | 'from'> {
  const ofYear = year === undefined ? undefined : keysOfYear(year);
  const bounds = [keyAfter(now), ...(ofYear ? [ofYear.below] : []), ...(after?.rank === rank ? [after.searchKey] : [])];
  return { from: ofYear?.from ?? 0, below: Math.min(...bounds) };
}

function pageOf(
  found: readonly { readonly postId: string }[],
  end: SearchPagerKey | undefined,
  isLimited: boolean,
): FoundPage {
  const pagerKey = end && { rank: end.rank, searchKey: end.searchKey };
  return { postIds: found.map(({ postId }) => postId), end: pagerKey, isLimited };
}

interface RankSearch extends RankQuery, Pick<SearchRange, 'serviceId' | 'below' | 'from'> {
  readonly words: readonly string[];
  readonly rank: number;
  readonly categoryIds?: ReadonlySet<number> | undefined;
}

interface Matches {
  readonly matches: readonly Match[];
  /** The index has been read down to this key. */
  readonly upTo: number;
}

function matchesOf(means: SearchMeans, search: RankSearch, count: number): AsyncIterable<Matches> {
  if (!search.isExact) return verifiedMatches(means, search);
  return indexMatches(means, search, search.categoryIds ? MIN_CANDIDATES : count);
}

/** Matches of the index in the requested categories. */
async function* indexMatches(
  { reader, budget }: SearchMeans,
  { query, serviceId, from, categoryIds, ...search }: RankSearch,
  firstLimit: number,
): AsyncIterable<Matches> {
  let { below } = search;
  for (let limit = firstLimit; ; limit = MAX_CANDIDATES) {
    const matches = await listMatches(reader, query, { serviceId, below, from, limit });
    const last = matches.at(-1);
    if (!last) return;
    below = last.searchKey;
    if (categoryIds) budget.spend({ texts: matches.length / CATEGORIES_PER_TEXT });
    const isWanted = ({ categoryId }: Match) => !categoryIds || (categoryId !== null && categoryIds.has(categoryId));
    yield { matches: matches.filter(isWanted), upTo: below };
    if (matches.length < limit) return;
  }
}

async function* verifiedMatches(means: SearchMeans, search: RankSearch): AsyncIterable<Matches> {
  let atOnce = MIN_TEXTS;
  for await (const { matches: candidates, upTo } of indexMatches(means, search, MIN_CANDIDATES)) {
    for (let from = 0; from < candidates.length; ) {
      const some = candidates.slice(from, from + atOnce);
      const verified = await matchingPosts(means.reader, search, some, means.budget);
      yield { matches: verified, upTo: some.at(-1)?.searchKey ?? upTo };
      from += atOnce;
      atOnce = Math.min(2 * atOnce, MAX_TEXTS);
    }
    yield { matches: [], upTo };
  }
}
