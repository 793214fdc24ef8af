import type { Db } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { ListSearch } from '../posts/post-list-query.repository.ts';
import { matchingPosts } from './matching-posts.ts';
import { isMatchOf, listMatches } from './search-index.repository.ts';
import { SearchBudget } from './search-limit.ts';
import { anyStateQuery } from './search-query.ts';
import { readWords } from './words.ts';

interface Wanted {
  readonly serviceId: string;
  readonly q: string;
  readonly tagId: string | undefined;
  /** Without region. */
  readonly language: string | undefined;
}

/** Searches posts in any state for a list of editors. Undefined without words and language. */
export async function searchAnyState(
  { reader, clock }: { readonly reader: Db; readonly clock: Clock },
  { serviceId, q, tagId, language }: Wanted,
): Promise<ListSearch | undefined> {
  const words = readWords(q);
  if (words.length === 0 && language === undefined) return undefined;
  const { query, isExact } = await anyStateQuery(reader, serviceId, { words, tagId, language });
  const all = { serviceId, below: Number.MAX_SAFE_INTEGER, from: Number.MIN_SAFE_INTEGER };
  const wanted = { serviceId, words, rank: 'any' as const };
  return {
    listCandidates: async (limit) => {
      const matches = await listMatches(reader, query, { ...all, limit });
      return matches.map(({ postId }) => postId);
    },
    isMatch: isMatchOf(reader, query),
    verify: isExact
      ? undefined
      : async (postIds) => {
          const posts = postIds.map((postId) => ({ postId }));
          const verified = await matchingPosts(reader, wanted, posts, new SearchBudget(clock));
          return new Set(verified.map(({ postId }) => postId));
        },
  };
}
