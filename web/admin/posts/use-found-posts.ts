import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { MAX_SEARCH } from '#contract/post-search.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const DELAY_MS = 150;

export interface FoundPosts {
  /** Results of the last completed search, kept during the next one to avoid flickering. */
  readonly posts: readonly AnyPost[] | undefined;
  readonly state: 'loading' | 'loaded' | 'failed';
}

/** Finds posts by words, or the most recently changed ones when there are no words. */
export function useFoundPosts(words: string, where: { readonly service?: string; readonly count: number }): FoundPosts {
  const q = words.trim().slice(0, MAX_SEARCH);
  const query = { ...where, ...(q !== '' && { q }) };
  const find = () => backgroundCall(adminSearchApi.find, { query });
  const { value, state } = useLoaded(q, find, q === '' ? 0 : DELAY_MS);
  return { posts: state === 'failed' ? undefined : value?.posts, state };
}
